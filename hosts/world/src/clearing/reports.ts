import type { RailMessage } from '@bank/contracts/rails/messages';
import type { ReportedStatus, StatusReport } from '@bank/contracts/rails/status-reports';
import { newId } from '../messages/outbox';
import type { Payment } from './payments';

type Reported = Pick<Payment, 'transaction_id' | 'end_to_end_id' | 'state' | 'reason'>;

/** The status of a payment in a pacs.002. One that was settled and returned counts as settled. */
export function statusOf({ transaction_id, end_to_end_id, state, reason }: Reported): ReportedStatus {
  const ids = { transactionId: transaction_id, endToEndId: end_to_end_id };
  if (state === 'rejected') return { ...ids, status: 'RJCT', reason: { code: reason ?? 'MS03' } };
  return { ...ids, status: state === 'settled' || state === 'returned' ? 'ACSC' : 'PDNG' };
}

/** A pacs.002 about the payments of a message. */
export const reportOn = (
  original: { messageId: string; type: string },
  statuses: ReportedStatus[],
  at: Date,
): StatusReport => ({
  type: 'pacs.002.001.10',
  messageId: newId('S'),
  createdAt: at,
  originalMessageId: original.messageId,
  originalType: original.type,
  statuses,
});

/** A pacs.002 that refuses a whole message. */
export const refusalOf = (original: RailMessage, code: string, at: Date): StatusReport => ({
  ...reportOn(original, [], at),
  groupStatus: 'RJCT',
  groupReason: { code },
});
