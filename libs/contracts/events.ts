import { z } from 'zod';
import { approvalStatuses } from './approvals';
import { caseStates } from './case-states';
import { amount, currency } from './money';
import { notificationTypes } from './notifications';
import { paymentStages, paymentStatuses } from './payments';
import { ticketStatuses } from './tickets';
import { kycStatuses } from './users';
import { workKinds } from './work';

/**
 * The live events of an open page (`GET /api/events`), by type. Customers receive events about their own data;
 * `payment`, `kyc_queue`, `ticket_queue`, `approval_queue`, `incident` and `release` notify administrators that a list changed.
 * Events are hints only: pages fetch the data by ordinary calls.
 */
export const eventData = {
  balance: z.object({ current_balance: amount, available_balance: amount, currency }),
  transaction: z.object({ reference: z.string() }),
  notification: z.object({ id: z.int(), type: z.enum(notificationTypes) }),
  card: z.object({ id: z.int(), status: z.string() }),
  /** A purchase by card was approved, declined, booked or changed. */
  card_purchase: z.object({ id: z.int() }),
  /** An online payment waits for the customer's approval, or was answered. */
  card_challenge: z.object({}),
  /** The customer's mandates or direct debits changed. */
  direct_debit: z.object({}),
  /** Sessions of the user ended, or their role changed; the stream of a page with an ended one ends. */
  session: z.object({}),
  kyc: z.object({ status: z.enum(kycStatuses) }),
  /** `awaiting` after a first approval; not sent for a new payment. */
  payment: z.object({
    id: z.int(),
    status: z.enum(paymentStatuses),
    /** Not sent for a new payment. */
    stage: z.enum(paymentStages).optional(),
    awaiting: z.literal('second_approval').optional(),
  }),
  kyc_queue: z.object({ id: z.int(), status: z.enum(kycStatuses) }),
  ticket_queue: z.object({ id: z.int(), status: z.enum(ticketStatuses) }),
  /** A conversation with a person of the bank was asked for, taken, written in or ended; for its customer and administrators. */
  conversation: z.object({ id: z.int() }),
  /** A case of the customer's changed. */
  case: z.object({ id: z.int() }),
  /** A case was opened, taken, written in or decided. */
  case_queue: z.object({ id: z.int(), status: z.enum(caseStates).optional() }),
  /** Somebody of the staff took something to work on, or put it back. */
  work_item: z.object({ kind: z.enum(workKinds), id: z.int() }),
  /** A change awaits a second administrator, or was decided. */
  approval_queue: z.object({ id: z.int(), status: z.enum(approvalStatuses) }),
  /** An incident was opened, changed or closed. */
  incident: z.object({ id: z.int() }),
  /** A release was shipped, promoted or rolled back. */
  release: z.object({ remote: z.string() }),
} as const;

export type EventType = keyof typeof eventData;
export type EventData<T extends EventType> = z.infer<(typeof eventData)[T]>;
