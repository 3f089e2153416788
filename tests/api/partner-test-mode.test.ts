/** @jest-environment ./tests/support/bank-environment.ts */
import { randomUUID } from 'node:crypto';
import { longIt } from '../support/at-length';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
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
const { newPartner, keyOf, frame, send, apply, read, partner } = partnersOf(bank, () => admin.token);

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
