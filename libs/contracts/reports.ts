import { z } from 'zod';
import { amount } from './money';
import { paymentStatuses } from './payments';
import { day } from './time';
import { optional } from './validation';

/** The kinds of movement in a report. */
export const volumeKinds = ['deposits', 'transfers', 'payments', 'cards', 'withdrawals'] as const;
export type VolumeKind = (typeof volumeKinds)[number];

/** The default and the maximum length of a report, in days. */
export const reportDays = { usual: 30, most: 366 } as const;

const figure = z.object({ count: z.int(), amount });
const hours = z.number().nullable();

const eachOf = <Name extends string, Shape extends z.ZodType>(names: readonly Name[], shape: Shape) =>
  z.object(Object.fromEntries(names.map((name) => [name, shape])) as Record<Name, Shape>);

/**
 * The bank's figures for a period of Paris days, amounts in euros. Volumes are the movements posted in it, `fees` the
 * income of the fee account; outcomes cover the payments made in it, with shares of their number from 0 to 1; `kyc`
 * covers the submissions reviewed in it, and all that are pending now.
 */
export const report = z
  .object({
    dateFrom: day,
    dateTo: day,
    volumes: eachOf(volumeKinds, figure),
    fees: figure,
    outcomes: eachOf(paymentStatuses, figure.extend({ share: z.number() })),
    kyc: z.object({
      reviewed: z.int(),
      averageHours: hours,
      medianHours: hours,
      slowestHours: hours,
      waiting: z.int(),
    }),
    byDay: z.array(eachOf([...volumeKinds, 'fees'], amount).extend({ day, count: z.int() })),
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof report>;

/** Both inclusive; by default the last 30 days. */
export const reportQuery = z.strictObject({ dateFrom: optional(day), dateTo: optional(day) });
export type ReportQuery = z.infer<typeof reportQuery>;

export const reportExportQuery = z.strictObject({ format: z.enum(['csv', 'pdf']), ...reportQuery.shape });
export type ReportExportQuery = z.infer<typeof reportExportQuery>;
