import type { Connection } from '../database/database';
import { ApiException } from '../errors/api-exception';

/** Tables whose rows have an owner, `user_id`. */
type OwnedTable =
  | ('approvals' | 'beneficiaries' | 'direct_debits' | 'mandates' | 'notifications' | 'passkeys')
  | ('cases' | 'data_exports' | 'push_subscriptions' | 'remembered_browsers')
  | ('scheduled_payments' | 'sessions' | 'standing_orders' | 'tickets');

/** NOT_FOUND for a row that is not the caller's; the audit log records it when the row is another person's. */
export async function notFoundFor(
  connection: Connection,
  table: OwnedTable,
  id: number,
  userId: number,
): Promise<ApiException> {
  const sql = `SELECT 1 FROM ${table} WHERE id = ? AND user_id <> ?`;
  return new ApiException('NOT_FOUND', { isOfAnother: await connection.exists(sql, [id, userId]) });
}
