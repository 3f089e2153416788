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
 * The live events of an open page (`GET /api/events`), by type, with what the API's description states of each. Customers
 * receive events about their own data; the others notify the administrators who may read a list that it changed.
 * Events are hints only: pages fetch the data by ordinary calls.
 */
export const eventData = {
  balance: z
    .object({ current_balance: amount, available_balance: amount, currency })
    .describe('The balance of an account of the customer changed.'),
  transaction: z
    .object({ reference: z.string() })
    .describe('A movement of the customer was made or changed.'),
  notification: z
    .object({ id: z.int(), type: z.enum(notificationTypes) })
    .describe('The customer has a new notification.'),
  card: z
    .object({ id: z.int(), status: z.string() })
    .describe('A card of the customer is new, or its status or settings changed.'),
  card_purchase: z
    .object({ id: z.int() })
    .describe('A purchase by card was approved, declined, booked or changed.'),
  card_challenge: z
    .object({})
    .describe('An online payment waits for the customer’s approval, or was answered.'),
  direct_debit: z.object({}).describe('The customer’s mandates or direct debits changed.'),
  planned_payment: z.object({}).describe('The customer’s standing orders or scheduled debits changed.'),
  session: z
    .object({})
    .describe(
      'Sessions of the user ended, or their role changed; the stream of a page with an ended one ends.',
    ),
  kyc: z
    .object({ status: z.enum(kycStatuses) })
    .describe('The state of the customer’s identity, e-mail or phone changed.'),
  payment: z
    .object({
      id: z.int(),
      status: z.enum(paymentStatuses),
      stage: z
        .enum(paymentStages)
        .optional()
        .describe(
          'Not sent for a new payment, nor after a first approval; `awaiting_approval` when the payment was handed back, or ' +
            'compared with a sanctions list that came since.',
        ),
      awaiting: z.literal('second_approval').optional().describe('After a first approval.'),
    })
    .describe('For administrators: a payment was made or changed.'),
  kyc_queue: z
    .object({ id: z.int(), status: z.enum(kycStatuses) })
    .describe('For administrators: an identity file was sent or decided.'),
  ticket_queue: z
    .object({ id: z.int(), status: z.enum(ticketStatuses) })
    .describe('For administrators: a ticket was opened or changed.'),
  conversation: z
    .object({ id: z.int() })
    .describe(
      'For its customer and administrators: a conversation with a person of the bank was asked for, taken, written in or ended.',
    ),
  case: z.object({ id: z.int() }).describe('A case of the customer’s changed.'),
  case_queue: z
    .object({
      id: z.int(),
      user: z.int().optional().describe('The customer whom it is about; they do not receive it as staff.'),
      status: z.enum(caseStates).optional().describe('Not sent when the state stayed.'),
    })
    .describe('For administrators: a case was opened, taken, written in or decided.'),
  work_item: z
    .object({ kind: z.enum(workKinds), id: z.int() })
    .describe('For administrators: somebody of the staff took something to work on, or put it back.'),
  approval_queue: z
    .object({ id: z.int(), status: z.enum(approvalStatuses) })
    .describe('For administrators: a change awaits a second administrator, or was decided.'),
  incident: z
    .object({ id: z.int() })
    .describe('For administrators: an incident was opened, changed or closed.'),
  release: z
    .object({ remote: z.string() })
    .describe('For administrators: a release was shipped, promoted or rolled back.'),
} as const;

export type EventType = keyof typeof eventData;
export type EventData<T extends EventType> = z.infer<(typeof eventData)[T]>;
