import { z } from 'zod';
import { amount } from './money';
import { pageQuery, pagination } from './pagination';
import { allows, type Holder, type Permission } from './permissions';
import { moment } from './time';
import { defaulting, lines } from './validation';

/**
 * In euros: how much of a balance one administrator alone may change within 24 hours, and the highest limit they may
 * set.
 */
export const aloneUpTo = 10_000;

export const approvalKinds = [
  'user_created',
  'user_changed',
  'limits_changed',
  'payment_settings_changed',
  'credit_file',
  'factors_reset',
  'customer_message',
  'rule_published',
  'dispute_refund',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** `expired`: undecided within its lifetime. */
export const approvalStatuses = ['pending', 'approved', 'refused', 'expired'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

export const approvalFields = [
  'first_name',
  'last_name',
  'email',
  'username',
  'phone',
  'role',
  'staff_roles',
  'status',
  'kyc_status',
  'balance',
  'transfer_limit',
  'withdrawal_limit',
  'card_limit',
  'automatic_limit',
  'rule',
  'refund',
  'refund_taken_back',
] as const;
export type ApprovalField = (typeof approvalFields)[number];

const value = z.union([z.string(), amount]).nullable();

const fieldPermissions: Record<ApprovalField, Permission> = {
  first_name: 'contacts:change',
  last_name: 'contacts:change',
  email: 'contacts:change',
  username: 'contacts:change',
  phone: 'contacts:change',
  role: 'staff:manage',
  staff_roles: 'staff:manage',
  status: 'contacts:change',
  kyc_status: 'kyc:review',
  balance: 'balances:change',
  transfer_limit: 'balances:change',
  withdrawal_limit: 'balances:change',
  card_limit: 'balances:change',
  automatic_limit: 'payments:review',
  rule: 'rules:manage',
  refund: 'balances:change',
  refund_taken_back: 'balances:change',
};

/** Whether a person's staff roles let them change a field. */
export const mayChangeField = (holder: Holder, field: ApprovalField): boolean =>
  allows(holder, fieldPermissions[field], 'change');

/** Whether changes are about money, which the person concerned has no part in deciding. */
export const isAboutMoney = (changes: readonly Pick<ApprovalChange, 'field'>[]): boolean =>
  changes.some(({ field }) => fieldPermissions[field] === 'balances:change');

/**
 * The current and the requested value of a field; amounts in euros; staff roles separated by commas. `from` is null for the
 * creation of a user.
 */
export const approvalChange = z.object({ field: z.enum(approvalFields), from: value, to: value });
export type ApprovalChange = z.infer<typeof approvalChange>;

/** A member of staff as shown to colleagues. */
const colleague = z.object({ id: z.int(), name: z.string() });

/** Why the reader may not approve the request; null when they may. */
export const approvalObstacles = [
  'SECOND_APPROVER_REQUIRED',
  'APPROVER_TOO_NEW',
  'OWN_USER_CHANGE',
  'OUTSIDE_ROLES',
] as const;
export type ApprovalObstacle = (typeof approvalObstacles)[number];

/** A change that one administrator requested and another one must approve. */
export const staffApproval = z
  .object({
    id: z.int(),
    kind: z.enum(approvalKinds),
    status: z.enum(approvalStatuses),
    /** The user whom it changes; null for the creation of a user, for settings of the bank and for a file. */
    subject: colleague.nullable(),
    changes: z.array(approvalChange),
    /** The uploaded file of credits that is to be booked. */
    file: z.object({ id: z.int(), message_id: z.string(), credits: z.int(), total: amount }).nullable(),
    /** The message to be sent to customers. */
    message: z.object({ id: z.int(), title_fr: z.string(), title_en: z.string() }).nullable(),
    /** The rule whose version is to be published. */
    rule: z.object({ id: z.int(), version: z.int() }).nullable(),
    /** The case of the dispute whose refund is to be given or taken back. */
    case: z.object({ id: z.int() }).nullable(),
    /** The requester's reason. */
    motive: z.string().nullable(),
    /** Once it is approved, the user is mailed a link to choose a password. */
    password_link: z.boolean(),
    requested_by: colleague,
    requested_at: moment,
    expires_at: moment,
    decided_by: colleague.nullable(),
    decided_at: moment.nullable(),
    /** The reason of the refusal. */
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

/** Pending requests first, then the newest. */
export const staffApprovalList = z.object({ approvals: z.array(staffApproval), pagination });
export type StaffApprovalList = z.infer<typeof staffApprovalList>;

export const refuseRequest = z.object({ reason: lines(500) });
export type RefuseRequest = z.infer<typeof refuseRequest>;

/** The response (202) to a change that awaits a second administrator; nothing is changed yet. */
export const awaitingApproval = z
  .object({ success: z.literal(true), awaiting: z.literal('second_approval'), approval: staffApproval })
  .meta({ id: 'AwaitingApproval' });
export type AwaitingApproval = z.infer<typeof awaitingApproval>;

/** Whether a change still awaits another administrator's approval. */
export const isAwaiting = <T extends object>(answer: T | AwaitingApproval): answer is AwaitingApproval =>
  'awaiting' in answer;
