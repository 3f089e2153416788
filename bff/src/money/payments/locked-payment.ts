import { z } from 'zod';
import { currencies } from '@bank/contracts/currencies';
import {
  chargeBearers,
  paymentDeciders,
  paymentMethods,
  paymentStages,
  recallStates,
} from '@bank/contracts/payments';
import { flag, minor, rowOf, text, whole } from '../../platform/database/columns';
import { activeUser } from '../../people/users/active-user';
import { payeeColumns, storedReasons } from './payment-detail';

/** A value of the payer's account and its owner; of one value, since a join would lock more than the payment. */
const ofPayer = (value: string) =>
  `(SELECT ${value} FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.id = p.account_id)`;

/** Whether the owner may move money. */
const ownerIsActive = ofPayer(activeUser());

/** Whether the owner is a customer and the account open. */
const accountIsOpen = 'a.closed_at IS NULL AND u.deleted_at IS NULL';

/** Locks payments alone: the owner of an account never changes. */
const lockColumns = `
  SELECT p.id, p.reference, p.account_id AS accountId, p.amount, p.fee, p.currency, p.stage,
    p.payment_method AS method, p.recipient_account AS recipientAccount, p.recipient_name AS recipientName,
    p.description, p.worth, p.fee_transfer_id AS feeTransferId, p.risk_reasons AS riskReasons, p.uetr,
    p.recipient_country AS country, p.recipient_bic AS bic, p.recipient_clearing_code AS clearingCode,
    p.recipient_address AS address, p.first_approved_by AS firstApprovedBy, p.transfer_id AS transferId, p.message_id AS messageId,
    COALESCE(p.end_to_end_id, p.reference) AS endToEndId, p.recall, p.charges, p.decided_by AS decidedBy,
    DATE_FORMAT(p.execution_day, '%Y-%m-%d') AS executionDay,
    (SELECT a.user_id FROM accounts a WHERE a.id = p.account_id) AS ownerId,
    (SELECT a.iban FROM accounts a WHERE a.id = p.account_id) AS iban,
    ${ofPayer(accountIsOpen)} AS isOpen,
    ${ownerIsActive} AS isActive,
    ${ofPayer(`CONCAT(u.first_name, ' ', u.last_name)`)} AS owner
  FROM payments p`;

/** The account, while its owner is a customer and it is open. */
export const openAccount = `
  SELECT 1 FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.id = ? AND ${accountIsOpen}`;
export const lockPayment = `${lockColumns} WHERE p.id = ? FOR UPDATE`;
/** In the order of their ids. */
export const lockByReference = `${lockColumns} WHERE p.reference IN (?) ORDER BY p.id FOR UPDATE`;
/** Whether there is anything to lock: a round without payments is one read. */
export const anyQueued = `
  SELECT 1 FROM payments WHERE stage = 'queued' AND payment_method IN (?) AND queued_at <= ? LIMIT 1`;
/** The next payment whose recall was not answered by its last day. */
export const lockNextRecall = `
  ${lockColumns} WHERE p.recall = 'asked' AND p.recall_due_on < ? AND p.id NOT IN (?)
  ORDER BY p.recall_due_on LIMIT 1 FOR UPDATE SKIP LOCKED`;
/** Payments that another server works on are left to it; those of a deactivated customer wait. */
export const lockQueued = `
  ${lockColumns} WHERE p.stage = 'queued' AND p.payment_method = ? AND p.queued_at <= ? AND ${ownerIsActive}
  ORDER BY p.queued_at LIMIT ? FOR UPDATE SKIP LOCKED`;
/** The planned payments whose day has come, none locked. */
export const dueToBegin = `
  SELECT id FROM payments WHERE stage = 'scheduled' AND execution_day <= ? ORDER BY execution_day LIMIT ?`;

export const lockedPayment = rowOf({
  id: whole,
  reference: text,
  accountId: whole,
  ownerId: whole,
  owner: text.nullable(),
  iban: text,
  /** Whether the owner is still a customer, and the account open. */
  isOpen: flag,
  /** Whether the owner is a customer who is not deactivated. */
  isActive: flag,
  amount: minor,
  fee: minor,
  currency: z.enum(currencies),
  /** In cents of the euro when it was ordered; null in euros. */
  worth: minor.nullable(),
  feeTransferId: whole.nullable(),
  riskReasons: storedReasons,
  ...payeeColumns,
  stage: z.enum(paymentStages),
  method: z.enum(paymentMethods),
  recipientAccount: text,
  recipientName: text,
  description: text,
  firstApprovedBy: whole.nullable(),
  transferId: whole.nullable(),
  messageId: text.nullable(),
  endToEndId: text,
  recall: z.enum(recallStates).nullable(),
  charges: z.enum(chargeBearers).nullable(),
  decidedBy: z.enum(paymentDeciders).nullable(),
  executionDay: text.nullable(),
});

/** A payment whose row this transaction holds locked. */
export type LockedPayment = z.output<typeof lockedPayment>;
