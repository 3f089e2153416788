import { z } from 'zod';
import { directDebitStatuses } from '@bank/contracts/direct-debits';
import { minor, moment, rowOf, text, whole } from '../../platform/database/columns';

/** The columns of `debitRow`. */
export const debitColumns = `d.id, d.transaction_id AS transactionId, d.end_to_end_id AS endToEndId,
  d.message_id AS messageId, d.sender, d.account_id AS accountId, d.debtor_account AS debtorAccount, d.user_id AS userId, d.mandate_id AS mandateId,
  d.creditor_id AS creditorId, d.creditor_name AS creditorName, d.remittance, d.amount, d.currency, d.status,
  d.reason_code AS code, DATE_FORMAT(d.due_on, '%Y-%m-%d') AS dueOn, d.held_until AS heldUntil,
  d.booked_at AS bookedAt,
  d.hold_transfer_id AS holdTransferId, d.transfer_id AS transferId`;

export const debitRow = rowOf({
  id: whole,
  transactionId: text,
  endToEndId: text,
  messageId: text,
  sender: text,
  accountId: whole.nullable(),
  debtorAccount: text,
  userId: whole.nullable(),
  mandateId: whole.nullable(),
  creditorId: text,
  creditorName: text,
  remittance: text.nullable(),
  amount: minor,
  currency: text,
  status: z.enum(directDebitStatuses),
  code: text.nullable(),
  dueOn: text,
  heldUntil: moment.nullable(),
  bookedAt: moment.nullable(),
  holdTransferId: whole.nullable(),
  transferId: whole.nullable(),
});
export type DebitRow = z.output<typeof debitRow>;

/** A collection that was not refused when it came. */
export const acceptedDebit = debitRow.extend({ accountId: whole, userId: whole, mandateId: whole });
export type AcceptedDebit = z.output<typeof acceptedDebit>;
