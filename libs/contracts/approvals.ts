import { z } from 'zod';
import { amount } from './money';
import { pageQuery, pagination } from './pagination';
import { proofFields } from './proof';
import { moment } from './time';
import { defaulting, lines } from './validation';

/** Euros up to which one administrator alone may change a balance within 24 hours, and the highest limit they may set. */
export const aloneUpTo = 10_000;

export const approvalKinds = ['user_created', 'user_changed', 'limits_changed'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** `expired`: nobody decided in time. */
export const approvalStatuses = ['pending', 'approved', 'refused', 'expired'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

export const approvalFields = [
  'first_name',
  'last_name',
  'email',
  'username',
  'phone',
  'role',
  'status',
  'kyc_status',
  'balance',
  'transfer_limit',
  'withdrawal_limit',
  'card_limit',
] as const;
export type ApprovalField = (typeof approvalFields)[number];

const value = z.union([z.string(), amount]).nullable();

/** One field, as it is and as it is asked to be; amounts in euros. `from` is null for a person who is to be created. */
export const approvalChange = z.object({ field: z.enum(approvalFields), from: value, to: value });
export type ApprovalChange = z.infer<typeof approvalChange>;

/** A member of staff as colleagues read of them. */
const colleague = z.object({ id: z.int(), name: z.string() });

/** Why the reader may not approve what waits; null when they may. */
export const approvalObstacles = ['SECOND_APPROVER_REQUIRED', 'APPROVER_TOO_NEW', 'OWN_USER_CHANGE'] as const;
export type ApprovalObstacle = (typeof approvalObstacles)[number];

/** A change that one administrator asked for and another one must approve. */
export const staffApproval = z
  .object({
    id: z.int(),
    kind: z.enum(approvalKinds),
    status: z.enum(approvalStatuses),
    /** Whom it is about; null for somebody who is to be created. */
    subject: colleague.nullable(),
    changes: z.array(approvalChange),
    /** What the requester gave as the reason. */
    motive: z.string().nullable(),
    /** The person is mailed a link to choose a password once it is approved. */
    password_link: z.boolean(),
    requested_by: colleague,
    requested_at: moment,
    expires_at: moment,
    decided_by: colleague.nullable(),
    decided_at: moment.nullable(),
    /** Why it was refused. */
    reason: z.string().nullable(),
    obstacle: z.enum(approvalObstacles).nullable(),
  })
  .meta({ id: 'StaffApproval' });
export type StaffApproval = z.infer<typeof staffApproval>;

export const staffApprovalQuery = z.strictObject({
  ...pageQuery(20),
  status: defaulting(z.enum(['all', ...approvalStatuses]), 'all'),
});
export type StaffApprovalQuery = z.infer<typeof staffApprovalQuery>;

/** What waits comes first, then the newest. */
export const staffApprovalList = z.object({ approvals: z.array(staffApproval), pagination });
export type StaffApprovalList = z.infer<typeof staffApprovalList>;

export const approveRequest = z.object(proofFields);
export type ApproveRequest = z.infer<typeof approveRequest>;
export const refuseRequest = z.object({ ...proofFields, reason: lines(500) });
export type RefuseRequest = z.infer<typeof refuseRequest>;

/** The answer (202) to a change that waits for a second administrator: nothing of it has happened yet. */
export const awaitingApproval = z
  .object({ success: z.literal(true), awaiting: z.literal('second_approval'), approval: staffApproval })
  .meta({ id: 'AwaitingApproval' });
export type AwaitingApproval = z.infer<typeof awaitingApproval>;

/** Whether a change was not made yet because another administrator must approve it. */
export const isAwaiting = <T extends object>(answer: T | AwaitingApproval): answer is AwaitingApproval =>
  'awaiting' in answer;
