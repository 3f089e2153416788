/** @jest-environment ./tests/support/bank-environment.ts */
import { createHash } from 'node:crypto';
import { canonicalJson, replayedHeader } from '../../bff/src/platform/http/idempotency-key';
import { sharedBank } from '../support/shared-bank';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';

const { bank, database } = sharedBank();
let marie: SignedIn;

beforeAll(async () => {
  marie = await newCustomer(bank.shellUrl);
});

const add = (who: SignedIn, key: string, amount: number) =>
  call('POST', `${bank.shellUrl}/api/balance/update`, {
    token: who.token,
    body: { amount, type: 'add' },
    headers: { 'idempotency-key': key },
  });
const balanceOf = async ({ token }: SignedIn) =>
  (await call<{ balance: { current_balance: number } }>('GET', `${bank.shellUrl}/api/solde/check`, { token }))
    .body.balance.current_balance;

describe('a call with a key', () => {
  it('moves money once for any number of simultaneous copies', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => add(marie, 'fifty', 25)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await balanceOf(marie)).toBe(25);
    const [{ entries }] = (await database.rows(
      'SELECT COUNT(*) AS entries FROM entries e JOIN accounts a ON a.id = e.account_id WHERE a.user_id = ?',
      [marie.id],
    )) as [{ entries: string }];
    expect(entries).toBe('1');
  });

  it('returns the first response again later, although the balance has changed', async () => {
    const first = await add(marie, 'later', 10);
    await add(marie, 'between', 1);
    const again = await add(marie, 'later', 10);
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  it('carries the time of the first one in the answer that repeats its own, and only there', async () => {
    const before = Date.now();
    const first = await add(marie, 'marked', 10);
    const after = Date.now();
    const again = await add(marie, 'marked', 10);
    const other = await add(marie, 'marked', 11);
    expect([first, other].map(({ headers }) => headers.get(replayedHeader))).toEqual([null, null]);
    const firstAt = Date.parse(again.headers.get(replayedHeader) ?? '');
    expect(firstAt).toBeGreaterThan(before - 1_000);
    expect(firstAt).toBeLessThan(after + 1_000);
  });

  it('marks the repeated transfer too, whose calls are committed together', async () => {
    const paul = await newCustomer(bank.shellUrl);
    const send = () =>
      call('POST', `${bank.shellUrl}/api/balance/transfer`, {
        token: marie.token,
        body: { recipient_id: paul.id, amount: 1 },
        headers: { 'idempotency-key': 'marked-transfer' },
      });
    const marks = [await send(), await send()].map(({ headers }) => headers.has(replayedHeader));
    expect(marks).toEqual([false, true]);
  });

  it('ignores the order of the fields', async () => {
    const send = (body: string) =>
      call('POST', `${bank.shellUrl}/api/balance/update`, {
        token: marie.token,
        body,
        headers: { 'idempotency-key': 'order', 'content-type': 'application/json' },
      });
    const first = await send('{"amount":2.50,"type":"add"}');
    const again = await send('{ "type": "add", "amount": 2.5 }');
    expect(again.body).toEqual(first.body);
  });

  it('is refused with another body, and among simultaneous ones only the first body counts', async () => {
    await add(marie, 'reused', 10);
    const before = await balanceOf(marie);
    const other = await add(marie, 'reused', 11);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await balanceOf(marie)).toBe(before);

    const mixed = await Promise.all(Array.from({ length: 20 }, (_, at) => add(marie, 'mixed', 1 + (at % 2))));
    const moved = mixed.filter(({ status }) => status === 201);
    expect(moved).toHaveLength(10);
    expect(new Set(moved.map(({ body }) => body.reference)).size).toBe(1);
    expect([before + 1, before + 2]).toContain(await balanceOf(marie));
  });

  it('belongs to its sender', async () => {
    const paul = await newCustomer(bank.shellUrl);
    await add(marie, 'mine', 10);
    expect((await add(paul, 'mine', 3)).status).toBe(201);
    expect(await balanceOf(paul)).toBe(3);
  });

  it('may be sent again after a refusal', async () => {
    const refused = await add(marie, 'second-try', 10_001);
    expect(refused.status).toBe(422);
    expect((await add(marie, 'second-try', 100)).status).toBe(201);
  });

  it.each(['a b', 'x'.repeat(256), 'é'])('is refused when the key is %j', async (key) => {
    const latin = Buffer.from(key, 'utf8').toString('latin1');
    const answer = await add(marie, latin, 10);
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_IDEMPOTENCY_KEY']);
  });

  it('without one, every call is a new one', async () => {
    const before = await balanceOf(marie);
    const send = () =>
      call('POST', `${bank.shellUrl}/api/balance/update`, {
        token: marie.token,
        body: { amount: 1, type: 'add' },
      });
    await Promise.all(Array.from({ length: 30 }, send));
    expect(await balanceOf(marie)).toBe(before + 30);
  });
});

describe('the stored data of a call with a key', () => {
  let admin: SignedIn;
  const ask = (path: string, key: string, body: object) =>
    call<{ token?: string; code?: string }>('POST', `${bank.shellUrl}/api/${path}`, {
      token: admin.token,
      body,
      headers: { 'idempotency-key': key },
    });
  const kept = (key: string) =>
    database.rows(
      'SELECT HEX(request_hash) AS hash, answer FROM idempotency_keys WHERE idempotency_key = ?',
      [key],
    );

  beforeAll(async () => {
    admin = await newCustomer(bank.shellUrl);
    await promote(database, admin);
  });

  it('contains no password, and no digest to test passwords with', async () => {
    const email = 'guessed@example.org';
    const body = { email, first_name: 'Zoé', last_name: 'Martin', password: 'one-of-a-few-guesses' };
    expect((await ask('admin/users', 'with-password', body)).status).toBe(201);
    const guess = createHash('sha256')
      .update(`POST /api/admin/users\n${canonicalJson(body)}`)
      .digest('hex');
    const [row] = await kept('with-password');
    expect(row?.hash).toHaveLength(64);
    expect(row?.hash?.toLowerCase()).not.toBe(guess);
    expect((await ask('admin/users', 'with-password', body)).status).toBe(201);
    const other = { ...body, password: 'another-of-few-guesses' };
    expect((await ask('admin/users', 'with-password', other)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('contains no secret response; a repeated call is refused with SECRET_SHOWN_ONCE', async () => {
    const body = { team: 'Cartes', remotes: ['cards'] };
    const answers = await Promise.all([1, 2, 3].map(() => ask('admin/deploy_tokens', 'token', body)));
    const [made, ...more] = answers.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    const repeated = answers.filter(({ status }) => status === 409);
    expect(repeated.map((answer) => answer.body.code)).toEqual(['SECRET_SHOWN_ONCE', 'SECRET_SHOWN_ONCE']);
    expect(await kept('token')).toMatchObject([{ answer: null }]);
    const everything = JSON.stringify(await database.rows('SELECT * FROM idempotency_keys'));
    expect(made?.body.token).toMatch(/^bpd_/);
    expect(everything).not.toContain(made?.body.token);
    expect((await ask('admin/deploy_tokens', 'token', { ...body, team: 'Kyc' })).body.code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });
});
