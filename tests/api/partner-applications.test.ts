/** @jest-environment ./tests/support/bank-environment.ts */
import { randomUUID } from 'node:crypto';
import type { PartnerApplication, PartnerApplications } from '../../libs/contracts/partner-applications';
import type { NewSecretKey, SecretKeys } from '../../libs/contracts/partner-servers';
import type { Partner } from '../../libs/contracts/partners';
import { longIt } from '../support/at-length';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { logLines } from '../support/log-lines';
import { outboxOf } from '../support/outbox';
import { sharedBank } from '../support/shared-bank';
import { partnersOf } from './partner-fixture';
import { somebody, someAddress } from './people';

const { bank, database } = sharedBank();
let admin: SignedIn;

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
});
const {
  newPartner,
  keyOf,
  frame,
  send,
  apply,
  complete,
  admin: administer,
} = partnersOf(bank, () => admin.token);

type Mode = 'live' | 'test';
const secretOf = async ({ id }: Partner, mode: Mode = 'live') =>
  (await administer<NewSecretKey>('POST', `partners/${id}/secret_keys`, { mode })).body;
const read = <Body = PartnerApplication & { code: string }>(
  token: string | undefined,
  path = '',
  headers: Record<string, string> = {},
) =>
  call<Body>('GET', `${bank.shellUrl}/api/partner/applications${path}`, {
    ...(token !== undefined && { token }),
    headers: { ...someAddress(), ...headers },
  });
const listOf = async (token: string, query = '') =>
  (await read<PartnerApplications>(token, query)).body.applications;

/** A partner with a key of a mode for its pages, and one for its server. */
async function partner(mode: Mode = 'live') {
  const made = await newPartner();
  const key = mode === 'live' ? (made.keys[0]?.key ?? '') : await keyOf(made, 'test');
  return { made, key, secret: (await secretOf(made, mode)).secret };
}

describe('a partner’s server', () => {
  it('reads an application from its beginning, by its id and by the reference of the page', async () => {
    const { key, secret } = await partner();
    const applied = (await apply(`${key}:dossier-1`)).body;
    const moment = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    const begun = {
      applicationId: applied.application_id,
      status: 'pending',
      reference: 'dossier-1',
      startedAt: moment,
      completedAt: null,
      decidedAt: null,
    };
    expect((await read(secret, `/${applied.application_id}`)).body).toEqual(begun);
    await complete(applied);
    const completed = { ...begun, status: 'completed', completedAt: moment };
    expect((await read(secret, `/${applied.application_id}`)).body).toEqual(completed);
    await apply(`${key}:dossier-2`);
    await apply(key);
    expect(await listOf(secret, '?reference=dossier-1')).toEqual([completed]);
    expect((await listOf(secret)).map(({ reference }) => reference)).toEqual([
      null,
      'dossier-2',
      'dossier-1',
    ]);
    const { body } = await read<PartnerApplications>(secret, '?limit=2&page=2');
    expect([body.applications.length, body.pagination]).toEqual([
      1,
      { page: 2, limit: 2, total: 3, pages: 2 },
    ]);
  });

  it('reads nothing of another partner, nor of the other mode', async () => {
    const [mine, theirs] = [await partner(), await partner()];
    const test = await secretOf(mine.made, 'test');
    const { application_id: id } = (await apply(`${mine.key}:same`)).body;
    const testKey = await keyOf(mine.made, 'test');
    const { application_id: played } = (await apply(`${testKey}:same`)).body;
    for (const [secret, other] of [
      [theirs.secret, id],
      [theirs.secret, played],
      [test.secret, id],
      [mine.secret, played],
    ] as const) {
      expect((await read(secret, `/${other}`)).status).toBe(404);
    }
    expect((await read(mine.secret, `/${id}`)).status).toBe(200);
    expect((await read(test.secret, `/${played}`)).status).toBe(200);
    expect(await listOf(theirs.secret, '?reference=same')).toEqual([]);
    expect((await listOf(test.secret, '?reference=same')).map(({ applicationId }) => applicationId)).toEqual([
      played,
    ]);
    expect((await read(mine.secret, `/${randomUUID()}`)).status).toBe(404);
  });

  it.each([
    ['a page', { origin: 'https://ponts.example' }],
    ['a page of the bank itself', { 'sec-fetch-site': 'same-origin' }],
  ])('is refused as %s, and never gets CORS headers', async (_what, headers) => {
    const { secret } = await partner();
    const answer = await read(secret, '', headers);
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const asked = await call('OPTIONS', `${bank.shellUrl}/api/partner/applications`, {
      headers: { ...headers, 'access-control-request-method': 'GET', ...someAddress() },
    });
    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('needs a key that works: not that of a page, a person, or a partner that is off', async () => {
    const { made, key, secret } = await partner();
    for (const token of [
      undefined,
      key,
      admin.token,
      `${secret.slice(0, -1)}_`,
      secret.toLowerCase(),
      'sk_live_',
    ])
      expect((await read(token)).status).toBe(401);
    await administer('POST', `partners/${made.id}/activate`, { status: 'inactive' });
    expect((await read(secret)).status).toBe(401);
    const people = await call('GET', `${bank.shellUrl}/api/auth/me`, { token: secret });
    expect(people.status).toBe(401);
  });

  it('is limited by key, and guessing by address', async () => {
    const { secret } = await partner();
    const answers = await Promise.all(Array.from({ length: 260 }, () => read(secret)));
    // The window of a minute may end while they come.
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(20);
    const { secret: other } = await partner();
    expect((await read(other)).status).toBe(200);
    const address = someAddress();
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, at) => read(`sk_live_guess${at}`, '', address)),
    );
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(20);
    expect((await read(other, '', address)).status).toBe(200);
  });
});

describe('a secret key', () => {
  it('is shown once, stored as a digest, and logged by its hint', async () => {
    const made = await newPartner('Régie secrète');
    const headers = { 'idempotency-key': `secret-${made.id}` };
    const create = () =>
      administer<NewSecretKey & { code: string }>(
        'POST',
        `partners/${made.id}/secret_keys`,
        { mode: 'test' },
        headers,
      );
    const { key, secret } = (await create()).body;
    expect(secret).toMatch(/^sk_test_[\w-]{43}$/);
    expect((await create()).body.code).toBe('SECRET_SHOWN_ONCE');
    const rows = await database.rows('SELECT * FROM partner_secret_keys WHERE partner_id = ?', [made.id]);
    const line = (await logLines(database, 'action = ?', ['partner.secret_key_created'])).at(-1);
    expect([rows.length, JSON.stringify(rows).includes(secret)]).toEqual([1, false]);
    expect(line?.message).toBe(`Clé secrète ${key.hint} du partenaire « Régie secrète » créée.`);
    expect(JSON.stringify(line)).not.toContain(secret);
    expect((await administer<SecretKeys>('GET', `partners/${made.id}/secret_keys`)).body.keys).toEqual([key]);
    await read(secret);
    const [used] = (await administer<SecretKeys>('GET', `partners/${made.id}/secret_keys`)).body.keys;
    expect(used?.last_used_at).not.toBeNull();
  });

  it('ends at once and for good, and no more than five work at a time in a mode', async () => {
    const made = await newPartner();
    const keys = [];
    for (let count = 0; count < 5; count += 1) keys.push(await secretOf(made));
    const sixth = await administer<{ code: string }>('POST', `partners/${made.id}/secret_keys`, {
      mode: 'live',
    });
    expect(sixth.body.code).toBe('PARTNER_KEY_LIMIT');
    expect((await secretOf(made, 'test')).secret).toBeDefined();
    const [first] = keys;
    const revoke = (id: number, of = made.id) =>
      administer('POST', `partners/${of}/secret_keys/${id}/revoke`, {});
    expect((await revoke(first?.key.id ?? 0, (await newPartner()).id)).status).toBe(404);
    expect((await read(first?.secret)).status).toBe(200);
    for (const again of [200, 200]) expect((await revoke(first?.key.id ?? 0)).status).toBe(again);
    expect((await read(first?.secret)).status).toBe(401);
  });
});

describe('the scopes and the limit of a secret key', () => {
  const limited = async (request: object) => {
    const made = await newPartner();
    const path = `partners/${made.id}/secret_keys`;
    const { body } = await administer<NewSecretKey>('POST', path, {
      mode: 'test',
      name: 'Serveur',
      ...request,
    });
    return { made, path, ...body };
  };
  const webhooks = <Body = { code: string }>(
    token: string,
    method = 'GET',
    below = '',
    body?: object,
    headers: Record<string, string> = {},
  ) =>
    call<Body>(method, `${bank.shellUrl}/api/partner/webhooks${below}`, {
      token,
      headers: { ...someAddress(), ...headers },
      ...(body && { body }),
    });

  it('open only their own routes', async () => {
    const reader = await limited({ scopes: ['webhooks:read'] });
    const writer = await limited({ scopes: ['webhooks:write'] });
    const url = 'https://receiver.example/bank';
    expect((await read(reader.secret)).body.code).toBe('SCOPE_MISSING');
    expect((await webhooks(reader.secret)).status).toBe(200);
    expect((await webhooks(reader.secret, 'GET', '/messages')).status).toBe(200);
    for (const [method, below, body] of [
      ['PUT', '', { url }],
      ['POST', '/secret', {}],
      ['POST', '/test', {}],
      ['POST', '/messages/msg_x/resend', {}],
    ] as const) {
      const refused = await webhooks(reader.secret, method, below, body);
      expect([refused.status, refused.body.code]).toEqual([403, 'SCOPE_MISSING']);
    }
    expect((await webhooks(writer.secret)).status).toBe(403);
    const set = await webhooks<{ webhook: { url: string; mode: string } }>(writer.secret, 'PUT', '', { url });
    expect([set.status, set.body.webhook]).toMatchObject([200, { url, mode: 'test' }]);
    expect((await webhooks(writer.secret, 'PUT', '', { url: 'http://127.0.0.1/' })).status).toBe(422);
    const sent = await webhooks<{ id: string }>(writer.secret, 'POST', '/test', {});
    expect(sent.status).toBe(201);
    expect((await webhooks(writer.secret, 'POST', `/messages/${sent.body.id}/resend`, {})).status).toBe(200);
    const live = (
      await administer<NewSecretKey>('POST', writer.path, { mode: 'live', scopes: ['webhooks:write'] })
    ).body;
    expect((await webhooks(live.secret, 'POST', `/messages/${sent.body.id}/resend`, {})).status).toBe(404);
    const line = (await logLines(database, 'action = ?', ['partner.webhook_set'])).at(-1);
    expect(line?.message).toContain(writer.key.hint);
  });

  it('learn no name of a member of staff who has changed an address meanwhile', async () => {
    const { secret, made } = await limited({ scopes: ['webhooks:write'] });
    const [theirs, ours] = ['https://receiver.example/theirs', 'https://receiver.example/ours'];
    const set = await administer('PUT', `partners/${made.id}/webhooks/test`, { url: ours });
    expect(set.status).toBe(200);
    const late = await webhooks<{ code: string; error: string }>(secret, 'PUT', '', {
      url: theirs,
      seen: null,
    });
    expect([late.status, late.body.code]).toEqual([409, 'PARTNER_CHANGED']);
    expect(late.body.error).toMatch(/^Un collègue a modifié/);
  });

  it('replace a secret whose first answer was lost, once for an `Idempotency-Key`, of their own mode', async () => {
    const { secret, path } = await limited({ scopes: ['webhooks:write'] });
    const { body: live } = await administer<NewSecretKey>('POST', path, {
      mode: 'live',
      scopes: ['webhooks:write'],
    });
    type Renewed = { secret: string; webhook: { mode: string }; code: string };
    const renew = (by = secret, key = 'renewal') =>
      webhooks<Renewed>(by, 'POST', '/secret', {}, { 'idempotency-key': key });
    expect((await renew()).body.code).toBe('WEBHOOK_WITHOUT_ADDRESS');
    const lost = await webhooks<Renewed>(secret, 'PUT', '', { url: 'https://receiver.example/bank' });
    const answers = await Promise.all([renew(), renew(), renew()]);
    const [renewed] = answers.filter(({ status }) => status === 201);
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([
      201,
      'SECRET_SHOWN_ONCE',
      'SECRET_SHOWN_ONCE',
    ]);
    expect(renewed?.body.webhook.mode).toBe('test');
    expect(renewed?.body.secret).toMatch(/^whsec_/);
    expect(renewed?.body.secret).not.toBe(lost.body.secret);
    expect((await renew(secret, 'once-more')).status).toBe(201);
    expect((await renew(live.secret)).body.code).toBe('WEBHOOK_WITHOUT_ADDRESS');
    const lines = await logLines(database, 'action = ?', ['partner.webhook_secret']);
    expect(lines.slice(-2).every(({ message }) => message.includes('par son serveur (clé sk_test'))).toBe(
      true,
    );
  });

  it('send a test or an event again once for an `Idempotency-Key`, wherever the repeated call comes from', async () => {
    const { secret, path } = await limited({ scopes: ['webhooks:read', 'webhooks:write'] });
    const other = (await administer<NewSecretKey>('POST', path, { mode: 'test', scopes: ['webhooks:write'] }))
      .body;
    const live = (await administer<NewSecretKey>('POST', path, { mode: 'live', scopes: ['webhooks:write'] }))
      .body;
    for (const each of [secret, live.secret])
      await webhooks(each, 'PUT', '', { url: 'https://receiver.example/bank' });
    type Sent = { id: string; code: string };
    const send = (key: string, by = secret, below = '/test') =>
      webhooks<Sent>(by, 'POST', below, {}, { 'idempotency-key': key });
    const sent = await Promise.all([send('one'), send('one'), send('one', other.secret)]);
    expect(new Set(sent.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    const id = sent[0]?.body.id ?? '';
    expect((await send('one', live.secret)).body.id).not.toBe(id);
    expect((await send('two')).body.id).not.toBe(id);
    expect((await webhooks<{ messages: Sent[] }>(secret, 'GET', '/messages')).body.messages).toHaveLength(2);
    const again = await Promise.all([1, 2].map(() => send('again', secret, `/messages/${id}/resend`)));
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    expect((await send('one', secret, `/messages/${id}/resend`)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await send('not a key')).status).toBe(400);
    const resent = await logLines(database, 'action = ?', ['partner.webhook_resent']);
    expect(resent.filter(({ message }) => message.includes(id))).toHaveLength(1);
  });

  it('admit so many calls a minute, of each key by itself', async () => {
    const { secret, path } = await limited({ scopes: ['applications:read'], calls_per_minute: 10 });
    const other = (await administer<NewSecretKey>('POST', path, { mode: 'test' })).body;
    const answers = await Promise.all(Array.from({ length: 25 }, () => read(secret)));
    const refused = answers.filter(({ status }) => status === 429);
    // The minute may change once meanwhile.
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await read(other.secret)).status).toBe(200);
  });

  it.each([
    { scopes: [] },
    { scopes: ['money:move'] },
    { scopes: ['applications:read', 'applications:read'] },
    { calls_per_minute: 9 },
    { calls_per_minute: 601 },
    { days: 0 },
    { days: 731 },
    { name: 'x'.repeat(61) },
  ])('are refused: %j', async (wrong) => {
    const made = await newPartner();
    const path = `partners/${made.id}/secret_keys`;
    expect((await administer('POST', path, { mode: 'test', ...wrong })).status).toBe(422);
  });
});

describe('a secret key with an end', () => {
  it('works until then, and a replaced one for the overlap beside the new one', async () => {
    const made = await newPartner();
    const path = `partners/${made.id}/secret_keys`;
    const old = (
      await administer<NewSecretKey>('POST', path, { mode: 'test', name: 'Serveur', calls_per_minute: 60 })
    ).body;
    const rotate = (id: number, hours?: number) =>
      administer<NewSecretKey>(
        'POST',
        `${path}/${id}/rotate`,
        hours === undefined ? {} : { overlap_hours: hours },
      );
    const next = await rotate(old.key.id);
    expect([next.status, next.body.key]).toMatchObject([
      201,
      { name: 'Serveur', calls_per_minute: 60, scopes: ['applications:read'], expires_at: null },
    ]);
    for (const secret of [old.secret, next.body.secret]) expect((await read(secret)).status).toBe(200);
    expect((await rotate(old.key.id)).status).toBe(404);
    const { keys } = (await administer<SecretKeys>('GET', path)).body;
    expect(keys.find(({ id }) => id === old.key.id)).toMatchObject({ replaced_by: next.body.key.id });
    const end = Date.parse(keys.find(({ id }) => id === old.key.id)?.expires_at ?? '') - Date.now();
    expect(Math.round(end / 3_600_000)).toBe(24);
    await database.rows('UPDATE partner_secret_keys SET expires_at = ? WHERE id = ?', [
      new Date(Date.now() - 1_000),
      old.key.id,
    ]);
    expect((await read(old.secret)).status).toBe(401);
    expect((await rotate(next.body.key.id, 0)).status).toBe(201);
    expect((await read(next.body.secret)).status).toBe(401);
    expect((await rotate(next.body.key.id, 169)).status).toBe(422);
  });

  it('is replaced beside others only as long as one more works than may be made', async () => {
    const made = await newPartner();
    const path = `partners/${made.id}/secret_keys`;
    const keys: NewSecretKey[] = [];
    for (let count = 0; count < 5; count += 1) keys.push(await secretOf(made));
    const rotate = (id = 0, hours = 24) =>
      administer<NewSecretKey & { code?: string }>('POST', `${path}/${id}/rotate`, { overlap_hours: hours });
    const next = await rotate(keys[0]?.key.id);
    expect(next.status).toBe(201);
    const beyond = await Promise.all([rotate(next.body.key.id), rotate(keys[1]?.key.id)]);
    expect(beyond.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'PARTNER_KEY_LIMIT'],
      [409, 'PARTNER_KEY_LIMIT'],
    ]);
    // A key that has leaked ends at once.
    expect((await rotate(keys[1]?.key.id, 0)).status).toBe(201);
    expect((await administer('POST', `${path}/${keys[0]?.key.id ?? 0}/revoke`, {})).status).toBe(200);
    const races = await Promise.all([rotate(next.body.key.id), rotate(keys[2]?.key.id)]);
    expect(races.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('that was made before scopes reads applications as it did', async () => {
    const { made, secret } = await partner();
    const before = `sk_live_${'b'.repeat(43)}`;
    await database.rows(
      `INSERT INTO partner_secret_keys (partner_id, mode, digest, hint, created_at)
       VALUES (?, 'live', UNHEX(SHA2(?, 256)), 'sk_live_bbbb...bbbb', UTC_TIMESTAMP(3))`,
      [made.id, before],
    );
    for (const each of [before, secret]) expect((await read(each)).status).toBe(200);
    const { keys } = (await administer<SecretKeys>('GET', `partners/${made.id}/secret_keys`)).body;
    expect(keys[0]).toMatchObject({
      name: '',
      scopes: ['applications:read'],
      calls_per_minute: 120,
      expires_at: null,
    });
  });
});

describe('the reference of a page', () => {
  it.each(['x:y:z', 'marie@example.org', 'a b', 'x'.repeat(65), ''])(
    'is refused with the key: %j',
    async (reference) => {
      const { key } = await partner();
      const found = await frame('signup', encodeURIComponent(`${key}:${reference}`));
      expect(found.status).toBe(404);
    },
  );

  it('that a frame did not get is checked by the server', async () => {
    const { key } = await partner();
    const { token } = (await frame('signup', key)).data;
    const { email, first_name, last_name } = somebody();
    const said = { partner: key, token, email, first_name, last_name, reference: 'marie@example.org' };
    expect((await send('signup', said)).status).toBe(422);
  });
});

describe('the test mode', () => {
  const traces = async () => {
    const tables = [
      'users',
      'accounts',
      'pending_signups',
      'partner_applications',
      'conversations',
      'tickets',
      'partner_days',
    ];
    const sums = tables.map((table) => `(SELECT COUNT(*) FROM ${table}) AS ${table}`).join(', ');
    const [counts] = await database.rows(`SELECT ${sums}`);
    return counts;
  };

  it.each([
    ['approved@test.example', 'approved', 'approved'],
    ['anybody@example.org', 'approved', 'approved'],
    ['name-taken@test.example', 'name-taken', 'pending'],
    ['Email-Known@test.example', 'email-known', 'pending'],
    ['undecided@test.example', 'undecided', 'completed'],
    ['refused@test.example', 'refused', 'rejected'],
  ])('plays the outcome of %s, and leaves nothing real behind', async (email, outcome, status) => {
    const { key, secret } = await partner('test');
    const before = await traces();
    const { status: code, body } = await apply(`${key}:essai`, email);
    expect([code, body.code, body.test_outcome]).toEqual([201, '', outcome]);
    expect(await traces()).toEqual(before);
    expect((await read(secret, `/${body.application_id}`)).body).toMatchObject({
      status,
      reference: 'essai',
    });
    const lines = await database.rows('SELECT id FROM audit_log WHERE email = ? OR params LIKE ?', [
      email,
      `%${email}%`,
    ]);
    expect(lines).toEqual([]);
  });

  it('warns no customer whose e-mail is typed, and does not keep it', async () => {
    const { email } = await newCustomer(bank.shellUrl, {}).then(async ({ id }) => {
      const [row] = await database.rows('SELECT email FROM users WHERE id = ?', [id]);
      return { email: row?.email ?? '' };
    });
    const sent = (await outboxOf(bank.dataDir, 'eml', email)).length;
    const { key } = await partner('test');
    expect((await apply(key, email)).body.test_outcome).toBe('approved');
    expect((await outboxOf(bank.dataDir, 'eml', email)).length).toBe(sent);
    const columns = await database.rows(`SELECT * FROM test_applications`);
    expect(JSON.stringify(columns)).not.toContain(email);
  });

  it('is down on request', async () => {
    const { key } = await partner('test');
    const down = await apply(key, 'down@test.example');
    expect([down.status, down.body.code, down.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '5']);
  });

  longIt('is slow on request', async () => {
    const { key } = await partner('test');
    const started = performance.now();
    expect((await apply(key, 'slow@test.example')).body.test_outcome).toBe('slow');
    expect(performance.now() - started).toBeGreaterThan(4_900);
  });

  it('is once for one key of a repeated call, and spends its frame', async () => {
    const { key } = await partner('test');
    const { token } = (await frame('signup', key)).data;
    const person = {
      partner: key,
      token,
      first_name: 'Zoé',
      last_name: 'Martin',
      email: 'approved@test.example',
    };
    const headers = { ...someAddress(), 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => send('signup', person, headers)));
    expect(new Set(answers.map(({ body }) => body.application_id)).size).toBe(1);
    const replayed = await send('signup', person, { 'idempotency-key': randomUUID() });
    expect([replayed.status, replayed.body.code]).toEqual([403, 'FRAME_TOKEN_INVALID']);
  });

  it('cannot be mixed with live keys, nor with those of another partner', async () => {
    const made = await newPartner();
    const [live, test, other] = [
      made.keys[0]?.key ?? '',
      await keyOf(made, 'test'),
      (await partner('test')).key,
    ];
    const { email, first_name, last_name } = somebody();
    const before = await traces();
    for (const [loaded, used] of [
      [test, live],
      [live, test],
      [test, other],
      [test, test.replace('pk_test_', 'pk_live_')],
      [live, live.replace('pk_live_', 'pk_test_')],
    ] as const) {
      const { token } = (await frame('signup', loaded)).data;
      const answer = await send('signup', { partner: used, token, email, first_name, last_name });
      expect([answer.status, answer.body.code]).toEqual([403, 'FRAME_TOKEN_INVALID']);
    }
    expect(await traces()).toEqual(before);
    // What continues at the bank needs a code, and the test mode has none.
    const { body } = await apply(test, email);
    for (const code of ['', body.application_id]) {
      const arrival = await call('POST', `${bank.shellUrl}/continue`, {
        body: `code=${code}`,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: bank.embedUrl,
          ...someAddress(),
        },
      });
      expect(arrival.headers.get('set-cookie')).toBeNull();
    }
  });

  it('counts no opening and keeps no conversation', async () => {
    const { key } = await partner('test');
    const before = await traces();
    const opened = await send('opens', {
      partner: key,
      widget: 'chat',
      token: (await frame('chat', key)).data.token,
    });
    expect(opened.status).toBe(204);
    const secret = Buffer.from(randomUUID() + randomUUID())
      .subarray(0, 32)
      .toString('base64url');
    const { token } = (await frame('chat', key)).data;
    const asked = {
      partner: key,
      token,
      secret,
      lines: [{ type: 'user', content: 'Bonjour', timestamp: new Date().toISOString() }],
      visitor: { email: 'marie@example.org', consent: true },
    };
    const answers = [
      await send<{ conversation: unknown }>('conversation', asked),
      await send<{ conversation: unknown }>('conversation/read', { partner: key, secret }),
      await send<{ conversation: unknown }>('conversation/end', { partner: key, secret }),
    ];
    expect(answers.map(({ status, body }) => [status, body.conversation])).toEqual([
      [201, null],
      [200, null],
      [200, null],
    ]);
    expect(await traces()).toEqual(before);
  });

  it('is marked in the frame’s document, and a live frame has nothing of it', async () => {
    const { key, made } = await partner('test');
    for (const widget of ['signup', 'chat']) {
      const { body, data } = await frame(widget, key);
      expect(body).toContain('<span lang="fr">Mode test</span>');
      expect(data).toMatchObject({ mark: { test: true } });
      const live = await frame(widget, made.keys[0]?.key ?? '');
      expect([live.body.includes('test-mode'), 'mark' in live.data]).toEqual([false, false]);
    }
    const style = await call<string>('GET', `${bank.embedUrl}/embed/test-mode.css`);
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  });
});
