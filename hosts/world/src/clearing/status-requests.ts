import type { StatusRequest } from '@bank/contracts/rails/status-requests';
import type { Sql } from '../database/database';
import { type Answer, answerWith } from '../messages/answer';
import { paymentsOf } from './payments';
import { reportOn, statusOf } from './reports';

/**
 * pacs.028 of the bank: what became of its payments. One that never came is refused now (NOOR), and therefore also when it
 * comes late, so that it has exactly one outcome.
 */
export async function answerStatusRequest(sql: Sql, request: StatusRequest, at: Date): Promise<Answer> {
  const ids = [...new Set(request.transactions.map(({ transactionId }) => transactionId))];
  const known = await paymentsOf(sql, ['received'], ids);
  const unknown = request.transactions.filter(({ transactionId }) => !known.has(transactionId));
  await sql.insert(
    'payments',
    [...new Map(unknown.map((each) => [each.transactionId, each])).values()].map((each) => ({
      kind: 'received',
      transaction_id: each.transactionId,
      message_id: request.originalMessageId,
      end_to_end_id: each.endToEndId ?? '',
      customer_name: '',
      customer_iban: '',
      amount: 0n,
      currency: 'EUR',
      instant: 0,
      state: 'rejected',
      reason: 'NOOR',
      created_at: at,
    })),
  );
  const statuses = request.transactions.map(({ transactionId, endToEndId }) => {
    const payment = known.get(transactionId);
    const refused = { state: 'rejected' as const, reason: 'NOOR' };
    const ids = { transaction_id: transactionId, end_to_end_id: endToEndId ?? 'NOTPROVIDED' };
    return statusOf(payment ?? { ...ids, ...refused });
  });
  const original = { messageId: request.originalMessageId, type: request.originalType };
  return answerWith(reportOn(original, statuses, at));
}
