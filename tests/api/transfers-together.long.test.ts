import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { type OwnEvent, unpacked } from '../../bff/src/platform/events/packed-events';
import { defaultPreferences } from '@bank/contracts/settings';
import { startBank, type Bank } from '../support/bank';
import {
  connectTo,
  newCustomer,
  newPassword,
  type SignedIn,
  type TestConnection,
} from '../support/customers';
import { call, type Answer } from '../support/http';
import { freePorts, ServerProcess } from '../support/server';
import { statuses } from './people';

const atOnce = 64;

let bank: Bank;
let database: TestConnection;

beforeAll(async () => {
  bank = await startBank({ env: { JOBS_EVERY_SECONDS: '0' } });
  database = connectTo(bank.migrationUrl);
});
afterAll(async () => {
  await database.end();
  await bank.stop();
});

type Sent = Answer<{ code?: string; reference?: string; balance?: number }>;

const send = (who: SignedIn, body: object, key?: string, shellUrl = bank.shellUrl): Promise<Sent> =>
  call('POST', `${shellUrl}/api/balance/transfer`, {
    token: who.token,
    body,
    headers: { ...(key && { 'idempotency-key': key }) },
  });

async function customersWith(euros: number, count: number): Promise<SignedIn[]> {
  const people: SignedIn[] = [];
  for (let at = 0; at < count; at += 1) people.push(await newCustomer(bank.shellUrl));
  for (const { token } of people) {
    const body = { amount: euros, type: 'add' };
    if (euros > 0) await call('POST', `${bank.shellUrl}/api/balance/update`, { token, body });
  }
  return people;
}

async function balancesOf(people: SignedIn[]): Promise<number[]> {
  const sql = 'SELECT user_id, balance FROM accounts WHERE user_id IN (?)';
  const rows = await database.rows(sql, [people.map(({ id }) => id)]);
  const balances = new Map(rows.map(({ user_id, balance }) => [Number(user_id), Number(balance)]));
  return people.map(({ id }) => balances.get(id) ?? NaN);
}

/** Every transfer is its sender's and sums to zero, each balance is the sum and the last line of its entries, and all sum to zero. */
async function verifyBooks(): Promise<void> {
  const unequal = await database.rows(
    `SELECT a.id FROM accounts a LEFT JOIN entries e ON e.account_id = a.id GROUP BY a.id
     HAVING MAX(a.balance) <> COALESCE(SUM(e.amount), 0)
       OR MAX(a.balance) <> COALESCE((SELECT l.balance_after FROM entries l WHERE l.account_id = a.id
         ORDER BY l.id DESC LIMIT 1), 0)`,
  );
  const unbalanced = await database.rows(
    'SELECT transfer_id FROM entries GROUP BY transfer_id HAVING SUM(amount) <> 0 OR COUNT(*) <> 2',
  );
  const broken = await database.rows(
    `SELECT id FROM (SELECT id, balance_after - amount AS before_it,
       COALESCE(LAG(balance_after) OVER (PARTITION BY account_id ORDER BY id), 0) AS last FROM entries) followed
     WHERE before_it <> last`,
  );
  const foreign = await database.rows(
    `SELECT t.id FROM transfers t JOIN entries e ON e.transfer_id = t.id AND e.amount < 0
     JOIN accounts a ON a.id = e.account_id WHERE t.kind = 'transfer' AND a.user_id <> t.created_by`,
  );
  const [sum] = await database.rows('SELECT SUM(balance) AS total FROM accounts');
  expect([unequal, unbalanced, broken, foreign, sum?.total]).toEqual([[], [], [], [], '0']);
}

/** The live events of transfers, and of the notifications of them; many of one commit share a row. */
async function published(references: (string | undefined)[]) {
  const rows = (await database.rows(
    'SELECT user_id AS userId, type, data FROM events',
  )) as unknown as OwnEvent[];
  const events = rows.flatMap((row) => unpacked(row, () => true));
  const told = await database.rows(
    `SELECT id, user_id AS userId FROM notifications WHERE JSON_VALUE(text_values, '$.reference') IN (?)`,
    [references],
  );
  const of = (type: string) =>
    events
      .filter((event) => event.type === type)
      .map(({ userId, data }) => ({ userId, ...(JSON.parse(data) as { id?: number; reference?: string }) }));
  const ids = new Set(of('notification').map(({ id, userId }) => `${id} ${userId}`));
  return {
    notifications: told.filter(({ id, userId }) => ids.has(`${String(id)} ${String(userId)}`)).length,
    events: of('transaction').filter(({ reference }) => references.includes(reference)).length,
  };
}

const recorded = async (references: (string | undefined)[]) => {
  const count = async (sql: string) => Number((await database.rows(sql, [references]))[0]?.count);
  return {
    entries: await count(
      `SELECT COUNT(*) AS count FROM entries e JOIN transfers t ON t.id = e.transfer_id WHERE t.reference IN (?)`,
    ),
    lines: await count(
      `SELECT COUNT(*) AS count FROM audit_log WHERE action = 'ledger.transfer'
       AND JSON_VALUE(params, '$.reference') IN (?)`,
    ),
    ...(await published(references)),
  };
};

it('gives each of 64 transfers at once its own outcome, answer, log line and notification', async () => {
  const rich = await customersWith(100, 4);
  const [poor, closed, muted] = (await customersWith(0, 3)) as [SignedIn, SignedIn, SignedIn];
  await database.rows(`UPDATE users SET status = 'inactive' WHERE id = ?`, [closed.id]);
  const { status } = await call('PUT', `${bank.shellUrl}/api/settings/preferences`, {
    token: muted.token,
    body: { ...defaultPreferences, transactionAlerts: false, currentPassword: newPassword },
  });
  expect(status).toBe(200);
  const from = (at: number) => rich[at % rich.length] as SignedIn;
  const to = (at: number) => rich[(at + 1) % rich.length] as SignedIn;
  const one = (at: number) => {
    if (at % 8 === 0) return send(poor, { recipient_id: from(at).id, amount: 500.01 });
    if (at % 8 === 1) return send(from(at), { recipient_id: closed.id, amount: 1 });
    if (at % 8 === 2) return send(from(2), { recipient_id: to(2).id, amount: 3 }, 'the-same');
    if (at % 8 === 3) return send(from(2), { recipient_id: to(2).id, amount: 4 }, 'the-same');
    return send(from(at), { recipient_id: at % 8 === 4 ? muted.id : to(at).id, amount: 1 }, `own-${at}`);
  };
  const answers = await Promise.all(Array.from({ length: atOnce }, (_, at) => one(at)));
  const of = (kind: number) => answers.filter((_answer, at) => at % 8 === kind);
  const codes = (kind: number) => [...new Set(of(kind).map(({ status, body }) => `${status} ${body.code}`))];
  expect(codes(0)).toEqual(['422 INSUFFICIENT_FUNDS']);
  expect(codes(1)).toEqual(['404 RECIPIENT_NOT_FOUND']);
  expect(new Set([...codes(2), ...codes(3)])).toEqual(
    new Set(['201 undefined', '422 IDEMPOTENCY_KEY_REUSED']),
  );
  const repeated = [...of(2), ...of(3)].filter(({ status }) => status === 201);
  expect(repeated).toHaveLength(8);
  expect(new Set(repeated.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  for (const kind of [4, 5, 6, 7]) expect(codes(kind)).toEqual(['201 undefined']);
  const own = [4, 5, 6, 7].flatMap((kind) => of(kind).map(({ body }) => body.reference));
  expect(new Set(own).size).toBe(32);
  expect(await recorded(own)).toEqual({ entries: 64, lines: 32, notifications: 24, events: 64 });
  const balances = await balancesOf([...rich, poor, closed, muted]);
  expect(balances.slice(4)).toEqual([0, 0, 800]);
  expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(40_000);
  await verifyBooks();
});

it('spends no cent twice, and keeps no key of a refused transfer', async () => {
  const [payer, ...shops] = (await customersWith(10, 4)) as [SignedIn, ...SignedIn[]];
  await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [payer.id]);
  const order = (at: number) => ({ recipient_id: (shops[at % 3] as SignedIn).id, amount: 1 });
  const answers = await Promise.all(
    Array.from({ length: atOnce }, (_, at) => send(payer, order(at), `spend-${at}`)),
  );
  expect(statuses(answers)).toEqual({ 201: 10, 422: 54 });
  expect((await balancesOf([payer, ...shops])).reduce((sum, balance) => sum + balance, 0)).toBe(4_000);
  const [kept] = await database.rows(
    'SELECT COUNT(*) AS count, COUNT(answer) AS answers FROM idempotency_keys WHERE client = ?',
    [`user:${payer.id}`],
  );
  expect([kept?.count, kept?.answers]).toEqual(['10', '10']);
  await call('POST', `${bank.shellUrl}/api/balance/update`, {
    token: payer.token,
    body: { amount: 1, type: 'add' },
  });
  const refused = answers.findIndex(({ status }) => status === 422);
  expect((await send(payer, order(refused), `spend-${refused}`)).status).toBe(201);
  await verifyBooks();
});

it('lets a locked account delay only its own transfers', async () => {
  const [held, ...others] = (await customersWith(10, 5)) as [SignedIn, ...SignedIn[]];
  const holder = await mysql.createConnection(bank.migrationUrl);
  await holder.query('START TRANSACTION');
  await holder.query('SELECT id FROM accounts WHERE user_id = ? FOR UPDATE', [held.id]);
  let isDone = false;
  const waiting = Promise.all([
    send(others[0] as SignedIn, { recipient_id: held.id, amount: 1 }),
    send(held, { recipient_id: (others[0] as SignedIn).id, amount: 2 }),
  ]).then((answers) => {
    isDone = true;
    return answers;
  });
  await sleep(100);
  const free = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      send(others[1 + (at % 3)] as SignedIn, {
        recipient_id: (others[1 + ((at + 1) % 3)] as SignedIn).id,
        amount: 1,
      }),
    ),
  );
  expect([statuses(free), isDone]).toEqual([{ 201: 30 }, false]);
  await holder.query('COMMIT');
  await holder.end();
  expect(statuses(await waiting)).toEqual({ 201: 2 });
  expect(await balancesOf([held])).toEqual([900]);
});

it('moves money once when the server is killed in between and the calls are repeated by their keys', async () => {
  const people = await customersWith(100, 4);
  const once = (at: number) =>
    send(
      people[at % 4] as SignedIn,
      { recipient_id: (people[(at + 1) % 4] as SignedIn).id, amount: 1 },
      `killed-${at}`,
    );
  for (const afterMs of [10, 25, 45]) {
    const round = Array.from({ length: atOnce }, (_, at) => afterMs * 1_000 + at);
    const first = Promise.allSettled(round.map(once));
    await sleep(afterMs);
    await bank.kill();
    const early = await first;
    await bank.start();
    const answers = await Promise.all(round.map(once));
    expect(statuses(answers)).toEqual({ 201: atOnce });
    for (const [at, result] of early.entries()) {
      if (result.status === 'fulfilled' && result.value.status === 201) {
        expect(answers[at]?.body).toEqual(result.value.body);
      }
    }
    expect(await balancesOf(people)).toEqual([10_000, 10_000, 10_000, 10_000]);
    await verifyBooks();
  }
  const [moved] = await database.rows(
    `SELECT COUNT(*) AS count FROM transfers t JOIN idempotency_keys k
       ON JSON_VALUE(k.answer, '$.reference') = t.reference WHERE k.idempotency_key LIKE 'killed-%'`,
  );
  expect(moved?.count).toBe(String(3 * atOnce));
});

it('stays exact with two servers over the same accounts and keys, one of which stops', async () => {
  const people = await customersWith(100, 3);
  const other = new ServerProcess(await freePorts(), {
    DATABASE_URL: bank.databaseUrl,
    DATABASE_MIGRATION_URL: bank.migrationUrl,
    DATA_DIR: bank.dataDir,
    JOBS_EVERY_SECONDS: '0',
  });
  await other.start();
  const urls = [bank.shellUrl, `http://localhost:${other.port}`];
  const order = (at: number, url: string | undefined) =>
    send(
      people[at % 3] as SignedIn,
      { recipient_id: (people[(at + 1) % 3] as SignedIn).id, amount: 1 },
      `both-${at}`,
      url,
    );
  const both = await Promise.all(
    Array.from({ length: 2 * atOnce }, (_, at) => order(Math.floor(at / 2), urls[at % 2])),
  );
  expect(statuses(both)).toEqual({ 201: 2 * atOnce });
  for (let at = 0; at < both.length; at += 2) expect(both[at]?.body).toEqual(both[at + 1]?.body);
  await verifyBooks();

  const late = Array.from({ length: atOnce }, (_, at) => 300 + at);
  const stopped = Promise.allSettled(late.map((at) => order(at, urls[1])));
  await sleep(15);
  await other.stop();
  const answered = (await stopped).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [kept] = await database.rows(
    `SELECT COUNT(*) AS count FROM idempotency_keys WHERE idempotency_key LIKE 'both-3__'`,
  );
  expect(statuses(answered)).toEqual(answered.length > 0 ? { 201: answered.length } : {});
  expect(Number(kept?.count)).toBe(answered.length);
  await Promise.all(late.map((at) => order(at, urls[0])));
  const total = (await balancesOf(people)).reduce((sum, balance) => sum + balance, 0);
  expect(total).toBe(30_000);
  await verifyBooks();
  expect(other.logs()).not.toMatch(/failed|"level":[56]0/);
}, 120_000);
