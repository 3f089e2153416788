/** @jest-environment ./tests/support/bank-environment.ts */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Partner } from '../../libs/contracts/partners';
import { sharedBank } from '../support/shared-bank';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { outboxOf } from '../support/outbox';
import { logLines } from '../support/log-lines';
import { untilThereAre } from '../support/until';
import { callsFrom, password, somebody, someAddress, statuses, type Tokens } from './people';

const { bank, database } = sharedBank();
let admin: SignedIn;
let partner: Partner;
let key: string;

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
  partner = await newPartner('Les Deux Ponts');
  key = partner.keys[0]?.key ?? '';
});
interface Body {
  application_id: string;
  continue_url: string;
  code: string;
  error: string;
  fields: Record<string, string>;
}

const administer = (path: string, body: object) =>
  call<Partner>('POST', `${bank.backOfficeUrl}/api/admin/partners${path}`, { token: admin.token, body });
const page = 'https://ponts.example';
const newPartner = async (name: string) => (await administer('', { name, origins: [page] })).body;

/** The configuration in a frame's document, as the frame reads it. */
const frame = async (widget: string, used = key, headers = someAddress()) => {
  const address = `${bank.embedUrl}/embed/frame/${widget}?partner=${used}&page=${page}`;
  const { body } = await call<string>('GET', address, { headers });
  return JSON.parse(/id="bank-frame">(.*?)<\/script>/.exec(body)?.[1] ?? '{}') as { token: string };
};

/** A call of a frame, by default from a unique address. */
const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  call<Body>('POST', `${bank.embedUrl}/api/embed/${path}`, {
    body,
    headers: { origin: bank.embedUrl, ...someAddress(), ...headers },
  });

/** The same with the token of a newly loaded frame. */
const post = async (path: string, body: { widget?: string }, headers?: Record<string, string>) =>
  send(path, { partner: key, ...(await frame(body.widget ?? 'signup')), ...body }, headers);
const open = (headers?: Record<string, string>) => post('opens', { widget: 'chat' }, headers);

const somebodyNew = () => {
  const { email, first_name, last_name } = somebody();
  return { email, first_name, last_name };
};
const signUp = (person: object, headers?: Record<string, string>) => post('signup', person, headers);
const counted = async (widget: string) =>
  (
    await database.rows('SELECT opens, signups FROM partner_days WHERE partner_id = ? AND widget = ?', [
      partner.id,
      widget,
    ])
  )[0] ?? { opens: '0', signups: '0' };

/** The form that a frame posts to the bank in a new tab; returns the browser's cookie. */
const arrive = async (code: string, headers: Record<string, string> = {}) => {
  const answer = await call('POST', `${bank.shellUrl}/continue`, {
    body: `code=${code}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: bank.embedUrl,
      ...someAddress(),
      ...headers,
    },
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/continue']);
  return answer.headers.get('set-cookie')?.split(';')[0];
};
const waiting = (cookie = '') =>
  call<Body & { email: string }>('GET', `${bank.shellUrl}/api/auth/continue`, {
    headers: { cookie, ...someAddress() },
  });
const complete = (cookie = '', chosen: object = {}, address = someAddress()) =>
  call<Tokens & Body & { user: { email: string } }>('POST', `${bank.shellUrl}/api/auth/continue`, {
    headers: { cookie, ...address },
    body: { username: somebody().username, password, ...chosen },
  });

describe('an opened widget', () => {
  it('is counted, even when many open at once', async () => {
    const before = Number((await counted('chat')).opens);
    const answers = await Promise.all(Array.from({ length: 20 }, () => open()));
    expect(statuses(answers)).toEqual({ 204: 20 });
    expect(Number((await counted('chat')).opens)).toBe(before + 20);
  });

  it.each([
    ['of another site', { origin: page }],
    ['that says no origin', { origin: '' }],
    ['of a sandbox', { origin: 'null' }],
    ['of another page of the same site', { 'sec-fetch-site': 'same-site' }],
  ])('is not counted for a page %s', async (_what, headers) => {
    const answer = await open(headers);
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('is counted once for each frame, and never with only a forged `Origin`', async () => {
    const { token } = await frame('chat');
    const before = await counted('chat');
    const other = await newPartner('Une autre');
    const forgeries = [
      {},
      { token: '' },
      { token: randomBytes(54).toString('base64url') },
      { token: `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}` },
      { token: (await frame('signup')).token },
      { token: (await frame('chat', other.keys[0]?.key)).token },
    ];
    for (const forged of forgeries) {
      const { status } = await send('opens', { partner: key, widget: 'chat', ...forged });
      expect([400, 403, 422]).toContain(status);
    }
    expect(await counted('chat')).toEqual(before);
    const said = { partner: key, widget: 'chat', token };
    const answers = await Promise.all([1, 2, 3].map(() => send('opens', said)));
    expect(statuses(answers)).toEqual({ 204: 1, 403: 2 });
    expect(Number((await counted('chat')).opens)).toBe(Number(before.opens) + 1);
  });

  it('is not counted for an unknown widget', async () => {
    const said = { partner: key, widget: 'loan', token: (await frame('chat')).token };
    expect((await send('opens', said)).status).toBe(422);
  });

  it('is limited by address, with a `Retry-After`, for that address only', async () => {
    const address = someAddress();
    const answers = await Promise.all(Array.from({ length: 130 }, () => open(address)));
    // The window of a minute may end while they come.
    expect(statuses(answers)[429]).toBeGreaterThanOrEqual(10);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await open()).status).toBe(204);
  });
});

describe('a revoked key, and a partner turned off', () => {
  const opens = async (used: string, token: string) =>
    (await send('opens', { partner: used, widget: 'chat', token })).status;

  it('take effect within two seconds, on a server that had them cached', async () => {
    const { id, keys } = await newPartner('Révoqué');
    const [first = '', second = ''] = [keys[0]?.key, (await administer(`/${id}/keys`, {})).body.keys[0]?.key];
    const tokenOf = async (used: string) => (await frame('chat', used)).token;
    const [late, later, latest] = [await tokenOf(first), await tokenOf(second), await tokenOf(second)];
    expect(await opens(first, await tokenOf(first))).toBe(204);
    expect(await opens(second, await tokenOf(second))).toBe(204);
    await administer(`/${id}/keys/${keys[0]?.id}/revoke`, {});
    await pause(2_000);
    expect([await opens(first, late), await opens(second, later)]).toEqual([404, 204]);
    await administer(`/${id}/activate`, { status: 'inactive' });
    await pause(2_000);
    expect(await opens(second, latest)).toBe(404);
  });
});

describe('an application on a partner’s page', () => {
  it('opens no account, and returns a code for the frame', async () => {
    const person = somebodyNew();
    const answer = await signUp(person);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      application_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      continue_url: `${bank.shellUrl}/continue`,
      code: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await database.rows('SELECT 1 FROM users WHERE email = ?', [person.email])).toEqual([]);
    const log = await logLines(database, 'request_id = ?', [answer.headers.get('x-request-id')]);
    expect(log).toHaveLength(1);
    expect(log).toMatchObject([
      {
        action: 'signup.started',
        // The log is never erased, unlike an application that opens no account.
        email: null,
        message: 'Demande d’ouverture de compte sur une page du partenaire « Les Deux Ponts ».',
      },
    ]);
  });

  it('has the rules and errors of the bank’s own', async () => {
    const wrong = { ...somebody(), email: 'x', first_name: '' };
    const [own, framed] = [
      await callsFrom(bank.shellUrl).post<Body>('auth/signup', wrong),
      await signUp(wrong),
    ];
    expect([framed.status, framed.body.fields]).toEqual([own.status, own.body.fields]);
  });

  it('gets the same response for a customer’s address, and notifies only the customer, a few times an hour', async () => {
    const known = await callsFrom(bank.shellUrl).signUp();
    const answers = [];
    for (let count = 0; count < 5; count += 1) {
      answers.push(await signUp({ ...somebodyNew(), email: known.email }));
    }
    const stranger = await signUp(somebodyNew());
    for (const { status, body, headers } of answers) {
      expect(status).toBe(stranger.status);
      expect(Object.keys(body)).toEqual(Object.keys(stranger.body));
      expect([...headers.keys()]).toEqual([...stranger.headers.keys()]);
    }
    const told = await untilThereAre(3, () => outboxOf(bank.dataDir, 'eml', `To: ${known.email}`));
    expect(told).toHaveLength(3);
    expect(told[0]).toContain('Les Deux Ponts');
  });

  it('is accepted once per key, with a new code in each response', async () => {
    const body = { partner: key, ...(await frame('signup')), ...somebodyNew() };
    const headers = { ...someAddress(), 'idempotency-key': randomBytes(8).toString('hex') };
    const answers = await Promise.all([1, 2, 3].map(() => send('signup', body, headers)));
    expect(statuses(answers)).toEqual({ 201: 3 });
    expect(new Set(answers.map((answer) => answer.body.application_id)).size).toBe(1);
    const last = await send('signup', body, headers);
    expect(new Set([...answers, last].map((answer) => answer.body.code)).size).toBe(4);
    // Only the newest code works.
    for (const answer of answers) expect(await arrive(answer.body.code)).toBeUndefined();
    expect(await arrive(last.body.code)).toBeDefined();
    const other = await send('signup', { ...body, first_name: 'Zoé' }, headers);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const { 'idempotency-key': _key, ...address } = headers;
    await database.rows(
      `UPDATE address_counts SET taken = 1000000 WHERE limit_name = 'sign_ups' AND address = ?`,
      Object.values(address),
    );
    expect((await signUp(somebodyNew(), address)).status).toBe(429);
    expect((await send('signup', body, headers)).body.application_id).toBe(last.body.application_id);
  });

  it('spends the token of its frame, unless it is refused', async () => {
    const said = { partner: key, ...(await frame('signup')) };
    expect((await send('signup', { ...said, ...somebodyNew(), email: 'x' })).status).toBe(422);
    expect((await send('signup', { ...said, ...somebodyNew() })).status).toBe(201);
    const again = await send('signup', { ...said, ...somebodyNew() });
    expect([again.status, again.body.code]).toEqual([403, 'FRAME_TOKEN_INVALID']);
  });

  it('is limited by address, and many addresses block no other', async () => {
    const addresses = Array.from({ length: 12 }, someAddress);
    // The first address sends the calls of more than two minutes, since the minute may change meanwhile.
    const senders = Array.from({ length: 12 * 12 }, (_, at) => addresses[at < 21 ? 0 : at % 12]!);
    const frames = await Promise.all(senders.map(() => frame('signup')));
    const answers = await Promise.all(
      frames.map(({ token }, at) => send('signup', { partner: key, token, ...somebodyNew() }, senders[at])),
    );
    expect(statuses(answers)[429]).toBeGreaterThanOrEqual(1);
    expect((await signUp(somebodyNew())).status).toBe(201);
  });
});

describe('the way from a frame to the bank', () => {
  const newCode = async () => {
    const person = somebodyNew();
    return { person, ...(await signUp(person)).body };
  };
  const invalid = { status: 422, body: expect.objectContaining({ code: 'CONTINUE_CODE_INVALID' }) as Body };

  it('opens the account with the chosen password, counts it, and signs in, once', async () => {
    const { person, code, application_id } = await newCode();
    const cookie = await arrive(code);
    expect((await waiting(cookie)).body).toEqual({
      ...person,
      partner: 'Les Deux Ponts',
      expires_at: expect.any(String) as string,
    });
    const before = Number((await counted('signup')).signups);
    const answers = await Promise.all([complete(cookie), complete(cookie)]);
    expect(statuses(answers)).toEqual({ 201: 1, 422: 1 });
    const opened = answers.find(({ status }) => status === 201);
    expect(opened?.body.user).toMatchObject({ email: person.email });
    const cookies = opened?.headers.getSetCookie() ?? [];
    expect(cookies.some((set) => set.includes('Max-Age=0'))).toBe(true);
    expect(cookies.find((set) => set.includes('known_device='))).toMatch(/Max-Age=\d+; HttpOnly/);
    expect(await callsFrom(bank.shellUrl).me(opened?.body.access_token ?? '')).toBe(200);
    expect((await callsFrom(bank.shellUrl).signIn(person.email)).status).toBe(200);
    expect(Number((await counted('signup')).signups)).toBe(before + 1);
    const applications = await database.rows(
      `SELECT a.partner_id, u.email FROM partner_applications a JOIN users u ON u.id = a.user_id WHERE a.id = ?`,
      [application_id],
    );
    expect(applications).toEqual([{ partner_id: partner.id, email: person.email }]);
    expect(await complete(cookie)).toMatchObject(invalid);
  });

  it('opens no account but that of the person whom the page has shown', async () => {
    const [shown, next] = [await newCode(), await newCode()];
    await arrive(shown.code);
    const cookie = await arrive(next.code);
    expect(await complete(cookie, { email: shown.person.email })).toMatchObject(invalid);
    const { status, body } = await complete(cookie, { email: next.person.email });
    expect([status, body.user.email]).toEqual([201, next.person.email]);
  });

  it('has the rules of the bank’s own sign-up, and keeps the application after an error', async () => {
    const known = await callsFrom(bank.shellUrl).signUp();
    const taken = await arrive((await signUp({ ...somebodyNew(), email: known.email })).body.code);
    expect((await complete(taken)).body.code).toBe('EMAIL_TAKEN');
    const cookie = await arrive((await newCode()).code);
    expect((await complete(cookie, { username: known.username })).body.code).toBe('USERNAME_TAKEN');
    expect((await complete(cookie, { password: 'password' })).body.code).toBe('PASSWORD_TOO_COMMON');
    expect((await complete(cookie)).status).toBe(201);
  });

  it('counts as a sign-up of its address, since it shows which usernames exist', async () => {
    const { username } = await callsFrom(bank.shellUrl).signUp();
    const cookie = await arrive((await newCode()).code);
    const address = someAddress();
    expect((await complete(cookie, { username }, address)).body.code).toBe('USERNAME_TAKEN');
    await database.rows(
      `UPDATE address_counts SET taken = 1000000 WHERE limit_name = 'sign_ups' AND address = ?`,
      Object.values(address),
    );
    const { status, body } = await complete(cookie, { username }, address);
    expect([status, body.code]).toEqual([429, 'ADDRESS_LIMIT_REACHED']);
    expect((await complete(cookie)).status).toBe(201);
  });

  it('leads to the bank’s page over the limit of an address too, to which forms of other pages do not count', async () => {
    const address = someAddress();
    const { code } = await newCode();
    const send = (count: number, headers = {}) =>
      Promise.all(Array.from({ length: count }, () => arrive('none', { ...address, ...headers })));
    await send(40, { origin: 'https://evil.example' });
    expect(await arrive(code, address)).toBeDefined();
    // More than the limit also where the window of a minute ends while they come.
    expect(await send(70)).toEqual(Array(70).fill(undefined));
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['the customer site', { origin: '' }],
    ['a sandbox', { origin: 'null' }],
    ['an image of a page', { 'sec-fetch-dest': 'image' }],
    ['a frame of a page', { 'sec-fetch-dest': 'iframe' }],
  ])('is closed to a form of %s, which cannot spend the code either', async (_what, headers) => {
    const { code } = await newCode();
    expect(await arrive(code, headers)).toBeUndefined();
    expect(await arrive(code)).toBeDefined();
  });

  it('is useless in another browser, with the code or its address', async () => {
    const { code, person } = await newCode();
    const answers = await Promise.all([arrive(code), arrive(code)]);
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await arrive(code)).toBeUndefined();
    for (const cookie of [
      '',
      `bank_application=${code}`,
      `bank_application=${randomBytes(32).toString('base64url')}`,
    ]) {
      expect(await waiting(cookie)).toMatchObject(invalid);
      expect(await complete(cookie)).toMatchObject(invalid);
    }
    const old = await callsFrom(bank.shellUrl).post<Body>('auth/continue', { code });
    expect(old.status).toBe(400);
    expect(await database.rows('SELECT 1 FROM users WHERE email = ?', [person.email])).toEqual([]);
  });

  it('is stored as digests; the code lives 60 seconds, the application 30 minutes', async () => {
    const { code, application_id } = await newCode();
    const stored = async () =>
      (
        await database.rows(
          `SELECT HEX(code_hash) AS hash, TIMESTAMPDIFF(SECOND, created_at, code_expires_at) AS code,
             TIMESTAMPDIFF(MINUTE, created_at, expires_at) AS whole FROM pending_signups WHERE id = ?`,
          [application_id],
        )
      )[0];
    const { hash, code: seconds, whole } = (await stored()) ?? {};
    expect(hash).toMatch(/^[0-9A-F]{64}$/);
    expect(Number(seconds)).toBeGreaterThanOrEqual(60);
    expect(Number(seconds)).toBeLessThan(75);
    expect(Number(whole)).toBe(30);
    await database.rows(
      'UPDATE pending_signups SET code_expires_at = code_expires_at - INTERVAL 75 SECOND WHERE id = ?',
      [application_id],
    );
    expect(await arrive(code)).toBeUndefined();
    const late = await newCode();
    const cookie = await arrive(late.code);
    await database.rows(
      'UPDATE pending_signups SET expires_at = expires_at - INTERVAL 31 MINUTE WHERE id = ?',
      [late.application_id],
    );
    expect(await complete(cookie)).toMatchObject(invalid);
  });

  it('sets a cookie that no script reads and no other site sends', async () => {
    const { code } = await newCode();
    const { headers } = await call('POST', `${bank.shellUrl}/continue`, {
      body: `code=${code}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: bank.embedUrl },
    });
    expect(headers.get('set-cookie')).toMatch(/; Path=\/; Max-Age=1\d{3}; HttpOnly; SameSite=Strict$/);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});
