import { z } from 'zod';
import { approvalStatuses } from './approvals';
import { amount, currency } from './money';
import { notificationTypes } from './notifications';
import { paymentStatuses } from './payments';
import { ticketStatuses } from './tickets';
import { kycStatuses } from './users';

/**
 * What an open page is told of (`GET /api/events`), by type. A customer hears of what is theirs; `payment`,
 * `kyc_queue`, `ticket_queue`, `approval_queue` and `release` tell administrators that a list changed. Whoever wants more than the hint asks for it by a call.
 */
export const eventData = {
  balance: z.object({ current_balance: amount, available_balance: amount, currency }),
  transaction: z.object({ reference: z.string() }),
  notification: z.object({ id: z.int(), type: z.enum(notificationTypes) }),
  card: z.object({ id: z.int(), status: z.string() }),
  /** Sessions of the person ended; a page whose own is among them hears nothing more. */
  session: z.object({}),
  kyc: z.object({ status: z.enum(kycStatuses) }),
  /** `awaiting` when a first approval was given, and not when a payment was made. */
  payment: z.object({
    id: z.int(),
    status: z.enum(paymentStatuses),
    awaiting: z.literal('second_approval').optional(),
  }),
  kyc_queue: z.object({ id: z.int(), status: z.enum(kycStatuses) }),
  ticket_queue: z.object({ id: z.int(), status: z.enum(ticketStatuses) }),
  /** A change waits for a second administrator, or was decided. */
  approval_queue: z.object({ id: z.int(), status: z.enum(approvalStatuses) }),
  /** Something was shipped, promoted or taken back. */
  release: z.object({ remote: z.string() }),
} as const;

export type EventType = keyof typeof eventData;
export type EventData<T extends EventType> = z.infer<(typeof eventData)[T]>;
