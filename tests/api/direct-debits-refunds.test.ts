/** @jest-environment ./tests/support/bank-environment.ts */
import { startOfParisDay } from '../../bff/src/platform/time/paris-day';
import type { PaymentReturns } from '../../libs/contracts/rails/returns';
import type { ReportedStatus } from '../../libs/contracts/rails/status-reports';
import { newId } from '../support/clearing-house';
import { outboxOf } from '../support/outbox';
import { sharedBank } from '../support/shared-bank';
import { until, untilThereAre } from '../support/until';
import { balanceOfBank } from './bank-balance';
import { collectionCalls, dayFromNow, phone } from './collections-fixture';

const { bank, database } = sharedBank();
const c = collectionCalls(bank, database);

/** The periods are of days of Paris, which are not all of 24 hours. */
const moveBack = (id: number, days: number) =>
  database.rows(
    'UPDATE direct_debits SET booked_at = ?, settled_on = settled_on - INTERVAL ? DAY WHERE id = ?',
    [startOfParisDay(dayFromNow(-days)), days, id],
  );
const untilReturned = (transactionId: string) =>
  until(() => Promise.resolve(c.returnsOf(transactionId).length > 0));

describe('the shield against double debits', () => {
  async function doubled(euros = 100) {
    const who = await c.payer(euros);
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
    expect(await c.notified(who)).toContain('direct_debit_asked');
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
    const who = await c.payer();
    await c.collect(who.iban);
    await c.collect(who.iban, changed);
    expect(await c.debits(who, '?status=booked')).toHaveLength(2);
  });

  it.each([
    [5, 'held'],
    [6, 'booked'],
  ])('looks %i days back: then it is %s', async (days, status) => {
    const who = await c.payer();
    await c.collect(who.iban);
    await moveBack((await c.debits(who))[0]!.id, days);
    await c.collect(who.iban);
    expect((await c.debits(who))[0]).toMatchObject({ status });
  });

  it('does not hold a collection that is repeated after a refund', async () => {
    const who = await c.payer();
    await c.collect(who.iban);
    await c.act(who, (await c.debits(who))[0]!, 'refund');
    await c.collect(who.iban);
    expect(await c.debits(who, '?status=booked')).toHaveLength(1);
  });

  it('holds both the second and the third, also in one message', async () => {
    const who = await c.payer();
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
    const who = await c.payer();
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
    const who = await c.payer();
    await c.send(c.messageOf(c.collectionOf(who.iban, { dueOn: dayFromNow(2) })));
    const [debit] = await c.debits(who);
    expect((await c.act(who, debit!, 'refund')).body.code).toBe('DIRECT_DEBIT_NOT_REFUNDABLE');
    expect((await c.act(who, debit!, 'pass')).body.code).toBe('DIRECT_DEBIT_DECIDED');
  });
});
