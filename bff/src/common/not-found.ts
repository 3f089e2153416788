import type { DataSource, QueryRunner } from 'typeorm';
import { Failure } from './failure';

/** Whose rows people ask for by their number. */
type OwnedTable = 'notifications' | 'scheduled_payments' | 'sessions';

/**
 * The refusal of a row that is not the caller's. They get the same answer whether it is nobody's or another person's;
 * the log tells the second.
 */
export async function notFoundFor(
  source: QueryRunner | DataSource,
  table: OwnedTable,
  id: number,
  userId: number,
): Promise<Failure> {
  const rows = (await source.query(`SELECT 1 FROM ${table} WHERE id = ? AND user_id <> ?`, [
    id,
    userId,
  ])) as unknown[];
  return new Failure('NOT_FOUND', { isOfAnother: rows.length > 0 });
}
