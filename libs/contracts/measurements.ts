import { z } from 'zod';
import { moment } from './time';

/** How far back the figures reach, in steps of so many seconds. */
export const measurementPeriods = {
  hour: { steps: 60, stepSeconds: 60 },
  day: { steps: 96, stepSeconds: 900 },
  week: { steps: 84, stepSeconds: 7_200 },
} as const;
export type MeasurementPeriod = keyof typeof measurementPeriods;

export const measurementsQuery = z.strictObject({
  period: z.enum(['hour', 'day', 'week']).default('hour'),
});
export type MeasurementsQuery = z.infer<typeof measurementsQuery>;

/** Null where nothing was measured. */
const figure = z.number().nullable();

/** The measurements of all servers in a step. Rates and counts are sums, the others of the worst server and minute. */
export const measuredStep = z
  .object({
    /** The start of the step. */
    at: moment,
    calls_per_second: figure,
    /** Calls that ended with a status of 500 or above. */
    failed_per_second: figure,
    /** The mean of the servers' medians, weighted by their calls. */
    median_ms: figure,
    p99_ms: figure,
    /** The 99th percentile of a packet of statements. */
    statement_p99_ms: figure,
    /** The 99th percentile of the wait for a connection of the pool. */
    pool_wait_p99_ms: figure,
    /** The share of one processor core. */
    cpu: figure,
    memory_bytes: figure,
    /** Open event streams. */
    streams: figure,
    /** Messages that counterparts have not answered. */
    messages_waiting: figure,
  })
  .meta({ id: 'MeasuredStep' });
export type MeasuredStep = z.infer<typeof measuredStep>;
export type MeasuredFigure = Exclude<keyof MeasuredStep, 'at'>;

/** A server and its newest minute. */
export const measuredServer = z
  .object({
    /** The name of its machine, and its port. */
    name: z.string(),
    measured_at: moment,
    calls_per_second: z.number(),
    p99_ms: figure,
    cpu: z.number(),
    memory_bytes: z.number(),
    streams: z.number(),
  })
  .meta({ id: 'MeasuredServer' });
export type MeasuredServer = z.infer<typeof measuredServer>;

/** `steps` are complete, oldest first, also those in which nothing was measured. */
export const measurements = z.object({ steps: z.array(measuredStep), servers: z.array(measuredServer) });
export type Measurements = z.infer<typeof measurements>;
