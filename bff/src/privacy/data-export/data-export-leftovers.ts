import type { Leftover } from '../../platform/jobs/leftovers';

const year = 365 * 86_400_000;

/** Who exported their data is kept a year; see `retention/retention.ts`. */
export const dataExportLeftovers: Leftover[] = [
  { statement: 'DELETE FROM data_exports WHERE requested_at < ? LIMIT ?', keptFor: year },
];
