import { atLength } from '../support/at-length';
import { startBank, type Bank } from '../support/bank';
import { connectTo, type TestConnection } from '../support/customers';
import { call, type Answer } from '../support/http';
import { freePorts, ServerProcess } from '../support/server';
import { somebody, statuses } from './people';

/** With the server's default limits instead of the wide ones of other tests; a sign-up takes long. */
const signUps = atLength(200, 30);
const env = {
  TRUST_PROXY: '1',
  SIGN_UPS_PER_TEN_MINUTES: signUps === 200 ? undefined : String(signUps),
  TICKETS_PER_TEN_MINUTES: undefined,
};
const most = { signUps, tickets: 60, attachments: 20 };

let bank: Bank;
let second: ServerProcess;
let database: TestConnection;

beforeAll(async () => {
  bank = await startBank({ env });
  database = connectTo(bank.migrationUrl);
  const shared = { DATABASE_URL: bank.databaseUrl, DATA_DIR: bank.dataDir };
  second = new ServerProcess(await freePorts(), { ...env, ...shared });
  if (servers > 1) await second.start();
});
afterAll(async () => {
  await second.stop();
  await database.end();
  await bank.stop();
});

/** Simultaneous calls from an address, alternating between the two servers of the long run. */
const servers = atLength(2, 1);
const flood = (path: string, count: number, address: string, body: () => unknown) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      call('POST', `${at % servers ? `http://localhost:${second.port}` : bank.shellUrl}/api/${path}`, {
        body: body(),
        headers: { 'x-forwarded-for': address.replace('*', String(at + 1)), 'accept-language': 'en' },
      }),
    ),
  );

function expectRefused(answers: Answer[], longest: number) {
  const refused = answers.filter(({ status }) => status === 429);
  for (const { body, headers } of refused) {
    expect(body).toMatchObject({
      code: 'ADDRESS_LIMIT_REACHED',
      error: 'Too many requests came from your network. Please try again a little later.',
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(longest - 60);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(longest);
  }
}

const message = () => ({
  firstName: 'Zoé',
  lastName: 'Martin',
  email: 'zoe@example.org',
  category: 'cards',
  subject: 'Ma carte',
  message: 'Elle est bloquée.',
});
function file() {
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.7\nof a bill']), 'facture.pdf');
  return form;
}
function refusedFile() {
  const form = new FormData();
  form.append('file', new Blob(['<script>']), 'facture.pdf');
  return form;
}

describe('one address', () => {
  it('cannot exceed the limit of messages', async () => {
    const answers = await flood('contact', 200, '192.0.2.1', message);
    expect(statuses(answers)).toEqual({ 201: most.tickets, 429: 200 - most.tickets });
    expectRefused(answers, 600);
    const mapped = await flood('contact', 2, '::ffff:192.0.2.1', message);
    expect(statuses(mapped)).toEqual({ 429: 2 });
    expect(statuses(await flood('contact', 2, '192.0.2.2', message))).toEqual({ 201: 2 });
  });

  it('cannot exceed the limit of files; refused files do not count', async () => {
    expect(statuses(await flood('contact/attachments', 40, '192.0.2.1', refusedFile))).toMatchObject({
      422: expect.any(Number) as number,
    });
    const answers = await flood('contact/attachments', 120, '192.0.2.1', file);
    expect(statuses(answers)).toEqual({ 201: most.attachments, 429: 120 - most.attachments });
    expectRefused(answers, 3_600);
    const [{ files } = { files: '' }] = await database.rows(
      'SELECT COUNT(*) AS files FROM ticket_attachments',
    );
    expect(Number(files)).toBe(most.attachments);
  });

  it('gets the answer of a repeated message or file whose first call went through', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.7', 'accept-language': 'en' };
    const send = (path: string, body: unknown, key = 'first') =>
      call('POST', `${bank.shellUrl}/api/${path}`, { body, headers: { ...headers, 'idempotency-key': key } });
    const written = await send('contact', message());
    const stored = await send('contact/attachments', file(), 'file');
    await database.rows(`UPDATE address_counts SET taken = 1000 WHERE address = '192.0.2.7'`);
    expect((await send('contact', message(), 'second')).status).toBe(429);
    expect((await send('contact/attachments', file(), 'second-file')).status).toBe(429);
    const repeated = await send('contact', message());
    expect([repeated.status, repeated.body]).toEqual([201, written.body]);
    const again = await send('contact/attachments', file(), 'file');
    expect([again.status, again.body]).toEqual([201, stored.body]);
    const other = await send('contact', { ...message(), subject: 'Autre' });
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('cannot exceed the limit of sign-ups, counted per IPv6 network', async () => {
    const answers: Answer[] = [];
    for (let round = 0; round < 5; round += 1) {
      answers.push(...(await flood('auth/signup', most.signUps / 5 + 10, '2001:db8:1:2::*', somebody)));
    }
    expect(statuses(answers)).toEqual({ 201: most.signUps, 429: 50 });
    expectRefused(answers, 600);
    expect(statuses(await flood('auth/signup', 1, '2001:db8:1:3::1', somebody))).toEqual({ 201: 1 });
  });

  it('may continue once the window has ended', async () => {
    await database.rows('UPDATE address_counts SET window_ends_at = NOW(3)');
    expect(statuses(await flood('contact', 70, '192.0.2.1', message))).toEqual({ 201: 60, 429: 10 });
    expect(statuses(await flood('auth/signup', 1, '2001:db8:1:2::9', somebody))).toEqual({ 201: 1 });
  });
});
