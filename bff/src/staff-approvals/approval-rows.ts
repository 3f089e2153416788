import type {
  ApprovalChange,
  ApprovalKind,
  ApprovalObstacle,
  StaffApproval,
} from '@bank/contracts/approvals';
import type { Language } from '@bank/contracts/language';
import { wholeNumber } from '../common/money-column';

/** What is asked for, as it is stored; never a secret. */
export interface ApprovalPayload {
  changes: ApprovalChange[];
  motive: string | null;
  /** A password was given, which is not kept: the person is mailed a link to choose one. */
  passwordLink: boolean;
  /** Of whoever asks: the language in which somebody new is written to. */
  language: Language;
}

export interface ApprovalRow {
  id: number;
  kind: ApprovalKind;
  subject_id: number | null;
  payload: string;
  requested_by: number;
  requested_at: Date;
  expires_at: Date;
  status: 'pending' | 'approved' | 'refused';
  decided_by: number | null;
  decided_at: Date | null;
  reason: string | null;
}

export type NamedRow = ApprovalRow & Record<'subject' | 'requester' | 'decider', string | null>;

/** Requests with the names of the people in them; takes what follows WHERE. */
export const namedApprovals = `
  SELECT s.id, s.kind, s.subject_id, s.payload, s.requested_by, s.requested_at, s.expires_at, s.status, s.decided_by,
    s.decided_at, s.reason, CONCAT(u.first_name, ' ', u.last_name) AS subject,
    CONCAT(r.first_name, ' ', r.last_name) AS requester, CONCAT(d.first_name, ' ', d.last_name) AS decider
  FROM staff_approvals s JOIN users r ON r.id = s.requested_by LEFT JOIN users u ON u.id = s.subject_id
    LEFT JOIN users d ON d.id = s.decided_by`;

export const payloadOf = ({ payload }: ApprovalRow) => JSON.parse(payload) as ApprovalPayload;

export const isPending = ({ status, expires_at }: ApprovalRow, now: Date) =>
  status === 'pending' && expires_at > now;

export function wireApproval(row: NamedRow, now: Date, obstacle: ApprovalObstacle | null): StaffApproval {
  const { changes, motive, passwordLink } = payloadOf(row);
  return {
    id: wholeNumber(row.id),
    kind: row.kind,
    status: row.status === 'pending' && !isPending(row, now) ? 'expired' : row.status,
    subject: colleague(row.subject_id, row.subject),
    ...{ changes, motive },
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

const colleague = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
