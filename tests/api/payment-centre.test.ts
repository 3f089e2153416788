/** @jest-environment ./tests/support/bank-environment.ts */
import type { PaymentDetail, PaymentMessage, PaymentMessageText } from '@bank/contracts/payments';
import { type RailMessage, readMessage, writeMessage } from '@bank/contracts/rails/messages';
import type { RailState } from '@bank/contracts/rail-state';
import type { TransactionList } from '@bank/contracts/transactions';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { stripesOf } from '../../bff/src/money/ledger/bank-accounts';
import { newId, postToBank } from '../support/clearing-house';
import type { SignedIn } from '../support/customers';
import { sharedBank } from '../support/shared-bank';
import { lastOf, until } from '../support/until';
import { type MadePayment, newIban, order, paymentCalls } from './payment-fixture';
import { recallAnswerOf, returnOf } from './rail-fixture';

const { bank, database } = sharedBank();
let calls: ReturnType<typeof paymentCalls>;
let admin: SignedIn;

beforeAll(async () => {
  calls = paymentCalls(bank.shellUrl, database);
  admin = await calls.administrator();
});

const verified = () => calls.verified(100);
const payInstant = (who: SignedIn, recipient: string, changed: object = {}) =>
  calls.pay(who, {
    ...order,
    amount: 20,
    recipient_account: recipient,
    payment_method: 'sepa_instant',
    ...changed,
  });
const detail = async ({ id }: { id: number }, who = admin) =>
  (await calls.get<PaymentDetail>(who, `paiement/${id}`)).body;
async function atStage(payment: MadePayment, stage: PaymentDetail['stage']): Promise<PaymentDetail> {
  await until(async () => (await detail(payment)).stage === stage);
  return detail(payment);
}
const namesOf = ({ messages }: PaymentDetail) =>
  messages.map(({ direction, type }) => `${direction} ${type}`);
const messageOf = (
  payment: { id: number },
  { direction, message_id }: Pick<PaymentMessage, 'direction' | 'message_id'>,
  who = admin,
) => calls.get<PaymentMessageText>(who, `paiement/${payment.id}/messages/${direction}/${message_id}`);
const send = (message: RailMessage) => postToBank(bank.shellUrl, writeMessage(message));
const unknownPayment = () => `PAY-${newId()}`.slice(0, 20);
const rail = async () => (await calls.get<RailState>(admin, 'admin/rail')).body;

describe('the review of a payment', () => {
  it('shows its way and its messages, as they were sent and received', async () => {
    const recipient = newIban();
    const made = await payInstant(await verified(), recipient);
    const settled = await atStage(made, 'settled');
    expect(settled).toMatchObject({ in_doubt: false, recall: null, reason_code: null, decided_by: 'rules' });
    expect(settled.stages.map(({ stage }) => stage)).toEqual(['queued', 'sent', 'settled']);
    expect(namesOf(settled)).toEqual(['out pacs.008.001.08', 'in pacs.002.001.10']);
    const [out, answer] = settled.messages as [PaymentMessage, PaymentMessage];
    const { body } = await messageOf(made, out);
    expect(readMessage(Buffer.from(body.xml))).toMatchObject({
      transfers: [{ transactionId: made.reference, creditor: { account: recipient } }],
    });
    const { body: received } = await messageOf(made, answer);
    expect(readMessage(Buffer.from(received.xml))).toMatchObject({
      statuses: [{ transactionId: made.reference, status: 'ACSC' }],
    });
  });

  it('has the reason of a refusal', async () => {
    const recipient = newIban();
    bank.rail.behave(recipient, { refuse: 'AC04' });
    const rejected = await atStage(await payInstant(await verified(), recipient), 'rejected');
    expect(rejected.reason_code).toBe('AC04');
    expect(rejected.stages.at(-1)).toMatchObject({ stage: 'rejected', reason: 'AC04' });
  });

  it('shows a payment in doubt, the status request and its late answer', async () => {
    const recipient = newIban();
    bank.rail.behave(recipient, 'silent');
    const made = await payInstant(await verified(), recipient);
    await atStage(made, 'sent');
    await database.rows(
      'UPDATE payments SET in_doubt_since = created_at, next_ask_at = created_at + INTERVAL 1 DAY WHERE id = ?',
      [made.id],
    );
    expect(await detail(made)).toMatchObject({ in_doubt: true, messages: [{ answered_at: null }] });
    const { doubtful, in_doubt } = await rail();
    expect(in_doubt).toBeGreaterThan(0);
    expect(doubtful).toContainEqual(expect.objectContaining({ id: made.id, amount: 20 }));
    await database.rows('UPDATE payments SET next_ask_at = created_at WHERE id = ?', [made.id]);
    const settled = await atStage(made, 'settled');
    expect(settled.in_doubt).toBe(false);
    const names = ['out pacs.008.001.08', 'out pacs.028.001.03', 'in pacs.002.001.10'];
    await until(async () => namesOf(await detail(made)).length === names.length);
    expect(namesOf(await detail(made))).toEqual(names);
  });

  it('shows a recall, its answer and the return, which came later', async () => {
    const who = await verified();
    const made = await payInstant(who, newIban());
    await atStage(made, 'settled');
    await calls.post(who, `user/payments/${made.id}/cancel`, {});
    expect(await detail(made)).toMatchObject({ recall: 'asked' });
    await send(recallAnswerOf(made.reference, 'CNCL'));
    await send(returnOf(made.reference, 2_000n));
    const returned = await atStage(made, 'returned');
    expect(returned).toMatchObject({ recall: 'granted', reason_code: 'AC04' });
    // The list adds up to the balance: the payment failed, but its money had left.
    const { body } = await calls.get<TransactionList>(who, 'user/transactions?limit=100');
    const listed = body.transactions.find(({ payment_id: id }) => id === made.id);
    expect(listed).toMatchObject({ status: 'failed', moved: true });
    const sum = body.transactions.reduce((total, { amount, moved }) => total + (moved ? amount : 0), 0);
    const { balance } = (await calls.get<{ balance: { current_balance: number } }>(who, 'solde')).body;
    expect(Math.round(sum * 100)).toBe(Math.round(balance.current_balance * 100));
    expect(namesOf(returned)).toEqual([
      'out pacs.008.001.08',
      'in pacs.002.001.10',
      'out camt.056.001.08',
      'in camt.029.001.09',
      'in pacs.004.001.09',
    ]);
  });

  it('never shows the messages of another payment, even of one that names it', async () => {
    const who = await verified();
    const made = await atStage(await payInstant(who, newIban()), 'settled');
    const naming = await payInstant(who, newIban(), { end_to_end_id: made.reference });
    const other = await atStage(naming, 'settled');
    expect(namesOf(await detail(made))).toHaveLength(2);
    expect(namesOf(other)).toHaveLength(2);
    for (const message of other.messages) {
      expect((await messageOf(other, message)).status).toBe(200);
      expect((await messageOf(made, message)).status).toBe(404);
    }
    const [out] = made.messages as [PaymentMessage];
    expect((await messageOf(made, { ...out, direction: 'in' })).status).toBe(404);
    expect((await messageOf(made, out, who)).status).toBe(403);
    expect((await calls.get(admin, `paiement/${made.id}/messages/around/${out.message_id}`)).status).toBe(
      404,
    );
  });
});

describe('the state of the rail', () => {
  it('lists money on suspense and its incident', async () => {
    const before = await rail();
    const returnId = newId();
    await send(returnOf(unknownPayment(), 2_000n, { returnId }));
    const { suspense, incidents, suspense_balance: balance, configured } = await rail();
    expect(configured).toBe(true);
    expect(balance).toBeCloseTo(before.suspense_balance + 20, 2);
    expect(suspense[0]).toMatchObject({
      kind: 'return',
      transaction_id: returnId,
      amount: 20,
      reason_code: 'AC04',
    });
    expect(incidents[0]).toMatchObject({ kind: 'return_unknown', subject: returnId, severity: 'high' });
  });

  it('shows a return of more than a number holds with the most that one holds', async () => {
    const returnId = newId();
    await send(returnOf(unknownPayment(), 10n ** 16n, { returnId }));
    const { suspense } = await rail();
    expect(suspense[0]).toMatchObject({ transaction_id: returnId, amount: 2 ** 50 / 100 });
  });

  it('shows a return in a currency of three decimals, which the bank has no account in, without booking it', async () => {
    const before = await rail();
    const returnId = newId();
    await send(returnOf(unknownPayment(), 1_234n, { returnId, currency: 'TND' }));
    const { suspense, suspense_balance: balance } = await rail();
    expect(suspense[0]).toMatchObject({ transaction_id: returnId, amount: 1.234, currency: 'TND' });
    expect(balance).toBe(before.suspense_balance);
  });

  it('sums the payments of all customers', async () => {
    const ids: number[] = [];
    for (let payer = 0; payer < 3; payer += 1) {
      ids.push((await atStage(await payInstant(await verified(), newIban()), 'settled')).id);
    }
    // Payments of other tests may settle at any moment.
    const ofOthers = async () => {
      const [row] = await database.rows(
        `SELECT CAST(SUM(e.amount) AS SIGNED) AS sum FROM entries e
           LEFT JOIN payments p ON p.transfer_id = e.transfer_id AND p.id IN (?)
         WHERE e.account_id IN (?) AND p.id IS NULL`,
        [ids, stripesOf(bankAccounts.settlement)],
      );
      return -Number(row?.sum ?? 0) / 100;
    };
    const read = async () => ({ others: await ofOthers(), shown: (await rail()).settlement_balance });
    const { others, shown } = await lastOf(read, (found) => found.shown === found.others - 60);
    expect(shown).toBeCloseTo(others - 60, 2);
  });

  it('counts waiting payments, and messages without an answer', async () => {
    const before = await rail();
    await calls.pay(await verified(), { ...order, amount: 20, recipient_account: newIban() });
    expect((await rail()).queued).toBeGreaterThan(before.queued);
    const id = newId();
    await database.rows(
      `INSERT INTO rail_outbox (port, message_id, type, once, body, created_at, next_try_at)
       VALUES ('sepa', ?, 'pacs.028.001.03', 0, '', '2026-01-01', UTC_TIMESTAMP() + INTERVAL 5 MINUTE)`,
      [id],
    );
    expect((await rail()).unanswered).toMatchObject({ oldest_at: '2026-01-01T00:00:00.000Z' });
    await database.rows('DELETE FROM rail_outbox WHERE message_id = ?', [id]);
  });

  it('is for administrators', async () => {
    expect((await calls.get(await calls.customer(0), 'admin/rail')).status).toBe(403);
  });
});
