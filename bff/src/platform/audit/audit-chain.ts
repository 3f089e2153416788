import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { moment, rowOf, text, whole } from '../database/columns';

/** The columns of a log line that its seal covers. */
export const sealedLine = rowOf({
  id: whole,
  created_at: moment,
  user_id: whole.nullable(),
  email: text.nullable(),
  action: text,
  type: text,
  /** The French sentence of an old line; empty for one that stores facts. */
  message: text,
  text: text.nullable(),
  params: text.nullable(),
  request_id: text.nullable(),
});
export type SealedLine = z.infer<typeof sealedLine>;

/** For a SELECT from `audit_log l`. */
export const sealedColumns = Object.keys(sealedLine.shape)
  .map((column) => `l.${column}`)
  .join(', ');

/** The predecessor of the first seal. */
export const beforeFirst = Buffer.alloc(32);

/** The seal of a line: SHA-256 over the previous seal and every column of the line. */
export function sealOf(previous: Buffer, line: SealedLine): Buffer {
  const { id, created_at, user_id, email, action, type, message, text, params, request_id } = line;
  const values = [String(id), created_at.toISOString(), user_id, email, action, type, message, request_id];
  // Lines without facts are hashed as they were before the columns existed, so that their seals still verify.
  if (text !== null || params !== null) values.push(text, params);
  return createHash('sha256').update(previous).update(JSON.stringify(values)).digest();
}
