import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';

/** Locks a user's row, so that what one person does at once happens in turn; false for an unknown user. */
export const lockUser = (tx: Transaction, id: number): Promise<boolean> =>
  tx.exists('SELECT 1 FROM users WHERE id = ? FOR UPDATE', [id]);

/**
 * The same for a customer whose relation has not ended.
 * @throws ApiException NOT_FOUND.
 */
export async function lockCustomer(tx: Transaction, id: number): Promise<void> {
  const isHere = await tx.exists('SELECT 1 FROM users WHERE id = ? AND deleted_at IS NULL FOR UPDATE', [id]);
  if (!isHere) throw new ApiException('NOT_FOUND');
}
