import type { RecallAnswers, RecallRequest } from '@bank/contracts/rails/recalls';
import { accountById } from '../accounts/accounts';
import { bankAccounts } from '../accounts/people';
import type { Sql } from '../database/database';
import { type Answer, answerWith, taken } from '../messages/answer';
import { enqueue, newId } from '../messages/outbox';
import { type Payment, paymentById, paymentsOf } from './payments';
import { giveBack } from './returns';

export interface Recall {
  recall_id: string;
  payment_id: number | null;
  transaction_id: string;
  reason: string;
  state: 'asked' | 'accepted' | 'refused';
  answer_reason: string | null;
  asked_at: Date;
}

type Decision = { accepts: true } | { accepts: false; reason: string };

/** camt.056 of the bank: the holder gives the money back, refuses, or a person at the page decides later. */
export async function receiveRecall(sql: Sql, request: RecallRequest, at: Date): Promise<Answer> {
  const { recallId, transactionId, reason } = request;
  const before = await recallById(sql, recallId);
  if (before) return before.state === 'asked' ? taken : answerWith(answerTo(before, at));
  const payment = (await paymentsOf(sql, ['received'], [transactionId])).get(transactionId);
  const recall: Recall = {
    recall_id: recallId,
    payment_id: payment?.id ?? null,
    transaction_id: transactionId,
    reason: reason.code.slice(0, 4),
    state: 'asked',
    answer_reason: null,
    asked_at: at,
  };
  await sql.insert('recalls', [{ ...recall }]);
  const decision = await decisionOf(sql, payment);
  return decision ? answerWith(await decide(sql, recall, payment, decision, at)) : taken;
}

/**
 * The decision of a person at the page, sent to the bank.
 * @returns whether the recall was still undecided.
 */
export async function decideRecall(sql: Sql, recallId: string, accepts: boolean, at: Date): Promise<boolean> {
  const recall = await recallById(sql, recallId);
  if (recall?.state !== 'asked') return false;
  const payment = recall.payment_id === null ? undefined : await paymentById(sql, recall.payment_id);
  const decision = accepts ? (impossible(payment) ?? { accepts }) : { accepts, reason: 'CUST' };
  await enqueue(sql, await decide(sql, recall, payment, decision, at));
  return true;
}

const recallById = (sql: Sql, recallId: string): Promise<Recall | undefined> =>
  sql.row<Recall>('SELECT * FROM recalls WHERE recall_id = ? FOR UPDATE', [recallId]);

/** A recall with its payment; nulls for a payment that never arrived. */
export type ListedRecall = Recall &
  ({ amount: bigint; currency: string; customer_name: string } | { amount: null });

export const openRecalls = (sql: Sql): Promise<ListedRecall[]> =>
  sql.rows<ListedRecall>(
    `SELECT r.*, p.amount, p.currency, p.customer_name FROM recalls r LEFT JOIN payments p ON p.id = r.payment_id
    WHERE r.state = 'asked' ORDER BY r.asked_at LIMIT 50`,
  );

async function decisionOf(sql: Sql, payment: Payment | undefined): Promise<Decision | undefined> {
  const refusal = impossible(payment);
  if (refusal) return refusal;
  const account = payment?.account_id ? await accountById(sql, payment.account_id) : undefined;
  if (account?.recalls === 'asks') return undefined;
  return account?.recalls === 'refuses' ? { accepts: false, reason: 'CUST' } : { accepts: true };
}

/** Reasons of camt.029: NOOR, no such payment; ARDT, its money is on its way back already. */
function impossible(payment: Payment | undefined): Decision | undefined {
  if (!payment || payment.state === 'rejected') return { accepts: false, reason: 'NOOR' };
  return payment.state === 'returned' ? { accepts: false, reason: 'ARDT' } : undefined;
}

async function decide(
  sql: Sql,
  recall: Recall,
  payment: Payment | undefined,
  decision: Decision,
  at: Date,
): Promise<RecallAnswers> {
  const decided: Recall = {
    ...recall,
    state: decision.accepts ? 'accepted' : 'refused',
    answer_reason: decision.accepts ? null : decision.reason,
  };
  await sql.write('UPDATE recalls SET state = ?, answer_reason = ? WHERE recall_id = ?', [
    decided.state,
    decided.answer_reason,
    recall.recall_id,
  ]);
  if (decision.accepts && payment) await giveBack(sql, payment, 'FOCR', at);
  return answerTo(decided, at);
}

const answerTo = ({ recall_id, transaction_id, state, answer_reason }: Recall, at: Date): RecallAnswers => ({
  type: 'camt.029.001.09',
  messageId: newId('A'),
  createdAt: at,
  sender: clearingBic,
  answers: [
    {
      recallId: recall_id,
      transactionId: transaction_id,
      outcome: state === 'accepted' ? 'CNCL' : 'RJCR',
      ...(answer_reason !== null && { reason: { code: answer_reason } }),
    },
  ],
});

const clearingBic = bankAccounts[0]?.bic ?? '';
