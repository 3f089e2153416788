import { windowHours } from '@bank/contracts/rule-words';
import type { Leftover } from '../../platform/jobs/leftovers';
import { dayMs, hourMs } from '../../platform/time/durations';

/** Scored events can be replayed for a year; the marks of a series serve rules about long inactivity. */
const kept = 400 * dayMs;
const replaysKept = 90 * dayMs;

/** Deletes counts that no window reaches any more, and history that is no longer replayed. */
export const ruleLeftovers: Leftover[] = [
  {
    statement: 'DELETE FROM rule_counts WHERE at < ? LIMIT ?',
    keptFor: Math.max(...windowHours) * hourMs + dayMs,
  },
  {
    statement: `
      DELETE FROM rule_replay_differences
      WHERE replay_id <= (SELECT COALESCE(MAX(id), 0) FROM rule_replays WHERE created_at < ?) LIMIT ?`,
    keptFor: replaysKept,
  },
  {
    // One with differences left would take all of them with it, maybe millions.
    statement: `
      DELETE FROM rule_replays
      WHERE created_at < ? AND NOT EXISTS (SELECT 1 FROM rule_replay_differences d WHERE d.replay_id = rule_replays.id)
      LIMIT ?`,
    keptFor: replaysKept,
  },
  { statement: 'DELETE FROM rule_hits WHERE at < ? LIMIT ?', keptFor: kept },
  { statement: 'DELETE FROM rule_events WHERE at < ? LIMIT ?', keptFor: kept },
  { statement: 'DELETE FROM rule_marks WHERE last_day < CAST(? AS DATE) LIMIT ?', keptFor: kept },
];
