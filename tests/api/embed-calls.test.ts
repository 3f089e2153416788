import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Partner } from '../../libs/contracts/partners';
import { startBank, type Bank } from '../support/bank';
import { connectTo, newCustomer, promote, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { callsFrom, password, somebody, someAddress, statuses, type Tokens } from './people';

let bank: Bank;
let database: TestConnection;
let admin: SignedIn;
let partner: Partner;
let key: string;

beforeAll(async () => {
  bank = await startBank({ env: { TRUST_PROXY: '1', CALLS_PER_MINUTE: '100000' } });
  database = await connectTo(bank.migrationUrl);
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
  partner = await newPartner('Les Deux Ponts');
  key = partner.keys[0]?.key ?? '';
});
afterAll(async () => {
  await database.end();
  await bank.stop();
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
const newPartner = async (name: string) =>
  (await administer('', { name, origins: ['https://ponts.example'] })).body;

/** A call as a frame makes it, each from an address of its own unless told. */
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  call<Body>('POST', `${bank.shellUrl}/api/embed/${path}`, {
    body,
    headers: { origin: bank.shellUrl, ...someAddress(), ...headers },
  });
const signUp = (person: object, headers?: Record<string, string>) =>
  post('signup', { partner: key, ...person }, headers);
const goOn = (code: string) => callsFrom(bank.shellUrl).post<Tokens & Body>('auth/continue', { code });
const codeOf = ({ continue_url }: Body) => new URL(continue_url).hash.replace('#code=', '');
const counted = async (widget: string) =>
  (
    await database.rows('SELECT opens, signups FROM partner_days WHERE partner_id = ? AND widget = ?', [
      partner.id,
      widget,
    ])
  )[0] ?? { opens: '0', signups: '0' };

describe('an opened widget', () => {
  it('is counted, also when many open at once', async () => {
    const before = Number((await counted('chat')).opens);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post('opens', { partner: key, widget: 'chat' })),
    );
    expect(statuses(answers)).toEqual({ 204: 20 });
    expect(Number((await counted('chat')).opens)).toBe(before + 20);
  });

  it.each([
    ['of another site', { origin: 'https://ponts.example' }],
    ['that says no origin', { origin: '' }],
    ['of a sandbox', { origin: 'null' }],
    ['of another page of the same site', { 'sec-fetch-site': 'same-site' }],
  ])('is not counted for a page %s', async (_what, headers) => {
    const answer = await post('opens', { partner: key, widget: 'chat' }, headers);
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('is not counted for a key that nobody has, nor for a widget that is none', async () => {
    const unknown = await post('opens', { partner: `pk_live_${'x'.repeat(24)}`, widget: 'chat' });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'PARTNER_UNKNOWN']);
    expect((await post('opens', { partner: key, widget: 'loan' })).status).toBe(422);
  });

  it('is limited by address, with the time to wait', async () => {
    const address = someAddress();
    const open = () => post('opens', { partner: key, widget: 'chat' }, address);
    const answers = await Promise.all(Array.from({ length: 130 }, open));
    // The window of a minute may end while they come.
    expect(statuses(answers)[429]).toBeGreaterThanOrEqual(10);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });
});

describe('a revoked key, and a partner turned off', () => {
  const opens = async (used: string) => (await post('opens', { partner: used, widget: 'chat' })).status;

  it('count within two seconds, on a server that knew them', async () => {
    const { id, keys } = await newPartner('Révoqué');
    const second = (await administer(`/${id}/keys`, {})).body.keys[0];
    const [first] = keys;
    expect(await opens(first?.key ?? '')).toBe(204);
    expect(await opens(second?.key ?? '')).toBe(204);
    await administer(`/${id}/keys/${first?.id}/revoke`, {});
    await pause(2_000);
    expect([await opens(first?.key ?? ''), await opens(second?.key ?? '')]).toEqual([404, 204]);
    await administer(`/${id}/activate`, { status: 'inactive' });
    await pause(2_000);
    expect(await opens(second?.key ?? '')).toBe(404);
  });
});

describe('sign-up on a partner’s page', () => {
  it('makes a customer, counts them, writes it down, and answers no token', async () => {
    const person = somebody();
    const before = Number((await counted('signup')).signups);
    const answer = await signUp(person);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      application_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      continue_url: expect.stringMatching(
        new RegExp(`^${bank.shellUrl}/continue#code=[\\w-]{43}$`),
      ) as string,
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(Number((await counted('signup')).signups)).toBe(before + 1);
    const [application] = await database.rows(
      `SELECT a.partner_id, u.email FROM partner_applications a JOIN users u ON u.id = a.user_id WHERE a.id = ?`,
      [answer.body.application_id],
    );
    expect(application).toEqual({ partner_id: partner.id, email: person.email });
    const log = await database.rows('SELECT action, message, email FROM audit_log WHERE request_id = ?', [
      answer.headers.get('x-request-id'),
    ]);
    expect(log).toEqual([
      {
        ...{ action: 'user.signed_up', email: person.email },
        message: 'Inscription sur une page du partenaire « Les Deux Ponts ».',
      },
    ]);
    expect((await callsFrom(bank.shellUrl).signIn(person.email)).status).toBe(200);
  });

  it('has the rules and the words of the bank’s own', async () => {
    const person = somebody();
    const [own, framed] = [
      await callsFrom(bank.shellUrl).post<Body>('auth/signup', { ...person, email: 'x', password: 'abc' }),
      await signUp({ ...person, email: 'x', password: 'abc' }),
    ];
    expect([framed.status, framed.body.fields]).toEqual([own.status, own.body.fields]);
    expect((await signUp({ ...person, password: 'password' })).body.code).toBe('PASSWORD_TOO_COMMON');
    await signUp(person);
    expect((await signUp({ ...person, username: `${person.username}2` })).body.code).toBe('EMAIL_TAKEN');
    expect((await signUp({ ...person, email: `2${person.email}` })).body.code).toBe('USERNAME_TAKEN');
  });

  it('happens once for one key, however often it is sent; each answer has a code of its own', async () => {
    const person = somebody();
    const headers = { ...someAddress(), 'idempotency-key': randomBytes(8).toString('hex') };
    const answers = await Promise.all([1, 2, 3].map(() => signUp(person, headers)));
    expect(statuses(answers)).toEqual({ 201: 3 });
    expect(new Set(answers.map(({ body }) => body.application_id)).size).toBe(1);
    const last = await signUp(person, headers);
    expect(new Set([...answers, last].map(({ body }) => codeOf(body))).size).toBe(4);
    // The newest code works, and no other.
    for (const { body } of answers) expect((await goOn(codeOf(body))).status).toBe(422);
    expect((await goOn(codeOf(last.body))).status).toBe(200);
    const other = await signUp({ ...person, first_name: 'Zoé' }, headers);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('leads to sign-in when it is repeated much later', async () => {
    const person = somebody();
    const headers = { ...someAddress(), 'idempotency-key': randomBytes(8).toString('hex') };
    const { body } = await signUp(person, headers);
    await database.rows(
      'UPDATE partner_applications SET created_at = created_at - INTERVAL 11 MINUTE WHERE id = ?',
      [body.application_id],
    );
    const again = await signUp(person, headers);
    expect(again.body).toEqual({
      application_id: body.application_id,
      continue_url: `${bank.shellUrl}/login`,
    });
  });

  it('is limited by address more than opening is', async () => {
    const address = someAddress();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => signUp({ ...somebody(), password: 'password' }, address)),
    );
    expect(statuses(answers)[429]).toBeGreaterThanOrEqual(5);
  });
});

describe('the code that leads into the bank', () => {
  const newCode = async () => {
    const person = somebody();
    return { person, code: codeOf((await signUp(person)).body) };
  };
  const refused = expect.objectContaining({ status: 422 }) as unknown;

  it('signs in like sign-in does, once, also when it is sent twice at once', async () => {
    const { person, code } = await newCode();
    const answers = await Promise.all([goOn(code), goOn(code)]);
    expect(statuses(answers)).toEqual({ 200: 1, 422: 1 });
    const session = answers.find(({ status }) => status === 200)?.body;
    expect(session).toMatchObject({ user: { email: person.email } });
    expect(await callsFrom(bank.shellUrl).me(session?.access_token ?? '')).toBe(200);
    expect(answers.find(({ status }) => status === 422)?.body.code).toBe('CONTINUE_CODE_INVALID');
  });

  it('is stored as a digest, and lives 60 seconds', async () => {
    const { person, code } = await newCode();
    const [stored] = await database.rows(
      `SELECT HEX(c.code_hash) AS hash, TIMESTAMPDIFF(SECOND, u.created_at, c.expires_at) AS seconds
       FROM continue_codes c JOIN users u ON u.id = c.user_id WHERE u.email = ?`,
      [person.email],
    );
    expect(stored?.hash).toMatch(/^[0-9A-F]{64}$/);
    expect(Number(stored?.seconds)).toBeGreaterThanOrEqual(60);
    expect(Number(stored?.seconds)).toBeLessThan(75);
    await database.rows(
      `UPDATE continue_codes c JOIN users u ON u.id = c.user_id
       SET c.expires_at = c.expires_at - INTERVAL 61 SECOND WHERE u.email = ?`,
      [person.email],
    );
    expect(await goOn(code)).toEqual(refused);
  });

  it('opens nothing for whoever was made inactive, or has a second factor', async () => {
    const [out, guarded] = [await newCode(), await newCode()];
    await database.rows(`UPDATE users SET status = 'inactive' WHERE email = ?`, [out.person.email]);
    await database.rows(
      `INSERT INTO two_factor (user_id, secret, created_at, enabled_at)
       SELECT id, '', NOW(), NOW() FROM users WHERE email = ?`,
      [guarded.person.email],
    );
    expect(await goOn(out.code)).toEqual(refused);
    expect(await goOn(guarded.code)).toEqual(refused);
  });

  it('cannot be made up', async () => {
    expect(await goOn(randomBytes(32).toString('base64url'))).toEqual(refused);
    expect(await goOn(password)).toEqual(refused);
  });
});
