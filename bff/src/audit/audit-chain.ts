import { createHash } from 'node:crypto';

/** A line of the log as the chain of seals binds it. */
export interface SealedLine {
  id: string;
  created_at: Date;
  user_id: number | null;
  email: string | null;
  action: string;
  type: string;
  message: string;
  request_id: string | null;
}

/** The columns that a seal binds, for a `SELECT` from `audit_log l`. */
export const sealedColumns =
  'l.id, l.created_at, l.user_id, l.email, l.action, l.type, l.message, l.request_id';

/** What the first seal follows. */
export const beforeFirst = Buffer.alloc(32);

/** The seal of a line: SHA-256 over the seal before it and everything that the line says. */
export function sealOf(previous: Buffer, line: SealedLine): Buffer {
  const { id, created_at, user_id, email, action, type, message, request_id } = line;
  const said = [String(id), created_at.toISOString(), user_id, email, action, type, message, request_id];
  return createHash('sha256').update(previous).update(JSON.stringify(said)).digest();
}
