import { atLength, longIt } from '../support/at-length';
import { startBank, type Bank } from '../support/bank';
import { newId } from '../support/clearing-house';
import { connectTo, type TestConnection } from '../support/customers';
import { whileLocked } from '../support/held-lock';
import { freePorts, runCommand, ServerProcess } from '../support/server';
import { until } from '../support/until';
import { balanceOfBank } from './bank-balance';
import { collectionCalls, dayFromNow, energy } from './collections-fixture';

let bank: Bank;
let database: TestConnection;
let other: ServerProcess;
let c: ReturnType<typeof collectionCalls>;

/** A server runs the jobs every second; in the long run, two do. */
beforeAll(async () => {
  const env = { JOBS_EVERY_SECONDS: '1', CALLS_PER_MINUTE: '100000' };
  bank = await startBank({ env });
  database = connectTo(bank.migrationUrl);
  c = collectionCalls(bank, database);
  await settleEveryDay();
  const { databaseUrl: DATABASE_URL, migrationUrl: DATABASE_MIGRATION_URL, dataDir: DATA_DIR } = bank;
  other = new ServerProcess(await freePorts(), {
    DATABASE_URL,
    DATABASE_MIGRATION_URL,
    DATA_DIR,
    ...env,
    ...bank.rail.environment,
  });
  if (atLength(2, 1) > 1) await other.start();
});
afterAll(async () => {
  await other.stop();
  await database.end();
  await bank.stop();
});

/** As the demonstration’s clearing house does; otherwise the tests would depend on the day of the week. */
const settleEveryDay = () =>
  database.rows(`REPLACE INTO bank_settings (name, value) VALUES ('sepa_cut_offs', '*')`);
/** Their day has come. */
const makeDue = () =>
  database.rows(`UPDATE direct_debits SET due_on = ? WHERE status = 'upcoming'`, [dayFromNow(0)]);
const coming = (iban: string, changed = {}) =>
  c.collectionOf(iban, { dueOn: dayFromNow(4), transactionId: newId(), ...changed });
const count = async (status: string) =>
  Number((await database.rows('SELECT COUNT(*) AS n FROM direct_debits WHERE status = ?', [status]))[0]?.n);
const settled = () => until(async () => (await count('upcoming')) === 0);
const reported = async (transactionId: string) => {
  await until(() => Promise.resolve(c.reportsOf(transactionId).length > 0));
  return c.reportsOf(transactionId);
};

it('books a collection once on its day, and reports it', async () => {
  const who = await c.payer();
  const collection = coming(who.iban);
  await c.send(c.messageOf(collection));
  await makeDue();
  await settled();
  expect(await reported(collection.transactionId)).toMatchObject([{ status: 'ACSC' }]);
  expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
  expect(await c.debits(who)).toMatchObject([{ status: 'booked', due_on: dayFromNow(0) }]);
});

it('refuses on its day a collection that the account, a block or the rules do not allow', async () => {
  const [poor, blocked, strict] = [await c.payer(1), await c.payer(), await c.payer()];
  const minor = 60_000n;
  const tooMuch = coming(poor.iban, { amount: { minor, currency: 'EUR' } });
  const ofBlocked = coming(blocked.iban);
  const ofStrict = coming(strict.iban);
  await c.send(c.messageOf(tooMuch, ofBlocked, ofStrict));
  await c.block(blocked, (await c.mandates(blocked))[0]!);
  await c.settings(strict, { mode: 'listed', creditors: [] });
  await makeDue();
  await settled();
  for (const [collection, code] of [
    [tooMuch, 'AM04'],
    [ofBlocked, 'SL01'],
    [ofStrict, 'SL01'],
  ] as const) {
    expect(await reported(collection.transactionId)).toMatchObject([{ status: 'RJCT', reason: { code } }]);
  }
  expect(await c.calls.fundsOf(blocked)).toEqual([10_000, 0]);
});

it('takes nothing from the account of a person whose relation ends at that moment', async () => {
  const who = await c.payer();
  const collection = coming(who.iban);
  await c.send(c.messageOf(collection));
  await whileLocked(bank, {
    lock: `SELECT id FROM accounts WHERE user_id = ${who.id} FOR UPDATE`,
    begin: makeDue,
    waits: 'FROM accounts WHERE id IN (%) ORDER BY id FOR UPDATE',
    then: `UPDATE users SET status = 'inactive', deleted_at = NOW() WHERE id = ${who.id}`,
  });
  await settled();
  expect(await reported(collection.transactionId)).toMatchObject([
    { status: 'RJCT', reason: { code: 'AC04' } },
  ]);
  const balance = 'SELECT balance FROM accounts WHERE user_id = ?';
  expect(Number((await database.rows(balance, [who.id]))[0]?.balance)).toBe(10_000);
});

it('is settled although an earlier one fails, which is tried again', async () => {
  const [first, second] = [await c.payer(), await c.payer()];
  const failing = coming(first.iban);
  await c.send(c.messageOf(failing));
  await c.send(c.messageOf(coming(second.iban)));
  await database.rows(
    `CREATE TRIGGER fails BEFORE UPDATE ON direct_debits FOR EACH ROW
     IF NEW.transaction_id = '${failing.transactionId}' AND NEW.status = 'booked' THEN SIGNAL SQLSTATE '45000'; END IF`,
  );
  await makeDue();
  await until(async () => (await c.debits(second))[0]?.status === 'booked');
  expect((await c.debits(first))[0]?.status).toBe('upcoming');
  await database.rows('DROP TRIGGER fails');
  await settled();
  expect((await c.debits(first))[0]?.status).toBe('booked');
});

it('is refused or booked, never both, when the customer refuses it at that moment', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => c.payer()));
  const collections = people.map(({ iban }) => coming(iban));
  await c.send(c.messageOf(...collections));
  const debits = await Promise.all(people.map(async (who) => (await c.debits(who))[0]!));
  const due = makeDue();
  const acts = await Promise.all(people.map((who, index) => c.act(who, debits[index]!, 'refuse')));
  await due;
  await settled();
  for (const [index, who] of people.entries()) {
    const refused = acts[index]?.status === 200;
    expect(await c.calls.fundsOf(who)).toEqual([refused ? 10_000 : 6_010, 0]);
    const reports = await reported(collections[index]!.transactionId);
    expect(reports.map(({ status }) => status)).toEqual([refused ? 'RJCT' : 'ACSC']);
  }
});

it('settles a held collection after a day without an answer, once, or returns it without cover', async () => {
  const [rich, poor] = [await c.payer(), await c.payer(39.9)];
  await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [poor.id]);
  const second = coming(poor.iban, { dueOn: dayFromNow(0) });
  for (const { iban } of [rich, poor]) await c.collect(iban);
  await c.collect(rich.iban);
  await c.send(c.messageOf(second));
  expect(await count('held')).toBe(2);
  await database.rows(
    `UPDATE direct_debits SET held_until = NOW(3) - INTERVAL 1 SECOND WHERE status = 'held'`,
  );
  await until(async () => (await count('held')) === 0);
  expect(await c.calls.fundsOf(rich)).toEqual([2_020, 0]);
  expect(await c.calls.fundsOf(poor)).toEqual([0, 0]);
  await until(() => Promise.resolve(c.returnsOf(second.transactionId).length > 0));
  expect(c.returnsOf(second.transactionId)).toEqual(['AM04']);
  expect(await balanceOfBank(database, 6)).toBe(0);
});

it('debits a collection due on a closed day on the next open one', async () => {
  const who = await c.payer();
  const year =
    Number(dayFromNow(0).slice(0, 4)) + (dayFromNow(0) >= `${dayFromNow(0).slice(0, 4)}-12-24` ? 1 : 0);
  const afterChristmas = [27, 28, 29].map((date) => `${year}-12-${date}`);
  const weekday = afterChristmas.find((day) => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay()));
  await database.rows(`DELETE FROM bank_settings WHERE name = 'sepa_cut_offs'`);
  try {
    expect(await c.collect(who.iban, { dueOn: `${year}-12-25` })).toMatchObject({ status: 'PDNG' });
    expect(await c.debits(who)).toMatchObject([{ status: 'upcoming', due_on: weekday }]);
    expect((await c.mandates(who))[0]?.next?.day).toBe(weekday);
  } finally {
    await settleEveryDay();
  }
  // Nothing of it is left for the counts of later tests.
  await makeDue();
  await settled();
});

longIt(
  'books thousands of collections from many accounts in bounded time, each once',
  async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => c.payer(1_000)));
    const perMessage = 625;
    const messageCount = 8;
    const all = messageCount * perMessage;
    const before = await count('booked');
    const messages = Array.from({ length: messageCount }, (_, message) =>
      c.messageOf(
        ...Array.from({ length: perMessage }, (_each, index) => {
          const number = message * perMessage + index;
          const { iban } = people[number % people.length]!;
          const amount = { minor: 100n, currency: 'EUR' };
          // Each person is collected from under 250 mandates.
          const mandateId = `MANY-${Math.floor(number / people.length)}`;
          return c.collectionOf(iban, { mandateId, amount, transactionId: newId(), creditor: energy });
        }),
      ),
    );
    const began = Date.now();
    const answers = await Promise.all(messages.map((message) => c.send(message)));
    expect(answers.map(({ status }) => status)).toEqual(Array(messageCount).fill(200));
    expect(c.statusesIn(answers[0]!.text)).toHaveLength(perMessage);
    await until(async () => (await count('booked')) === before + all);
    expect(Date.now() - began).toBeLessThan(all * 6);
    for (const who of people)
      expect(await c.calls.fundsOf(who)).toEqual([100_000 - (all / people.length) * 100, 0]);
    expect(await c.total()).toBe(0);
    const again = await c.send({ ...messages[0]!, messageId: newId() });
    expect(c.statusesIn(again.text).filter(({ status }) => status === 'ACSC')).toHaveLength(perMessage);
    expect(await count('booked')).toBe(before + all);
  },
  120_000,
);

longIt(
  'books each collection once when a server dies during the run',
  async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => c.payer(1_000)));
    const before = await count('booked');
    const message = c.messageOf(
      ...Array.from({ length: 600 }, (_each, number) =>
        coming(people[number % people.length]!.iban, {
          mandateId: `KILLED-${Math.floor(number / people.length)}`,
          amount: { minor: 100n, currency: 'EUR' },
        }),
      ),
    );
    expect((await c.send(message)).status).toBe(200);
    await makeDue();
    await until(async () => (await count('booked')) > before);
    await bank.kill();
    await settled();
    await bank.start();
    expect(await count('booked')).toBe(before + 600);
    for (const who of people) expect(await c.calls.fundsOf(who)).toEqual([94_000, 0]);
    expect(await c.total()).toBe(0);
    for (const { transactionId } of message.collections.slice(0, 20)) {
      expect(await reported(transactionId)).toMatchObject([{ status: 'ACSC' }]);
    }
  },
  120_000,
);

it('leaves the ledger sound', async () => {
  const { databaseUrl: DATABASE_URL, migrationUrl: DATABASE_MIGRATION_URL, dataDir: DATA_DIR } = bank;
  const said = await runCommand('ledger:verify', { DATABASE_URL, DATABASE_MIGRATION_URL, DATA_DIR });
  expect(said).toContain('The ledger is sound');
});
