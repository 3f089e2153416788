import { z } from 'zod';
import { pageQuery, pagination } from './pagination';
import { moment } from './time';

/** The bank's periodic jobs, by their names in the activity log (`job.<name>`). */
export const jobNames = [
  'balance-snapshots',
  'collect-card-debts',
  'direct-debits',
  'expire-card-holds',
  'closings',
  'end-conversations',
  'erase-data',
  'expire-holds',
  'expire-recalls',
  'fetch-rates',
  'fetch-sanctions',
  'identity-renewal',
  'judge-canaries',
  'ask-chargebacks',
  'note-late-refunds',
  'mail-answers',
  'purge',
  'replay-rules',
  'resume-top-ups',
  'scheduled-debits',
  'ship-cards',
  'standing-orders',
  'seal-documents',
  'sweep-documents',
  'send-messages',
  'sweep-releases',
  'watch-counterparts',
  'weekly-fee',
] as const;
export type JobName = (typeof jobNames)[number];

/** Whether this version of the bank knows a job; an older or newer server may name others. */
export const isJobName = (job: string): job is JobName => (jobNames as readonly string[]).includes(job);

export const jobRunListQuery = z.strictObject(pageQuery(20));
export type JobRunListQuery = z.infer<typeof jobRunListQuery>;

/**
 * A run of a job. Consecutive runs that did nothing, or that failed, count as one, from the start of the first to the
 * end of the last.
 */
export const jobRun = z
  .object({
    id: z.int(),
    job: z.string(),
    started_at: moment,
    finished_at: moment,
    /** The number of processed items. */
    done: z.int(),
    failed: z.boolean(),
  })
  .meta({ id: 'JobRun' });
export type JobRun = z.infer<typeof jobRun>;

export const jobRunList = z.object({ runs: z.array(jobRun), pagination });
export type JobRunList = z.infer<typeof jobRunList>;
