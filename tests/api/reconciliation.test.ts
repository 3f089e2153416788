import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addDays } from '@bank/contracts/days';
import type { ReconciliationDay, ReconciliationList } from '@bank/contracts/reconciliation';
import { isTargetDay, targetDayBefore } from '@bank/contracts/target-days';
import { type Camt053Entry, type Camt053Statement, writeCamt053 } from '@bank/contracts/rails/camt053';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { atLength, longDescribe, longIt } from '../support/at-length';
import { type Bank, startBank } from '../support/bank';
import { newId, postToBank } from '../support/clearing-house';
import { creditFileOf, fileCreditTo, postFile } from '../support/credit-files';
import { connectTo, newCustomer, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { newAdministrator } from '../support/staff';
import { until } from '../support/until';
import { order, paymentCalls } from './payment-fixture';

let bank: Bank;
let database: TestConnection;
let admin: SignedIn;

async function start(world: boolean) {
  bank = await startBank({ world, env: { LOG_LEVEL: 'error' } });
  database = connectTo(bank.migrationUrl);
  admin = await newAdministrator(bank.shellUrl, database);
}
async function stop() {
  await database.end();
  await bank.stop();
}
const settleOn = (days: 'every day' | 'the days of TARGET') =>
  database.rows(
    days === 'every day'
      ? `REPLACE INTO bank_settings (name, value) VALUES ('sepa_cut_offs', '*')`
      : `DELETE FROM bank_settings WHERE name = 'sepa_cut_offs'`,
  );

const ibanOf = async ({ id }: SignedIn) =>
  String((await database.rows('SELECT iban FROM accounts WHERE user_id = ?', [id]))[0]?.iban);
const days = async () => {
  const path = `${bank.backOfficeUrl}/api/admin/reconciliation`;
  const { body } = await call<ReconciliationList>('GET', path, { token: admin.token });
  return body.days;
};
const incidents = async () =>
  (
    await database.rows(`SELECT kind, subject FROM incidents WHERE kind LIKE 'reconciliation%' ORDER BY id`)
  ).map(({ kind, subject }) => [kind, subject]);
const incidentsOf = async (payment: string) =>
  (await incidents()).filter(([, subject]) => String(subject).startsWith(`${payment} `));
/** The day, once this message was compared. */
async function compared(messageId: string): Promise<ReconciliationDay | undefined> {
  await until(async () => {
    const rows = await database.rows('SELECT state FROM settlement_statements WHERE message_id = ?', [
      messageId,
    ]);
    return rows[0]?.state === 'done';
  });
  return (await days()).find(({ message_id: id }) => id === messageId);
}

longDescribe('with the world', () => {
  beforeAll(async () => {
    await start(true);
    // Collections are due today, which may be a Saturday.
    await settleOn('every day');
  });
  afterAll(stop);

  const play = <Body>(path: string, body: object) =>
    call<Body>('POST', `${bank.worldUrl}/play/${path}`, { body });
  const statement = async () =>
    compared((await play<{ message_id: string }>('statements', {})).body.message_id);

  /** Two collections of a mandate, of which the customer has one refunded. */
  async function collectAndRefund({ id, token }: SignedIn, iban: string) {
    const booked = async () =>
      database.rows(`SELECT id FROM direct_debits WHERE user_id = ? AND status = 'booked'`, [id]);
    for (const amount of [30, 40]) await play('collections', { iban, amount, mandate_id: 'MANDATE-1' });
    await until(async () => (await booked()).length === 2);
    const [first] = await booked();
    const path = `${bank.shellUrl}/api/direct-debits/${first?.id}/refund`;
    expect((await call('POST', path, { token, body: {} })).status).toBe(200);
  }

  it('reconciles credits, files, refused credits, payments and collections of a day, and names planted differences', async () => {
    const who = await newCustomer(bank.shellUrl);
    const iban = await ibanOf(who);
    const calls = paymentCalls(bank.shellUrl, database);
    await play('credits', {
      credits: [
        { iban, amount: 500 },
        { iban: 'FR7699999000010000000000197', amount: 9 },
      ],
    });
    await play('files', { count: 620, amount: 1.5, accounts: [{ iban, name: 'Client' }] });
    await until(async () => (await calls.fundsOf(who))[0] === 50_000 + 620 * 150);
    await database.rows(`UPDATE users SET kyc_status = 'approved' WHERE id = ?`, [who.id]);
    await calls.pay(who, { ...order, amount: 20, payment_method: 'sepa_instant' }).then(async (made) => {
      await calls.validate(admin, made);
      await until(async () => {
        const [row] = await database.rows('SELECT stage FROM payments WHERE id = ?', [made.id]);
        return row?.stage !== 'queued' && row?.stage !== 'sent' && row?.stage !== 'awaiting_approval';
      });
    });
    await collectAndRefund(who, iban);
    const backAgain = () =>
      database.rows(`SELECT id FROM rail_outbox WHERE type = 'pacs.004.001.09' AND answered_at IS NOT NULL`);
    await until(async () => (await backAgain()).length === 2);
    const day = await statement();
    expect(day).toMatchObject({ state: 'reconciled', difference_count: 0, differences: [] });
    expect(day?.own_balance).toBe(day?.statement_balance);
    expect(day?.statement_balance).toBeGreaterThan(1_000);

    const [credit] = await database.rows(
      `SELECT id, transaction_id FROM incoming_credits WHERE amount = 50000 AND outcome = 'booked'`,
    );
    await database.rows(`UPDATE incoming_credits SET transaction_id = 'ANOTHER' WHERE id = ?`, [credit?.id]);
    const again = await statement();
    expect(again).toMatchObject({
      state: 'differs',
      differences: [{ kind: 'missing_here', subject: credit?.transaction_id, here: 0, there: 500 }],
    });
    expect(await statement()).toMatchObject({ difference_count: 1 });
    expect(await incidents()).toEqual([
      ['reconciliation_missing_here', `${credit?.transaction_id} ${again?.day} 0.00 500.00`],
    ]);
  });
});

describe('with statements made by hand', () => {
  beforeAll(async () => {
    await start(false);
    await settleOn('every day');
  });
  afterAll(stop);

  const yesterday = () => new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
  /** The first moment of a day in Paris. */
  const midnight = (day: string) => {
    const [summer, winter] = [2, 1].map(
      (hours) => new Date(Date.parse(`${day}T00:00:00Z`) - hours * 3_600_000),
    );
    const isSummer = new Intl.DateTimeFormat('en', {
      timeZone: 'Europe/Paris',
      hour: 'numeric',
      hourCycle: 'h23',
    });
    return isSummer.format(summer) === '00' ? summer! : winter!;
  };
  const entry = (transactionId: string, amount: bigint): Camt053Entry => ({
    amount,
    bookingDay: yesterday(),
    valueDay: yesterday(),
    code: ['PMNT', 'RCDT', 'ESCT'],
    servicerReference: newId(),
    transactionId,
  });
  const textOf = (entries: Camt053Entry[], changed: Partial<Camt053Statement> = {}) => {
    const net = entries.reduce((sum, { amount }) => sum + amount, 0n);
    return writeCamt053({
      messageId: newId(),
      id: newId(),
      createdAt: new Date(),
      from: midnight(yesterday()),
      to: midnight(new Date().toISOString().slice(0, 10)),
      account: { iban: 'FR7699999000010127005674754', currency: 'EUR', holder: 'Bank', bic: 'BPCSFRPPXXX' },
      opening: { amount: 0n, day: yesterday() },
      closing: { amount: net, day: yesterday() },
      entries,
      ...changed,
    });
  };
  const idIn = (text: string) => /<MsgId>([^<]+)/.exec(text)?.[1] ?? '';

  /** Credits that were booked yesterday at noon. */
  async function bookedYesterday(count: number) {
    const who = await newCustomer(bank.shellUrl);
    const transfers = Array.from({ length: count }, () => fileCreditTo(''));
    const iban = await ibanOf(who);
    const credits = transfers.map((each) => ({ ...each, creditor: { name: 'Anyone', account: iban } }));
    await postFile(bank.shellUrl, await creditFileOf(credits));
    await until(
      async () =>
        Number(
          (await database.rows('SELECT balance FROM accounts WHERE user_id = ?', [who.id]))[0]?.balance,
        ) ===
        count * 1_234,
    );
    // The bank itself cannot: its entries only grow.
    await database.rows('DROP TRIGGER IF EXISTS entries_refuses_update');
    await database.rows(`UPDATE entries SET created_at = ? WHERE created_at > ?`, [
      new Date(`${yesterday()}T10:00:00Z`),
      new Date(Date.now() - 3_600_000),
    ]);
    return credits.map(({ transactionId }) => transactionId);
  }

  it('names missing payments of either side, other amounts and other balances, each once', async () => {
    const count = atLength(1_203, 53);
    const sum = (count * 1_234) / 100;
    const ids = await bookedYesterday(count);
    const [first = '', second = '', ...others] = ids;
    const good = textOf(ids.map((id) => entry(id, 1_234n)));
    expect((await postFile(bank.shellUrl, good)).status).toBe(202);
    expect(await compared(idIn(good))).toMatchObject({ state: 'reconciled', statement_balance: sum });
    expect((await postFile(bank.shellUrl, good)).status).toBe(202);
    expect(await days()).toHaveLength(1);

    const stranger = newId();
    const entries = [entry(second, 1_235n), entry(stranger, 7n), ...others.map((id) => entry(id, 1_234n))];
    const bad = textOf(entries, {
      opening: { amount: 3n, day: yesterday() },
      closing: { amount: 5n, day: yesterday() },
    });
    for (let time = 0; time < 2; time += 1) expect((await postFile(bank.shellUrl, bad)).status).toBe(202);
    const day = await compared(idIn(bad));
    expect(day).toMatchObject({ state: 'differs', difference_count: 5, own_balance: sum });
    const found = [...(day?.differences ?? [])].sort((left, right) => left.kind.localeCompare(right.kind));
    const closing = 3 + 1_235 + 7 + others.length * 1_234;
    expect(found).toEqual([
      { kind: 'amount', subject: second, here: 12.34, there: 12.35 },
      { kind: 'closing', subject: yesterday(), here: closing / 100, there: 0.05 },
      { kind: 'missing_here', subject: stranger, here: 0, there: 0.07 },
      { kind: 'missing_there', subject: first, here: 12.34, there: 0 },
      { kind: 'opening', subject: yesterday(), here: 0, there: 0.03 },
    ]);
    expect(await incidents()).toHaveLength(5);
    expect(new Set((await incidents()).map(([kind]) => kind)).size).toBe(5);
  });

  it('takes a small statement as a message, once; an older one that comes late changes nothing', async () => {
    const before = await incidents();
    const newest = textOf([], { createdAt: new Date(Date.now() + 60_000) });
    expect((await postToBank(bank.shellUrl, newest)).status).toBe(202);
    await compared(idIn(newest));
    const many = await incidents();
    expect(many.length).toBeGreaterThan(before.length);
    const late = textOf([entry(newId(), 1n)], { createdAt: new Date(Date.now() - 3_600_000) });
    expect((await postToBank(bank.shellUrl, late)).status).toBe(202);
    expect(await compared(idIn(late))).toBeUndefined();
    expect(await incidents()).toEqual(many);
  });

  it('opens an incident of each id, though two differ only in a letter’s case', async () => {
    const id = newId();
    const [small, large] = [`${id}a`, `${id}A`];
    const statement = textOf([entry(small, 1n), entry(large, 2n)], {
      createdAt: new Date(Date.now() + 75_000),
    });
    expect((await postToBank(bank.shellUrl, statement)).status).toBe(202);
    await compared(idIn(statement));
    const subjects = (await incidents()).map(([, subject]) => subject);
    const found = [`${small} ${yesterday()} 0.00 0.01`, `${large} ${yesterday()} 0.00 0.02`];
    expect(subjects).toEqual(expect.arrayContaining(found));
  });

  it('waits for a file that arrived before the statement and is not booked yet', async () => {
    const who = await newCustomer(bank.shellUrl);
    const credit = fileCreditTo(await ibanOf(who));
    await database.rows(
      `CREATE TRIGGER late BEFORE INSERT ON incoming_credits FOR EACH ROW
       IF NEW.transaction_id = '${credit.transactionId}' THEN SIGNAL SQLSTATE '45000'; END IF`,
    );
    const statement = textOf([entry(credit.transactionId, 1_234n)], {
      createdAt: new Date(Date.now() + 90_000),
    });
    const stateOf = async () =>
      (
        await database.rows('SELECT state, progress FROM settlement_statements WHERE message_id = ?', [
          idIn(statement),
        ])
      )[0];
    const text = await creditFileOf([credit]);
    try {
      await postFile(bank.shellUrl, text);
      expect((await postFile(bank.shellUrl, statement)).status).toBe(202);
      await until(async () => (await stateOf())?.state === 'comparing');
      const tries = `SELECT seen_at FROM incidents WHERE kind = 'credit_file_stuck' AND subject = ?`;
      await until(async () => Boolean((await database.rows(tries, [idIn(text)]))[0]?.seen_at));
      expect(await stateOf()).toEqual({ state: 'comparing', progress: '' });
    } finally {
      await database.rows('DROP TRIGGER late');
    }
    await compared(idIn(statement));
    expect(await incidentsOf(credit.transactionId)).toEqual([]);
  });

  longIt('is not reconciled with a statement that was altered after it arrived', async () => {
    const message = textOf([entry(newId(), 1n)], { createdAt: new Date(Date.now() + 120_000) });
    expect((await postFile(bank.shellUrl, message)).status).toBe(202);
    await bank.kill();
    const [stored] = await database.rows('SELECT id, file FROM settlement_statements WHERE message_id = ?', [
      idIn(message),
    ]);
    await database.rows('DELETE FROM settlement_statement_entries WHERE statement_id = ?', [stored?.id]);
    await database.rows(
      `UPDATE settlement_statements SET state = 'storing', progress = '', in_force = NULL WHERE id = ?`,
      [stored?.id],
    );
    const place = path.join(bank.dataDir, 'documents', String(stored?.file));
    await writeFile(place, (await readFile(place, 'utf8')).replace('EUR">0.01', 'EUR">0.02'));
    await bank.start();
    expect(await compared(idIn(message))).toBeUndefined();
    expect((await incidents()).at(-1)).toEqual(['reconciliation_altered', yesterday()]);
    expect(
      await database.rows('SELECT 1 FROM settlement_statement_entries WHERE statement_id = ?', [stored?.id]),
    ).toEqual([]);
  });

  it.each([
    ['a currency without accounts', (text: string) => text.replaceAll('EUR', 'XOF')],
    ['more than a day', (text: string) => text.replace(/<ToDtTm>[^<]*/, '<ToDtTm>2026-12-31T23:00:00.000Z')],
    ['no balances', (text: string) => text.replace(/<Bal>.*<\/Bal>/, '')],
    [
      'an absurd amount',
      (text: string) => text.replace('<Amt Ccy="EUR">0.01', '<Amt Ccy="EUR">99999999999999.00'),
    ],
    [
      'absurd amounts in yen',
      () => {
        const entries = [1n, -1n].map((sign) => entry(newId(), sign * 2n * 10n ** 13n));
        const account = { iban: 'FR7699999000010127005674754', holder: 'Bank', bic: 'BPCSFRPPXXX' };
        return textOf(entries, { account: { ...account, currency: 'JPY' } });
      },
    ],
    [
      'an absurd sum with its opening balance',
      (text: string) => text.replaceAll('EUR">0.0', 'EUR">6000000000000.0'),
    ],
    ['a DTD', (text: string) => text.replace('<Document', '<!DOCTYPE a><Document')],
  ])('refuses a statement with %s', async (_what, change) => {
    const { status, text } = await postFile(bank.shellUrl, change(textOf([entry(newId(), 1n)])));
    expect([status, JSON.parse(text)]).toMatchObject([400, { reason_code: 'FF01' }]);
  });

  const agreed = { state: 'reconciled', differences: [] };

  /** The ids of credits that were booked on a day. */
  async function bookedOn(day: string, count: number): Promise<string[]> {
    const iban = await ibanOf(await newCustomer(bank.shellUrl));
    const credits = Array.from({ length: count }, () => fileCreditTo(iban));
    const ids = credits.map(({ transactionId }) => transactionId);
    await postFile(bank.shellUrl, await creditFileOf(credits));
    const booked = `SELECT transfer_id AS id FROM incoming_credits WHERE transaction_id IN (?) AND outcome = 'booked'`;
    await until(async () => (await database.rows(booked, [ids])).length === count);
    await database.rows('DROP TRIGGER IF EXISTS entries_refuses_update');
    const move = `UPDATE entries SET created_at = ? WHERE transfer_id IN (${booked})`;
    await database.rows(move, [new Date(`${day}T10:00:00Z`), ids]);
    return ids;
  }

  /** A day, once its statement was compared. */
  async function statedOn(day: string, entries: Camt053Entry[], changed: Partial<Camt053Statement>) {
    const text = textOf(entries, { from: midnight(day), to: midnight(addDays(day, 1)), ...changed });
    expect((await postFile(bank.shellUrl, text)).status).toBe(202);
    return compared(idIn(text));
  }

  it('expects movements of closed days on the next open day', async () => {
    await settleOn('the days of TARGET');
    const before = (count: number) => addDays(parisDay(new Date()), -count);
    let open = before(2);
    while (!isTargetDay(open) || isTargetDay(addDays(open, -1))) open = addDays(open, -1);
    const [closed, last] = [addDays(open, -1), targetDayBefore(open)];
    const [one = '', two = ''] = await bookedOn(closed, 2);
    const stated = (day: string, entries: Camt053Entry[], minutes: number) =>
      statedOn(day, entries, { createdAt: new Date(Date.now() + minutes * 60_000) });
    expect(await stated(last, [], 0)).toMatchObject(agreed);
    expect(await stated(open, [entry(one, 1_234n), entry(two, 1_234n)], 0)).toMatchObject(agreed);
    // What the next open day does not name is missing, but not on a closed day that has a statement of its own.
    expect(await stated(open, [entry(one, 1_234n)], 1)).toMatchObject({
      differences: [{ kind: 'missing_there', subject: two, here: 12.34, there: 0 }],
    });
    expect(await stated(closed, [], 2)).toMatchObject(agreed);
    expect(await stated(open, [entry(one, 1_234n), entry(two, 1_234n)], 3)).toMatchObject({
      difference_count: 1,
      own_balance: 24.68,
      statement_balance: 24.68,
    });
  });

  it('records that a payment differs again, on another day or by another amount, with another incident', async () => {
    await settleOn('every day');
    const [first = '', second = '', third = '', fourth = ''] = [30, 29, 28, 27].map((count) =>
      addDays(parisDay(new Date()), -count),
    );
    const [id = ''] = await bookedOn(first, 1);
    const one = 1_234n;
    const stated = (day: string, [before, after]: [bigint, bigint], minutes = 0) =>
      statedOn(day, before === after ? [] : [entry(id, after - before)], {
        opening: { amount: before, day },
        closing: { amount: after, day },
        createdAt: new Date(Date.now() + minutes * 60_000),
      });
    const differs = (there: number) => ({
      state: 'differs',
      differences: [{ kind: 'amount', subject: id, here: 12.34, there }],
    });
    expect(await stated(first, [0n, one])).toMatchObject(agreed);
    expect(await stated(second, [one, 2n * one])).toMatchObject(differs(24.68));
    expect(await stated(third, [2n * one, 3n * one])).toMatchObject(differs(37.02));
    // Corrected by the counterpart, and then stated again.
    await stated(second, [one, one], 1);
    await stated(third, [one, one], 1);
    expect(await stated(fourth, [one, 2n * one])).toMatchObject(differs(24.68));
    expect(await incidentsOf(id)).toEqual([
      ['reconciliation_amount', `${id} ${second} 12.34 24.68`],
      ['reconciliation_amount', `${id} ${third} 12.34 37.02`],
      ['reconciliation_amount', `${id} ${fourth} 12.34 24.68`],
    ]);
  });

  it('shows a sum over several days that is beyond an amount as the most that one is', async () => {
    const most = 2n ** 50n;
    const [first = '', second = ''] = [20, 19].map((count) => addDays(parisDay(new Date()), -count));
    const id = newId();
    const stated = (day: string) =>
      statedOn(day, [entry(id, most)], {
        opening: { amount: 0n, day },
        closing: { amount: most, day },
      });
    const there = Number(most) / 100;
    await stated(first);
    expect((await stated(second))?.differences).toContainEqual({
      kind: 'missing_here',
      subject: id,
      here: 0,
      there,
    });
  });

  it('is shown to administrators only', async () => {
    const who = await newCustomer(bank.shellUrl);
    const { status } = await call('GET', `${bank.shellUrl}/api/admin/reconciliation`, { token: who.token });
    expect(status).toBe(403);
  });
});
