import type { Transaction } from '../../platform/database/database';
import { unixSeconds } from '../../platform/time/durations';

/**
 * Waits until no other change of the released versions is under way, on any server: what is live and on trial then stays so until
 * this transaction has ended.
 */
export const lockSequence = (tx: Transaction): Promise<boolean> =>
  tx.exists('SELECT value FROM release_sequence FOR UPDATE');

/** Raises the number of the registry, of which browsers accept no smaller one than they have seen. */
export async function raiseSequence(tx: Transaction, now: Date): Promise<void> {
  // Seconds, so that it also rises when a database is recreated; the row's lock orders all changes.
  await tx.write('UPDATE release_sequence SET value = GREATEST(value + 1, ?)', [unixSeconds(now)]);
}
