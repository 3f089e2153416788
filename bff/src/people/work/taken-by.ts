import { takenMinutes, type WorkKind } from '@bank/contracts/work';

/** Since when something must have been taken to be so still. */
export const takenSince = (now: Date): Date => new Date(now.getTime() - takenMinutes * 60_000);

/** The ids of what a person has taken, as a subquery with its values. */
export const takenBy = (kind: WorkKind, userId: number, now: Date) => ({
  sql: 'SELECT w.object_id AS id FROM work_items w WHERE w.kind = ? AND w.taken_by = ? AND w.taken_at > ?',
  values: [kind, userId, takenSince(now)],
});
