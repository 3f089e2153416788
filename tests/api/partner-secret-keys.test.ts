/** @jest-environment ./tests/support/bank-environment.ts */
import type { NewSecretKey, SecretKeys } from '../../libs/contracts/partner-servers';
import { ageSessions, newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { logLines } from '../support/log-lines';
import { sharedBank } from '../support/shared-bank';
import { partnersOf } from './partner-fixture';
import { someAddress } from './people';

const { bank, database } = sharedBank();
let admin: SignedIn;

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
});
const { newPartner, secretOf, read, partner, admin: administer } = partnersOf(bank, () => admin.token);

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

it('makes and replaces a secret key in an older session with an approval alone, and reports it to the maker', async () => {
  const made = await newPartner('Passerelle');
  const maker = await newCustomer(bank.shellUrl);
  await promote(database, maker);
  const send = (below: string, body: object, approve = false) =>
    call<NewSecretKey & { code?: string; approval?: { summary: object } }>(
      'POST',
      `${bank.shellUrl}/api/admin/partners/${made.id}/${below}`,
      { token: maker.token, body, approve },
    );
  const wanted = { mode: 'live', name: 'Serveur', scopes: ['applications:read'] };
  const { status, body } = await send('secret_keys', wanted);
  expect(status).toBe(201);
  await ageSessions(database, maker);
  const summary = { action: 'partner_key', detail: 'Passerelle · live · Serveur · applications:read' };
  const asked = { status: 403, body: { code: 'APPROVAL_REQUIRED', approval: { summary } } };
  const rotate = `secret_keys/${body.key.id}/rotate`;
  expect(await send('secret_keys', wanted)).toMatchObject(asked);
  expect(await send(rotate, {})).toMatchObject(asked);
  expect((await administer<SecretKeys>('GET', `partners/${made.id}/secret_keys`)).body.keys).toHaveLength(1);
  expect((await send('secret_keys', wanted, true)).status).toBe(201);
  expect((await send(rotate, {}, true)).status).toBe(201);
  const told = `SELECT type FROM notifications WHERE user_id = ? AND text_key = 'partner_key_made'`;
  expect(await database.rows(told, [maker.id])).toEqual(Array(3).fill({ type: 'security' }));
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
