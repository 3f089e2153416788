import path from 'node:path';
import { knowOutbox } from '../support/approvals';
import { newCustomer, promote } from '../support/customers';
import { call } from '../support/http';
import { buildOf, releaseBank, ship, upload } from '../support/release-fixture';
import { repository } from '../support/repository';
import { outboxOf } from '../support/outbox';
import { giveRates } from '../support/rates';
import { freePorts, ServerProcess } from '../support/server';
import { until, untilThereAre } from '../support/until';

/** Two servers of one bank, of which the second has a clock three minutes ahead. */
let bank: Awaited<ReturnType<typeof releaseBank>>;
let second: ServerProcess;
let urls: [string, string];

beforeAll(async () => {
  bank = await releaseBank();
  const { databaseUrl, dataDir, shellUrl } = bank.bank;
  second = new ServerProcess(await freePorts(), {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    REMOTES_DIR: bank.remotesDir,
    NODE_OPTIONS: `--require ${path.join(repository, 'tests/support/clock-ahead.cjs')}`,
    CLOCK_AHEAD_MINUTES: '3',
  });
  await second.start();
  urls = [shellUrl, `http://localhost:${second.port}`];
  knowOutbox({ urls, dataDir });
}, 120_000);
afterAll(async () => {
  await second.stop();
  await bank.stop();
});

const send = <Body>(url: string, route: string, body: object, token?: string) =>
  call<Body>('POST', `${url}/api/${route}`, { body, ...(token && { token }) });
const address = {
  phone: '',
  address: '12 rue des Lilas',
  city: 'Paris',
  postalCode: '75011',
  country: 'France',
};
/** When a server signed an access token, Unix seconds. */
const signedAt = (token = ''): number =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { iat: number }).iat;

it.each([
  [0, 1],
  [1, 0],
] as const)('two tabs refresh one session at both (%i, then %i)', async (...order) => {
  const { refreshToken: token } = await newCustomer(bank.bank.shellUrl);
  const signed: number[] = [];
  for (const at of order) {
    const { body } = await call<{ access_token?: string }>('POST', `${urls[at]}/api/auth/refresh`, { token });
    signed[at] = signedAt(body.access_token);
  }
  expect(signed[1]! - signed[0]!).toBeGreaterThan(170);
});

it.each([
  [0, 1],
  [1, 0],
] as const)('a preview that one began (%i) is taken by the other (%i)', async (from, to) => {
  await ship(bank.bank, bank.token, buildOf('watched', `live(${from})`));
  const version = await upload(bank.bank, bank.token, buildOf('watched', `next(${from})`));
  const route = `admin/releases/watched/${version}/preview`;
  const { body } = await send<{ address: string }>(urls[from], route, { site: 'shell' }, bank.admin.token);
  const code = body.address.split('#')[1];
  expect((await send(urls[to], 'remotes/preview', { code })).status).toBe(200);
});

it.each([
  [0, 1],
  [1, 0],
] as const)('staff who are there for one (%i) are there for the other (%i)', async (from, to) => {
  const staff = await newCustomer(bank.bank.shellUrl);
  await promote(bank.database, staff);
  const { token } = staff;
  const place = '/api/admin/conversations';
  await call('PUT', `${urls[from]}${place}/presence`, { token, body: { available: true } });
  expect((await call('GET', urls[to] + place, { token })).body).toMatchObject({ available: true });
  await bank.database.rows('DELETE FROM staff_presence');
});

it.each([
  [0, 1],
  [1, 0],
] as const)('a quote of one (%i) is used at the other (%i), and not after its time', async (from, to) => {
  const { token } = await newCustomer(bank.bank.shellUrl);
  await giveRates(bank.database);
  await send(urls[0], 'balance/update', { amount: 100, type: 'add' }, token);
  await send(urls[0], 'accounts', { currency: 'USD' }, token);
  const order = { from: 'EUR', to: 'USD', amount: 10, side: 'sell' };
  const use = async (isLate: boolean) => {
    const { body } = await send<{ id: number }>(urls[from], 'exchange/quotes', order, token);
    if (isLate)
      await bank.database.rows(
        'UPDATE exchange_quotes SET expires_at = expires_at - INTERVAL 31 SECOND WHERE id = ?',
        [body.id],
      );
    return (await send(urls[to], 'exchange', { quote_id: body.id }, token)).status;
  };
  expect([await use(false), await use(true)]).toEqual([201, 422]);
});

it.each([0, 1] as const)('a conversation asked for at either (%i) waits for as long', async (at) => {
  const [staff, customer] = [await newCustomer(bank.bank.shellUrl), await newCustomer(bank.bank.shellUrl)];
  await promote(bank.database, staff);
  const presence = '/api/admin/conversations/presence';
  await call('PUT', urls[at] + presence, { token: staff.token, body: { available: true } });
  const { body } = await send<{ id: number }>(urls[at], 'user/conversation', {}, customer.token);
  const [row] = await bank.database.rows(
    'SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), answer_until) AS seconds, state FROM conversations WHERE id = ?',
    [body.id],
  );
  expect(row?.state).toBe('waiting');
  expect(Number(row?.seconds)).toBeGreaterThan(60);
  expect(Number(row?.seconds)).toBeLessThanOrEqual(120);
  await bank.database.rows('DELETE FROM staff_presence');
});

it('a session of either is one of both', async () => {
  for (const url of urls) {
    const { token } = await newCustomer(bank.bank.shellUrl);
    expect((await call('GET', `${url}/api/auth/me`, { token })).status).toBe(200);
  }
});

it.each([
  [0, 1],
  [1, 0],
] as const)(
  'a link that was asked for at one (%i) and cancelled at the one ahead is dead at the other',
  async (...order) => {
    const who = await newCustomer(bank.bank.shellUrl);
    const [asking] = order;
    const email = `new-${who.email}`;
    const profile = { firstName: 'Test', lastName: 'Client', email, ...address };
    const options = { token: who.token, body: profile };
    expect((await call('PUT', `${urls[asking]}/api/settings/profile`, options)).status).toBe(200);
    const links = async () =>
      (await outboxOf(bank.bank.dataDir, 'eml', `To: ${email}`)).flatMap(
        (mail) => /confirm-email#token=([\w-]{43})/.exec(mail)?.[1] ?? [],
      );
    const [token] = await untilThereAre(1, links);
    const cancelled = await call('DELETE', `${urls[1]}/api/settings/profile/email`, { token: who.token });
    expect(cancelled.status).toBe(204);
    expect(await send(urls[0], 'auth/email/confirm', { token })).toMatchObject({
      status: 422,
      body: { code: 'EMAIL_LINK_INVALID' },
    });
  },
);

it('a release that one shows the other shows', async () => {
  const version = await ship(bank.bank, bank.token, buildOf('watched', 'both()'));
  for (const url of urls) {
    await until(async () => {
      const { body } = await call<{ remotes: { name: string; version: string }[] }>(
        'GET',
        `${url}/remotes.json`,
      );
      return body.remotes.some((remote) => remote.name === 'watched' && remote.version === version);
    });
  }
});
