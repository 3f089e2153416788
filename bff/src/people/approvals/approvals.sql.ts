import { z } from 'zod';
import {
  approvalMethods,
  approvalSummary,
  approvalTries,
  type AskedApproval,
  type CallApproval,
} from '@bank/contracts/call-approvals';
import { bytes, moment, rowOf, text, whole } from '../../platform/database/columns';

const storedStates = ['asked', 'given', 'used', 'refused', 'ended'] as const;

export const approvalRow = rowOf({
  id: whole,
  user_id: whole,
  session_id: whole,
  status: z.enum(storedStates),
  request_hash: bytes,
  summary: z
    .union([text.transform((json): unknown => JSON.parse(json)), z.record(z.string(), z.unknown())])
    .pipe(approvalSummary),
  methods: text.transform((list) => list.split(',')).pipe(z.array(z.enum(approvalMethods))),
  code_hash: bytes.nullable(),
  wrong_tries: whole,
  expires_at: moment,
});
export type ApprovalRow = z.output<typeof approvalRow>;

const columns = Object.keys(approvalRow.shape).join(', ');

/** Of one session: another one of the same person does not see it, since it may be stolen. */
export const ownApproval = `SELECT ${columns} FROM approvals WHERE id = ? AND user_id = ? AND session_id = ?`;
export const lockApproval = `${ownApproval} FOR UPDATE`;
export const byToken = `SELECT ${columns} FROM approvals WHERE token_hash = ?`;
export const lockByToken = `${byToken} FOR UPDATE`;
/** The newest pending approval of the same call, by its idempotency key, that the person's present methods can give. */
export const openApproval = `
  SELECT ${columns} FROM approvals
  WHERE session_id = ? AND idempotency_hash = ? AND request_hash = ? AND methods = ? AND status = 'asked' AND expires_at > ?
  ORDER BY id DESC LIMIT 1`;
export const insertApproval = `
  INSERT INTO approvals (user_id, session_id, request_hash, idempotency_hash, summary, methods, created_at, expires_at) VALUES (?)`;
export const storeCode = 'UPDATE approvals SET code_hash = ? WHERE id = ?';
export const give = `UPDATE approvals SET status = 'given', token_hash = ? WHERE id = ?`;
export const close = 'UPDATE approvals SET status = ?, wrong_tries = ? WHERE id = ?';

export const toAskedDto = ({ id, methods, summary, expires_at }: ApprovalRow): AskedApproval => ({
  id,
  methods,
  summary,
  expires_at: expires_at.toISOString(),
});

export const toApprovalDto = (row: ApprovalRow, now: Date): CallApproval => ({
  ...toAskedDto(row),
  status: isAlive(row) && row.expires_at <= now ? 'expired' : row.status,
  tries_left: approvalTries - row.wrong_tries,
});

const isAlive = ({ status }: ApprovalRow) => status === 'asked' || status === 'given';
