/** @jest-environment ./tests/support/bank-environment.ts */
import { startOfParisDay } from '../../bff/src/platform/time/paris-day';
import type { PaymentReturns } from '../../libs/contracts/rails/returns';
import type { ReportedStatus } from '../../libs/contracts/rails/status-reports';
import { newId } from '../support/clearing-house';
import { demonstrationPerson, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { outboxOf } from '../support/outbox';
import { sharedBank } from '../support/shared-bank';
import { until, untilThereAre } from '../support/until';
import { balanceOfBank } from './bank-balance';
import { collectionCalls, dayFromNow, energy, phone } from './collections-fixture';

const { bank, database } = sharedBank();
let c: ReturnType<typeof collectionCalls>;
beforeAll(() => {
  c = collectionCalls(bank, database);
});

async function payer(euros = 100): Promise<SignedIn & { iban: string }> {
  const who = await c.calls.customer(euros);
  return { ...who, iban: await c.ibanOf(who) };
}
/** The periods are of days of Paris, which are not all of 24 hours. */
const moveBack = (id: number, days: number) =>
  database.rows(
    'UPDATE direct_debits SET booked_at = ?, settled_on = settled_on - INTERVAL ? DAY WHERE id = ?',
    [startOfParisDay(dayFromNow(-days)), days, id],
  );
const notified = async ({ id }: SignedIn) =>
  (await database.rows('SELECT text_key FROM notifications WHERE user_id = ? ORDER BY id', [id])).map(
    ({ text_key }) => text_key,
  );
const untilReturned = (transactionId: string) =>
  until(() => Promise.resolve(c.returnsOf(transactionId).length > 0));

describe('a collection that is due', () => {
  it('is booked at once, creates its mandate, and is shown with its deadlines', async () => {
    const who = await payer();
    expect(await c.collect(who.iban)).toMatchObject({ status: 'ACSC' });
    expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
    const [debit] = await c.debits(who);
    expect(debit).toMatchObject({
      status: 'booked',
      amount: 39.9,
      creditor_name: 'Energie Test',
      mandate_reference: 'M-1',
      refundable_until: dayFromNow(56),
      reason_code: null,
      description: 'Bill 7',
    });
    expect(await c.mandates(who)).toMatchObject([
      {
        status: 'active',
        creditor_id: energy.id,
        reference: 'M-1',
        signed_on: '2026-01-02',
        next: null,
        last: { amount: 39.9, currency: 'EUR', day: dayFromNow(0) },
      },
    ]);
    const { body } = await c.calls.get<{ transactions: object[] }>(who, 'user/transactions');
    expect(body.transactions[0]).toMatchObject({
      type: 'outgoing',
      amount: -39.9,
      description: 'Energie Test · Bill 7',
      payment_method: 'direct_debit',
    });
    expect(await notified(who)).toEqual(expect.arrayContaining(['mandate_created', 'direct_debit_done']));
  });

  it('creates one mandate, and notifies of it once, when several first ones come at once', async () => {
    const who = await payer(500);
    const amounts = [1_001n, 1_002n, 1_003n, 1_004n];
    await Promise.all(amounts.map((minor) => c.collect(who.iban, { amount: { minor, currency: 'EUR' } })));
    expect((await c.debits(who)).map(({ status }) => status)).toEqual(amounts.map(() => 'booked'));
    expect(await c.mandates(who)).toHaveLength(1);
    expect((await notified(who)).filter((key) => key === 'mandate_created')).toHaveLength(1);
  });

  it('is booked once, however often its message or its transaction comes', async () => {
    const who = await payer();
    const message = c.messageOf(c.collectionOf(who.iban));
    const answers = await Promise.all(Array.from({ length: 8 }, () => c.send(message)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const again = await Promise.all(
      Array.from({ length: 8 }, () => c.send({ ...message, messageId: newId() })),
    );
    expect(again.map(({ text }) => c.statusesIn(text)[0]?.status)).toEqual(Array(8).fill('ACSC'));
    expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
    expect(await c.debits(who)).toHaveLength(1);
  });

  it('is booked once when it comes for the first time in several messages at once', async () => {
    const who = await payer();
    const collection = c.collectionOf(who.iban);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => c.send(c.messageOf(collection, collection))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
    expect(await c.mandates(who)).toHaveLength(1);
  });

  it('is booked once, whether the BIC of its creditor’s bank names the head office or not', async () => {
    const who = await payer();
    const transactionId = newId();
    for (const bic of ['ENERFRPP', 'ENERFRPPXXX', 'ENERFRPP']) {
      const status = await c.collect(who.iban, { transactionId, creditor: { ...energy, bic } });
      expect(status).toMatchObject({ status: 'ACSC' });
      // As it was stored before BICs were written in full.
      const short = `UPDATE direct_debits SET sender = 'ENERFRPP' WHERE transaction_id = ?`;
      if (bic === 'ENERFRPPXXX') await database.rows(short, [transactionId]);
    }
    expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
    expect(await c.debits(who)).toHaveLength(1);
  });

  it('may use the overdraft, and is refused with AM04 beyond it', async () => {
    const who = await payer(10);
    const within = { amount: { minor: 51_000n, currency: 'EUR' } };
    expect(await c.collect(who.iban, within)).toMatchObject({ status: 'ACSC' });
    expect(await c.collect(who.iban, { amount: { minor: 1n, currency: 'EUR' } })).toMatchObject({
      status: 'RJCT',
      reason: { code: 'AM04' },
    });
    expect(await c.calls.fundsOf(who)).toEqual([-50_000, 0]);
    expect(await notified(who)).toContain('direct_debit_refused');
  });

  it('never takes more than is there when many come at once', async () => {
    const who = await payer(100);
    const all = Array.from({ length: 20 }, (_, index) =>
      c.collectionOf(who.iban, { mandateId: `M-${index}`, amount: { minor: 10_000n, currency: 'EUR' } }),
    );
    await Promise.all(all.map((each) => c.send(c.messageOf(each))));
    // 100 and the overdraft of 500.
    expect(await c.calls.fundsOf(who)).toEqual([-50_000, 0]);
    expect(await c.debits(who, '?status=booked')).toHaveLength(6);
    expect(await c.total()).toBe(0);
  });

  it('counts for the daily limit of a customer whose identity was refused', async () => {
    const who = await payer(1_000);
    await database.rows(`UPDATE users SET kyc_status = 'rejected' WHERE id = ?`, [who.id]);
    const of = (minor: bigint, mandateId: string) =>
      c.collect(who.iban, { mandateId, amount: { minor, currency: 'EUR' } });
    expect(await of(20_000n, 'A')).toMatchObject({ status: 'ACSC' });
    expect(await of(6_000n, 'B')).toMatchObject({ status: 'RJCT', reason: { code: 'AG01' } });
    const both = [20n, 2_500n].map((minor) =>
      c.collectionOf(who.iban, { mandateId: 'C', amount: { minor, currency: 'EUR' } }),
    );
    const one = c.collectionOf(who.iban, { mandateId: 'D', amount: { minor: 2_500n, currency: 'EUR' } });
    const { text } = await c.send(c.messageOf(...both, one));
    expect(c.statusesIn(text).map(({ status }) => status)).toEqual(['ACSC', 'ACSC', 'RJCT']);
  });
});

describe('a collection is refused', () => {
  const own = async () => (await payer()).iban;

  it('with one notification and one line in the log, however often and at once its messages come', async () => {
    const who = await payer();
    const collection = c.collectionOf(who.iban, { creditor: { ...energy, id: 'FR73ZZZ123456' } });
    for (let time = 0; time < 2; time += 1) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => c.send(c.messageOf(collection))));
      expect(answers.map(({ text }) => c.statusesIn(text)[0]?.reason?.code)).toEqual(Array(8).fill('BE05'));
    }
    expect((await notified(who)).filter((key) => key === 'direct_debit_refused')).toHaveLength(1);
    const log = `SELECT id FROM audit_log WHERE action = 'direct_debit.refused' AND user_id = ?`;
    expect(await database.rows(log, [who.id])).toHaveLength(1);
  });

  const tooMuch = { minor: 10n ** 16n, currency: 'EUR' };
  it.each([
    ['from an unknown account', 'AC01', () => Promise.resolve('FR7699999000010000000000197'), {}],
    ['in another currency', 'AM03', own, { amount: { minor: 5n, currency: 'USD' } }],
    ['of nothing', 'AM01', own, { amount: { minor: 0n, currency: 'EUR' } }],
    ['of more than a number holds', 'AM02', own, { amount: tooMuch }],
    ['of a creditor with wrong check digits', 'BE05', own, { creditor: { ...energy, id: 'FR73ZZZ123456' } }],
    ['of a creditor with any text as its id', 'BE05', own, { creditor: { ...energy, id: 'é'.repeat(80) } }],
    ['with a mandate that cannot be one', 'MD02', own, { mandateId: 'M'.repeat(36) }],
    ['with a mandate of a day that does not exist', 'MD02', own, { signedOn: '2026-02-30' }],
    ['on a day that does not exist', 'DT01', own, { dueOn: '2027-02-30' }],
    ['in two years', 'DT01', own, { dueOn: dayFromNow(730) }],
    ['without an id that can be stored', 'FF01', own, { transactionId: 'T'.repeat(36) }],
  ])('%s with %s', async (_what, code, accountOf, changed) => {
    const status = await c.collect(await accountOf(), changed);
    expect(status).toMatchObject({ status: 'RJCT', reason: { code } });
  });

  it('of more than a number holds, and is shown with the most that one holds', async () => {
    const who = await payer();
    await c.collect(who.iban, { amount: tooMuch });
    const shown = { amount: 2 ** 50 / 100, currency: 'EUR', reason_code: 'AM02' };
    expect(await c.debits(who)).toMatchObject([shown]);
  });

  it.each([
    ['without decimals', 'JPY', 512n, 512],
    ['of three decimals', 'TND', 1_234n, 1.234],
  ])(
    'in a currency %s, and is shown with the amount that was asked for',
    async (_what, currency, minor, amount) => {
      const who = await payer();
      await c.collect(who.iban, { amount: { minor, currency } });
      const shown = { amount, currency, reason_code: 'AM03' };
      expect(await c.debits(who)).toMatchObject([shown]);
      const admin = await c.calls.administrator();
      const { body } = await c.calls.get<{ latest: object[] }>(admin, 'admin/rail/direct-debits');
      expect(body.latest).toContainEqual(expect.objectContaining(shown));
    },
  );

  it.each(['USD', 'EUR'])('from an account in another currency than the euro, in %s', async (currency) => {
    const who = await payer();
    const opened = await call<{ account_number: string }>('POST', `${bank.shellUrl}/api/accounts`, {
      token: who.token,
      body: { currency: 'USD' },
    });
    expect(opened.status).toBe(201);
    const iban = opened.body.account_number.replace(/\s/g, '');
    for (const dueOn of [dayFromNow(0), dayFromNow(3)]) {
      const status = await c.collect(iban, { amount: { minor: 500n, currency }, dueOn });
      expect(status).toMatchObject({ status: 'RJCT', reason: { code: 'AM03' } });
    }
    expect(await c.mandates(who)).toEqual([]);
  });

  it.each([
    ['closed', 'AC04', 'UPDATE users SET deleted_at = NOW() WHERE id = ?'],
    ['blocked', 'AC06', `UPDATE users SET status = 'inactive' WHERE id = ?`],
  ])('from an account that is %s, with %s', async (_what, code, sql) => {
    const who = await payer();
    await database.rows(sql, [who.id]);
    expect(await c.collect(who.iban)).toMatchObject({ status: 'RJCT', reason: { code } });
    expect(await c.calls.fundsOf(who)).toEqual([10_000, 0]);
  });

  it.each([
    ['in the same message', true],
    ['in a later one', false],
  ])('with AM05 when another one has its id, %s', async (_when, isTogether) => {
    const who = await payer();
    const first = c.collectionOf(who.iban);
    const { transactionId } = first;
    const others = [
      c.collectionOf(who.iban, { transactionId, amount: { minor: 5_500n, currency: 'EUR' } }),
      c.collectionOf((await payer()).iban, { transactionId }),
      c.collectionOf(who.iban, { transactionId, creditor: { ...phone, bic: energy.bic } }),
      c.collectionOf(who.iban, { transactionId, endToEndId: 'ANOTHER-1' }),
    ];
    const sent = isTogether ? [[first, ...others]] : [[first], others];
    const statuses: unknown[] = [];
    for (const each of sent) statuses.push(...c.statusesIn((await c.send(c.messageOf(...each))).text));
    const used = { status: 'RJCT', reason: { code: 'AM05' } };
    expect(statuses).toMatchObject([{ status: 'ACSC' }, ...others.map(() => used)]);
    expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
    expect(await c.debits(who)).toHaveLength(1);
  });

  it('while the other collections of its message are booked', async () => {
    const who = await payer();
    const good = c.collectionOf(who.iban);
    const bad = c.collectionOf('FR7699999000010000000000197');
    const { text } = await c.send(c.messageOf(bad, good));
    expect(c.statusesIn(text)).toMatchObject([{ status: 'RJCT' }, { status: 'ACSC' }]);
  });
});

describe('the customer’s rules', () => {
  it('let nobody, the listed ones or everybody collect', async () => {
    const who = await payer();
    const path = 'settings/direct-debits';
    expect((await c.calls.get(who, path)).body).toEqual({ mode: 'all', creditors: [] });
    await c.settings(who, { mode: 'none' });
    expect(await c.collect(who.iban)).toMatchObject({ status: 'RJCT', reason: { code: 'SL01' } });
    expect(await c.mandates(who)).toEqual([]);
    const listed = await c.settings(who, { mode: 'listed', creditors: [' fr72 abc 123456 ', energy.id] });
    expect(listed.body).toEqual({ mode: 'listed', creditors: [energy.id] });
    expect(await c.collect(who.iban)).toMatchObject({ status: 'ACSC' });
    expect(await c.collect(who.iban, { creditor: phone })).toMatchObject({ reason: { code: 'SL01' } });
    expect((await c.settings(who, { mode: 'all' })).body).toEqual({ mode: 'all', creditors: [energy.id] });
    expect(await c.collect(who.iban, { creditor: phone })).toMatchObject({ status: 'ACSC' });
  });

  it.each([
    ['another mode', { mode: 'some' }],
    ['a wrong identifier', { mode: 'listed', creditors: ['FR73ZZZ123456'] }],
    ['too many', { mode: 'listed', creditors: Array(101).fill(energy.id) }],
  ])('are refused with %s, and stay as they are', async (_what, body) => {
    const who = await payer();
    expect((await c.settings(who, body)).status).toBe(422);
    expect((await c.calls.get(who, 'settings/direct-debits')).body).toMatchObject({ mode: 'all' });
  });

  it('block one mandate, read without regard to case and business code, until it is unblocked', async () => {
    const who = await payer();
    await c.collect(who.iban, { mandateId: 'abc-1' });
    const [mandate] = await c.mandates(who);
    expect((await c.block(who, mandate!)).body).toMatchObject({ status: 'blocked' });
    const same = { mandateId: 'ABC-1', creditor: { ...energy, id: 'FR72XYZ123456' } };
    const amount = { minor: 100n, currency: 'EUR' };
    expect(await c.collect(who.iban, { ...same, amount })).toMatchObject({ reason: { code: 'SL01' } });
    expect(await c.collect(who.iban, { mandateId: 'abc-2', amount })).toMatchObject({ status: 'ACSC' });
    expect((await c.block(who, mandate!, 'unblock')).body).toMatchObject({ status: 'active' });
    expect(await c.collect(who.iban, { ...same, amount })).toMatchObject({ status: 'ACSC' });
    expect(await c.mandates(who)).toHaveLength(2);
  });

  it('never book a collection while its mandate is being blocked', async () => {
    const who = await payer(500);
    await c.collect(who.iban, { amount: { minor: 1n, currency: 'EUR' } });
    const [mandate] = await c.mandates(who);
    const [, ...statuses] = await Promise.all([
      c.block(who, mandate!),
      ...[2n, 3n, 4n, 5n].map((minor) => c.collect(who.iban, { amount: { minor, currency: 'EUR' } })),
    ]);
    const booked = statuses.filter(({ status }) => status === 'ACSC').length;
    expect(await c.debits(who, '?status=booked')).toHaveLength(booked + 1);
    expect(await c.collect(who.iban)).toMatchObject({ reason: { code: 'SL01' } });
  });
});

describe('a collection that is still to come', () => {
  const coming = (iban: string, changed = {}) =>
    c.messageOf(c.collectionOf(iban, { dueOn: dayFromNow(3), ...changed }));

  it('is shown as the next one, and books nothing', async () => {
    const who = await payer();
    const { text } = await c.send(coming(who.iban));
    expect(c.statusesIn(text)).toMatchObject([{ status: 'PDNG' }]);
    expect(await c.calls.fundsOf(who)).toEqual([10_000, 0]);
    const next = { amount: 39.9, currency: 'EUR', day: dayFromNow(3) };
    expect(await c.mandates(who)).toMatchObject([{ last: null, next }]);
    expect(await c.debits(who)).toMatchObject([{ status: 'upcoming', due_on: dayFromNow(3) }]);
  });

  it('is rejected once with MS02 when the customer refuses it', async () => {
    const who = await payer();
    const message = coming(who.iban);
    await c.send(message);
    const [debit] = await c.debits(who);
    const acts = await Promise.all(Array.from({ length: 10 }, () => c.act(who, debit!, 'refuse')));
    expect(acts.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    const { transactionId } = message.collections[0]!;
    await until(() => Promise.resolve(c.reportsOf(transactionId).length > 0));
    expect(c.reportsOf(transactionId)).toMatchObject([{ status: 'RJCT', reason: { code: 'MS02' } }]);
    expect(await c.debits(who)).toMatchObject([{ status: 'refused', reason_code: 'MS02' }]);
    const { text } = await c.send({ ...message, messageId: newId() });
    expect(c.statusesIn(text)).toMatchObject([{ status: 'RJCT', reason: { code: 'MS02' } }]);
  });
});

describe('the shield against double debits', () => {
  async function doubled(euros = 100) {
    const who = await payer(euros);
    await c.collect(who.iban);
    const transactionId = newId();
    expect(await c.collect(who.iban, { transactionId })).toMatchObject({ status: 'ACSC' });
    const [held] = await c.debits(who, '?status=held');
    return { who, held: held!, transactionId };
  }

  it('holds the same amount of the same mandate for a day, and asks', async () => {
    const suspense = await balanceOfBank(database, 6);
    const { who, held } = await doubled();
    expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
    const hours = (Date.parse(held.held_until!) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    expect(await notified(who)).toContain('direct_debit_asked');
    expect(await balanceOfBank(database, 6)).toBe(suspense - 3_990);
    const [row] = await database.rows('SELECT email FROM users WHERE id = ?', [who.id]);
    const asked = await untilThereAre(1, async () => {
      const mails = await outboxOf(bank.dataDir, 'eml', String(row?.email));
      return mails.filter((mail) => mail.includes('une seconde fois 39,90'));
    });
    expect(asked).toHaveLength(1);
    expect(await c.total()).toBe(0);
  });

  it.each([
    ['another amount', {}, { amount: { minor: 3_991n, currency: 'EUR' } }],
    ['another mandate', {}, { mandateId: 'M-2' }],
    ['another creditor', {}, { creditor: phone }],
  ])('lets %s pass', async (_what, _none, changed) => {
    const who = await payer();
    await c.collect(who.iban);
    await c.collect(who.iban, changed);
    expect(await c.debits(who, '?status=booked')).toHaveLength(2);
  });

  it.each([
    [5, 'held'],
    [6, 'booked'],
  ])('looks %i days back: then it is %s', async (days, status) => {
    const who = await payer();
    await c.collect(who.iban);
    await moveBack((await c.debits(who))[0]!.id, days);
    await c.collect(who.iban);
    expect((await c.debits(who))[0]).toMatchObject({ status });
  });

  it('does not hold a collection that is repeated after a refund', async () => {
    const who = await payer();
    await c.collect(who.iban);
    await c.act(who, (await c.debits(who))[0]!, 'refund');
    await c.collect(who.iban);
    expect(await c.debits(who, '?status=booked')).toHaveLength(1);
  });

  it('holds both the second and the third, also in one message', async () => {
    const who = await payer();
    await c.send(c.messageOf(...[1, 2, 3].map(() => c.collectionOf(who.iban))));
    expect((await c.debits(who)).map(({ status }) => status)).toEqual(['held', 'held', 'booked']);
  });

  it('returns it with MD06 when it is refused, once, even by two sessions that answer differently', async () => {
    const suspense = await balanceOfBank(database, 6);
    const settlement = await balanceOfBank(database, 5);
    const { who, held, transactionId } = await doubled();
    const acts = await Promise.all(Array.from({ length: 10 }, () => c.act(who, held, 'refuse')));
    expect(acts.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect((await c.act(who, held, 'pass')).body.code).toBe('DIRECT_DEBIT_DECIDED');
    await untilReturned(transactionId);
    expect(c.returnsOf(transactionId)).toEqual(['MD06']);
    expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
    expect([await balanceOfBank(database, 6), await balanceOfBank(database, 5)]).toEqual([
      suspense,
      settlement + 3_990,
    ]);
    expect(await c.debits(who, '?status=returned')).toMatchObject([{ reason_code: 'MD06', booked_at: null }]);
  });

  it('books it once when it is let pass, whatever is answered at the same moment', async () => {
    const { who, held, transactionId } = await doubled();
    const acts = await Promise.all(
      Array.from({ length: 12 }, (_, index) => c.act(who, held, index % 2 ? 'pass' : 'refuse')),
    );
    expect(acts.filter(({ status }) => status === 200)).toHaveLength(1);
    const [, held2] = await c.calls.fundsOf(who);
    expect(held2).toBe(0);
    const debit = (await c.debits(who)).find(({ id }) => id === held.id);
    const passed = debit?.status === 'booked';
    expect(await c.calls.fundsOf(who)).toEqual([passed ? 2_020 : 6_010, 0]);
    if (!passed) await untilReturned(transactionId);
    expect(c.returnsOf(transactionId)).toEqual(passed ? [] : ['MD06']);
    expect(await c.total()).toBe(0);
  });

  it('keeps holding it when it is let pass without enough money', async () => {
    const { who, held } = await doubled(39.9);
    await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [who.id]);
    expect((await c.act(who, held, 'pass')).body.code).toBe('INSUFFICIENT_FUNDS');
    expect(await c.debits(who, '?status=held')).toHaveLength(1);
    await c.calls.post(who, 'balance/update', { amount: 50, type: 'add' });
    expect((await c.act(who, held, 'pass')).body).toMatchObject({ status: 'booked' });
    expect(await c.calls.fundsOf(who)).toEqual([1_010, 0]);
  });

  it('refunds an accepted collection, and the bank’s own accounts balance', async () => {
    const suspense = await balanceOfBank(database, 6);
    const { who, held, transactionId } = await doubled();
    await c.act(who, held, 'pass');
    expect((await c.act(who, held, 'refund')).body).toMatchObject({ status: 'refunded' });
    await untilReturned(transactionId);
    expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
    expect(await balanceOfBank(database, 6)).toBe(suspense);
  });
});

describe('a refund', () => {
  async function booked(daysAgo = 0) {
    const who = await payer();
    const transactionId = newId();
    await c.collect(who.iban, { transactionId });
    const [debit] = await c.debits(who);
    await moveBack(debit!.id, daysAgo);
    return { who, debit: debit!, transactionId };
  }

  it('is an incident when the clearing house refuses it, and nothing when it settles', async () => {
    const [{ who, debit, transactionId }, other] = [await booked(), await booked()];
    for (const each of [{ who, debit }, other]) await c.act(each.who, each.debit, 'refund');
    for (const id of [transactionId, other.transactionId]) await untilReturned(id);
    const sent = (id: string) =>
      bank.rail.received.find(
        (message): message is PaymentReturns =>
          message.type === 'pacs.004.001.09' && message.returns[0]?.originalTransactionId === id,
      )!;
    const report = (id: string, status: Pick<ReportedStatus, 'status' | 'reason'>) =>
      bank.rail.post(bank.shellUrl, {
        type: 'pacs.002.001.10',
        messageId: newId(),
        createdAt: new Date(),
        originalMessageId: sent(id).messageId,
        originalType: 'pacs.004.001.09',
        statuses: [{ transactionId: id, ...status }],
      });
    expect((await report(other.transactionId, { status: 'ACSC' })).status).toBe(202);
    expect((await report(transactionId, { status: 'RJCT', reason: { code: 'AM05' } })).status).toBe(202);
    const subjects = [transactionId, other.transactionId].flatMap((id) => [
      id,
      sent(id).returns[0]?.returnId,
    ]);
    const opened = await database.rows('SELECT kind, subject, params FROM incidents WHERE subject IN (?)', [
      subjects,
    ]);
    expect(opened).toMatchObject([
      { kind: 'return_refused', subject: sent(transactionId).returns[0]?.returnId },
    ]);
    expect(JSON.parse(String(opened[0]?.params))).toEqual({
      payment: transactionId,
      code: 'AM05',
      amount: '3990',
      currency: 'EUR',
    });
    expect(await c.calls.fundsOf(who)).toEqual([10_000, 0]);
  });

  it('comes once, however many ask at the same moment, as an entry of its own', async () => {
    const { who, debit, transactionId } = await booked();
    const asked = await Promise.all(Array.from({ length: 20 }, () => c.act(who, debit, 'refund')));
    expect(asked.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    await untilReturned(transactionId);
    expect(c.returnsOf(transactionId)).toEqual(['MD06']);
    expect(await c.calls.fundsOf(who)).toEqual([10_000, 0]);
    const { body } = await c.calls.get<{ transactions: object[] }>(who, 'user/transactions');
    const back = {
      amount: 39.9,
      description: 'Prélèvement remboursé\u00a0: Energie Test',
      payment_method: 'direct_debit',
    };
    expect(body.transactions.slice(0, 2)).toMatchObject([back, { amount: -39.9 }]);
    expect(await c.total()).toBe(0);
  });

  it('gets the same answer under the same key', async () => {
    const { who, debit } = await booked();
    const key = newId();
    const asked = await Promise.all(
      Array.from({ length: 6 }, () => c.act(who, debit, 'refund', { reason: 'twice' }, key)),
    );
    expect(asked.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await c.act(who, debit, 'refund', {}, key)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await c.calls.fundsOf(who)).toEqual([10_000, 0]);
  });

  it.each([
    [56, undefined, 200],
    [57, undefined, 422],
    [57, 'wrong_amount', 422],
    [57, 'no_mandate', 200],
    [380, 'no_mandate', 200],
    [400, 'no_mandate', 422],
  ])('%i days later, for the reason %s, answers %i', async (days, reason, status) => {
    const { who, debit, transactionId } = await booked(days);
    const { status: answered, body } = await c.act(who, debit, 'refund', { reason });
    expect([answered, body.code]).toEqual([status, status === 422 ? 'REFUND_PERIOD_OVER' : undefined]);
    expect(await c.calls.fundsOf(who)).toEqual([status === 200 ? 10_000 : 6_010, 0]);
    if (status !== 200) return;
    await untilReturned(transactionId);
    expect(c.returnsOf(transactionId)).toEqual([reason === 'no_mandate' ? 'MD01' : 'MD06']);
  });

  it('without a mandate blocks it', async () => {
    const { who, debit } = await booked();
    await c.act(who, debit, 'refund', { reason: 'no_mandate' });
    expect(await c.mandates(who)).toMatchObject([{ status: 'blocked' }]);
    expect(await c.collect(who.iban)).toMatchObject({ reason: { code: 'SL01' } });
  });

  it('is refused for a collection that was never debited', async () => {
    const who = await payer();
    await c.send(c.messageOf(c.collectionOf(who.iban, { dueOn: dayFromNow(2) })));
    const [debit] = await c.debits(who);
    expect((await c.act(who, debit!, 'refund')).body.code).toBe('DIRECT_DEBIT_NOT_REFUNDABLE');
    expect((await c.act(who, debit!, 'pass')).body.code).toBe('DIRECT_DEBIT_DECIDED');
  });
});

describe('another customer', () => {
  it('sees and decides nothing, and the attempt is logged', async () => {
    const who = await payer();
    const other = await payer();
    await c.collect(who.iban);
    await c.collect(who.iban);
    const [mandate] = await c.mandates(who);
    const [held, debit] = await c.debits(who);
    const tries = await Promise.all([
      c.block(other, mandate!),
      c.block(other, mandate!, 'unblock'),
      c.act(other, debit!, 'refund'),
      c.act(other, held!, 'pass'),
      c.act(other, held!, 'refuse'),
    ]);
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await c.debits(other)).toEqual([]);
    expect(await c.mandates(other)).toEqual([]);
    expect(await c.debits(other, `?mandate_id=${mandate!.id}`)).toEqual([]);
    expect(await c.mandates(who)).toMatchObject([{ status: 'active' }]);
    expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
  });

  it('needs a session, and the back-office an administrator', async () => {
    const get = (path: string, token?: string) =>
      call('GET', `${bank.shellUrl}/api/${path}`, token ? { token } : {});
    expect((await get('mandates')).status).toBe(401);
    const who = await payer();
    expect((await get('admin/rail/direct-debits', who.token)).status).toBe(403);
    const admin = await c.calls.administrator();
    await c.collect(who.iban);
    await c.collect(who.iban);
    const { body } = await c.calls.get<{ held: number; latest: object[] }>(admin, 'admin/rail/direct-debits');
    expect(body.held).toBeGreaterThan(0);
    expect(body.latest[0]).toMatchObject({ status: 'held', amount: 39.9, creditor_name: 'Energie Test' });
  });
});

it('is in the activity log, with its customer', async () => {
  const who = await payer();
  await c.collect(who.iban);
  await c.settings(who, { mode: 'none' });
  await c.collect(who.iban);
  const [refused, booked] = await c.debits(who);
  await c.act(who, booked!, 'refund');
  const [mandate] = await c.mandates(who);
  await c.block(who, mandate!);
  await c.block(who, mandate!, 'unblock');
  const sql = 'SELECT action, type FROM audit_log WHERE user_id = ? ORDER BY id';
  const lines = (await database.rows(sql, [who.id])).map(({ action, type }) => `${action} ${type}`);
  expect(lines).toEqual(
    expect.arrayContaining([
      'mandate.created info',
      'direct_debit.settings info',
      'direct_debit.refused warning',
      'direct_debit.refunded info',
      'mandate.blocked info',
      'mandate.unblocked info',
    ]),
  );
  expect(refused).toMatchObject({ status: 'refused', reason_code: 'SL01' });
});

it('gives marie a mandate with three collections', async () => {
  const marie = await demonstrationPerson(bank.shellUrl, 'marie');
  const [mandate] = await c.mandates(marie);
  expect(mandate).toMatchObject({ creditor_name: 'Énergie du Fleuve', last: { amount: 47.15 } });
  expect(await c.debits(marie, `?mandate_id=${mandate!.id}`)).toHaveLength(3);
});
