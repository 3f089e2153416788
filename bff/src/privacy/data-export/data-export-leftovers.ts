import type { Leftover } from '../../platform/jobs/leftovers';
import { dayMs } from '../../platform/time/durations';

const year = 365 * dayMs;

/** The record of an export is kept a year; see `retention/retention.ts`. */
export const dataExportLeftovers: Leftover[] = [
  { statement: 'DELETE FROM data_exports WHERE requested_at < ? LIMIT ?', keptFor: year },
];
