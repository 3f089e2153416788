import { pastCollections } from '@bank/contracts/demo';
import type { PaymentReturns, ReturnedPayment } from '@bank/contracts/rails/returns';
import type { ReportedStatus } from '@bank/contracts/rails/status-reports';
import { accountsOf } from '../accounts/accounts';
import { businessDay } from '../accounts/entries';
import type { Sql } from '../database/database';
import { type Answer, answerWith, taken } from '../messages/answer';
import { enqueue, newId } from '../messages/outbox';
import { type Payment, paymentsOf, setState } from './payments';
import { reportOn, statusOf } from './reports';
import { takeBack } from './settlement';

/** pacs.004 of the bank: money that the world sent or collected comes back to the account it came from, once. */
export async function receiveReturns(sql: Sql, message: PaymentReturns, at: Date): Promise<Answer> {
  await takeOverPast(sql, message, at);
  const ids = message.returns.map(({ originalTransactionId }) => originalTransactionId);
  const payments = await paymentsOf(sql, ['credit', 'collection'], ids);
  const statuses: ReportedStatus[] = [];
  for (const returned of message.returns) {
    const payment = payments.get(returned.originalTransactionId);
    const reason = fault(payment, returned);
    if (payment && !reason) {
      const booked = { ...payment, account_id: payment.account_id ?? 0 };
      await takeBack(sql, booked, at, { isOlder: isPast(returned) });
      await setState(sql, payment, 'returned', { reason: returned.reason.code, returnId: returned.returnId });
      // The same message may name a payment twice.
      Object.assign(payment, { state: 'returned', return_id: returned.returnId });
    }
    statuses.push({
      transactionId: returned.originalTransactionId,
      endToEndId: returned.originalEndToEndId ?? payment?.end_to_end_id ?? 'NOTPROVIDED',
      ...(reason ? { status: 'RJCT', reason: { code: reason } } : { status: 'ACSC' }),
    });
  }
  const hasRefusal = statuses.some(({ status }) => status === 'RJCT');
  return hasRefusal ? answerWith(reportOn(message, statuses, at)) : taken;
}

const isPast = ({ originalTransactionId }: ReturnedPayment) =>
  originalTransactionId.startsWith(pastCollections.prefix);

/** Collections of the demonstration's past, which the bank alone has: they are taken over as the bank names them. */
async function takeOverPast(
  sql: Sql,
  { originalMessageId, returns }: PaymentReturns,
  at: Date,
): Promise<void> {
  const past = returns.filter(isPast);
  if (past.length === 0) return;
  const collector = (await accountsOf(sql, [pastCollections.account])).get(pastCollections.account);
  const rows = past.map(({ originalTransactionId, originalEndToEndId, amount }) => ({
    kind: 'collection',
    state: 'settled',
    instant: 0,
    created_at: at,
    transaction_id: originalTransactionId,
    end_to_end_id: originalEndToEndId ?? 'NOTPROVIDED',
    message_id: originalMessageId,
    account_id: collector?.id ?? null,
    customer_name: '',
    customer_iban: '',
    amount: amount.minor,
    currency: amount.currency,
  }));
  await sql.insert('payments', rows, { once: true });
}

/** Why a return is refused: its original is unknown or was rejected, the amount differs, or it was returned before. */
function fault(payment: Payment | undefined, { returnId, amount }: ReturnedPayment): string | undefined {
  if (!payment || payment.state === 'rejected') return 'NOOR';
  if (payment.amount !== amount.minor || payment.currency !== amount.currency) return 'AM09';
  if (payment.state === 'returned' && payment.return_id !== returnId) return 'AM05';
  return undefined;
}

/**
 * Sends the money of a payment back to the bank; of one that is not decided yet, its rejection. The return is booked when
 * the bank takes it.
 * @param reason of ISO 20022, such as MS02 (the holder does not want it) or FOCR (it was recalled). @param at not before.
 */
export async function giveBack(
  sql: Sql,
  payment: Payment,
  reason: string,
  at: Date,
  { delayed = false } = {},
): Promise<void> {
  const original = { messageId: payment.message_id, type: 'pacs.008.001.08' };
  if (payment.state === 'pending') {
    await setState(sql, payment, 'rejected', { reason });
    return enqueue(sql, reportOn(original, [statusOf({ ...payment, state: 'rejected', reason })], at));
  }
  const returnId = newId('T');
  await setState(sql, payment, 'returned', { reason, returnId });
  const message: PaymentReturns = {
    type: 'pacs.004.001.09',
    messageId: newId('R'),
    createdAt: at,
    settlementDay: businessDay(at),
    originalMessageId: original.messageId,
    originalType: original.type,
    returns: [
      {
        returnId,
        originalTransactionId: payment.transaction_id,
        originalEndToEndId: payment.end_to_end_id,
        reason: { code: reason },
        amount: { minor: payment.amount, currency: payment.currency },
      },
    ],
  };
  await enqueue(sql, message, { delayed });
}
