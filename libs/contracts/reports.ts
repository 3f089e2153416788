import { z } from 'zod';
import { amount } from './money';
import { paymentStatuses } from './payments';
import { day } from './time';
import { optional } from './validation';

/** What moved, by why it moved. */
export const volumeKinds = ['deposits', 'transfers', 'payments', 'cards', 'withdrawals'] as const;
export type VolumeKind = (typeof volumeKinds)[number];

/** Days that a report covers unless told, and the most that it may. */
export const reportDays = { usual: 30, most: 366 } as const;

const figure = z.object({ count: z.int(), amount });
const hours = z.number().nullable();

const eachOf = <Name extends string, Shape extends z.ZodType>(names: readonly Name[], shape: Shape) =>
  z.object(Object.fromEntries(names.map((name) => [name, shape])) as Record<Name, Shape>);

/**
 * The bank over a period of days of Paris, amounts in euros. Volumes are what the ledger posted in it, `fees` what its
 * account of fees gained; outcomes are of the payments made in it, their shares of the count from 0 to 1; `kyc` of the
 * files reviewed in it, and of all that wait now.
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
