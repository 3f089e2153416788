import {
  approvalChange,
  approvalKinds,
  mayChangeField,
  type ApprovalObstacle,
  type StaffApproval,
} from '@bank/contracts/approvals';
import { refundActs } from '@bank/contracts/cases';
import { toDecimal } from '@bank/contracts/money';
import { languages } from '@bank/contracts/language';
import { allows, type Holder } from '@bank/contracts/permissions';
import { z } from 'zod';
import { jsonOf, moment, rowOf, text, whole } from '../../platform/database/columns';
import { isUnchosen } from './new-customer';

/** The stored content of a request; never a secret. */
const approvalPayload = z.object({
  changes: z.array(approvalChange),
  motive: z.string().nullable(),
  /** A password was given, which is not stored: the user is mailed a link to choose one. */
  passwordLink: z.boolean(),
  /** A file of credits: its figures, and the digest that it must still have. */
  file: z
    .object({ id: z.int(), messageId: z.string(), digest: z.string(), credits: z.int(), total: z.string() })
    .optional(),
  /** A message to customers, and the digest that its words and segment must still have. */
  message: z.object({ id: z.int(), titleFr: z.string(), titleEn: z.string(), digest: z.string() }).optional(),
  /** The version of a rule that is to be published, as the requester read it. */
  rule: z.object({ id: z.int(), version: z.int(), digest: z.string() }).optional(),
  /** A refund of a dispute, or its taking back, and the minor units that it must still be of. */
  refund: z.object({ caseId: z.int(), act: z.enum(refundActs), amount: z.string() }).optional(),
  /** The requester's language, in which a new user is written to. */
  language: z.enum(languages),
});
export type ApprovalPayload = z.infer<typeof approvalPayload>;

/** What a request of some kind always names, such as the file of a `credit_file`. @throws Error when it is missing. */
export function subjectOf<Name extends 'file' | 'message' | 'rule' | 'refund'>(
  payload: ApprovalPayload,
  name: Name,
): NonNullable<ApprovalPayload[Name]> {
  const subject = payload[name];
  if (!subject) throw new Error(`a request for approval names no ${name}`);
  return subject;
}

export const approvalRow = rowOf({
  id: whole,
  kind: z.enum(approvalKinds),
  subject_id: whole.nullable(),
  payload: jsonOf(approvalPayload),
  requested_by: whole,
  requested_at: moment,
  expires_at: moment,
  status: z.enum(['pending', 'approved', 'refused']),
  decided_by: whole.nullable(),
  decided_at: moment.nullable(),
  reason: text.nullable(),
});
export type ApprovalRow = z.infer<typeof approvalRow>;

export const namedRow = approvalRow.extend({
  subject: text.nullable(),
  requester: text.nullable(),
  decider: text.nullable(),
});
export type NamedRow = z.infer<typeof namedRow>;

/** SELECT of requests with the users' names, without WHERE. */
export const namedApprovals = `
  SELECT s.id, s.kind, s.subject_id, s.payload, s.requested_by, s.requested_at, s.expires_at, s.status, s.decided_by,
    s.decided_at, s.reason, CONCAT(u.first_name, ' ', u.last_name) AS subject,
    CONCAT(r.first_name, ' ', r.last_name) AS requester, CONCAT(d.first_name, ' ', d.last_name) AS decider
  FROM staff_approvals s JOIN users r ON r.id = s.requested_by LEFT JOIN users u ON u.id = s.subject_id
    LEFT JOIN users d ON d.id = s.decided_by`;

export const isPending = ({ status, expires_at }: ApprovalRow, now: Date) =>
  status === 'pending' && expires_at > now;

/** Whether a person's staff roles let them make the change that was requested, of any person. */
export function allowsChange({ kind, payload }: ApprovalRow, holder: Holder): boolean {
  if (kind === 'credit_file') return allows(holder, 'payments:review', 'change');
  if (kind === 'customer_message') return allows(holder, 'messages:manage', 'change');
  if (kind === 'factors_reset') return allows(holder, 'staff:manage', 'change');
  if (payload.passwordLink && !allows(holder, 'contacts:change', 'change')) return false;
  return payload.changes.every((change) => isUnchosen(change) || mayChangeField(holder, change.field));
}

export function toStaffApprovalDto(
  row: NamedRow,
  now: Date,
  obstacle: ApprovalObstacle | null,
): StaffApproval {
  const { changes, motive, passwordLink, file, message, rule, refund } = row.payload;
  return {
    id: row.id,
    kind: row.kind,
    status: row.status === 'pending' && !isPending(row, now) ? 'expired' : row.status,
    subject: colleague(row.subject_id, row.subject),
    changes,
    file: file ? fileDto(file) : null,
    message: message ? { id: message.id, title_fr: message.titleFr, title_en: message.titleEn } : null,
    rule: rule ? { id: rule.id, version: rule.version } : null,
    case: refund ? { id: refund.caseId } : null,
    motive,
    password_link: passwordLink,
    requested_by: { id: row.requested_by, name: row.requester ?? '' },
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    decided_by: colleague(row.decided_by, row.decider),
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    obstacle,
  };
}

const fileDto = ({ id, messageId, credits, total }: NonNullable<ApprovalPayload['file']>) => ({
  id,
  message_id: messageId,
  credits,
  total: toDecimal(BigInt(total)),
});

const colleague = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
