import type { Transaction } from '../../platform/database/database';

/** Locks a user's row, so that what one person does at once happens in turn; false for an unknown user. */
export const lockUser = (tx: Transaction, id: number): Promise<boolean> =>
  tx.exists('SELECT 1 FROM users WHERE id = ? FOR UPDATE', [id]);
