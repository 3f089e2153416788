import { takenMinutes, type WorkKind } from '@bank/contracts/work';

const takenMilliseconds = takenMinutes * 60_000;

/**
 * Between which moments something must have been taken to be so still: it lapses after a while, and at once where it was
 * taken more than a while after now, by a clock that was set back since.
 */
export const takenBetween = (now: Date): [since: Date, until: Date] => [
  new Date(now.getTime() - takenMilliseconds),
  new Date(now.getTime() + takenMilliseconds),
];

/** The ids of a person's assignments, as a subquery with its values. */
export const takenBy = (kind: WorkKind, userId: number, now: Date) => ({
  sql: 'SELECT w.object_id AS id FROM work_items w WHERE w.kind = ? AND w.taken_by = ? AND w.taken_at > ? AND w.taken_at <= ?',
  values: [kind, userId, ...takenBetween(now)],
});
