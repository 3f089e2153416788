import { errorKeptDays } from '@bank/contracts/remote-errors';
import type { Leftover } from '../../platform/jobs/leftovers';
import { dayMs } from '../../platform/time/durations';

/** Of errors and of the visitors that are counted; a group takes its stacks along. */
export const remoteErrorLeftovers: Leftover[] = [
  { statement: 'DELETE FROM error_stacks WHERE last_at < ? LIMIT ?', keptFor: errorKeptDays * dayMs },
  { statement: 'DELETE FROM error_groups WHERE last_at < ? LIMIT ?', keptFor: (errorKeptDays + 1) * dayMs },
  { statement: 'DELETE FROM release_visits WHERE seen_at < ? LIMIT ?', keptFor: 30 * dayMs },
];
