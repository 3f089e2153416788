import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { addDays } from '@bank/contracts/days';
import { toDecimal } from '@bank/contracts/money';
import { paymentStatuses } from '@bank/contracts/payments';
import {
  type Report,
  reportDays,
  type ReportQuery,
  type VolumeKind,
  volumeKinds,
} from '@bank/contracts/reports';
import { day as calendarDay } from '@bank/contracts/time';
import { Clock } from '../../platform/time/clock.service';
import { type DaySeries, daySeries } from '../../platform/time/day-series';
import { ApiException } from '../../platform/errors/api-exception';
import { minor, rowOf, text, whole } from '../../platform/database/columns';
import { parisDay } from '../../platform/time/paris-day';
import { MovementTotalsService, type MovementTotal } from '../ledger/movement-totals.service';
import { Database, type Transaction } from '../../platform/database/database';

const kindOf: Record<VolumeKind, MovementTotal['kind']> = {
  deposits: 'deposit',
  transfers: 'transfer',
  payments: 'payment',
  cards: 'card',
  withdrawals: 'withdrawal',
};

const outcomesRow = rowOf({
  pending: whole,
  completed: whole,
  failed: whole,
  pending_amount: minor,
  completed_amount: minor,
  failed_amount: minor,
});
/** Delays in seconds, as the decimal numbers that AVG and MAX return. */
const seconds = text.or(z.number()).transform(Number);
const kycRow = rowOf({
  count: whole,
  average: seconds.nullable(),
  slowest: seconds.nullable(),
  waiting: whole,
});
const delayRow = rowOf({ seconds });

/** The bank's figures of a period, from the ledger, the payments and the verifications. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly database: Database,
    private readonly movements: MovementTotalsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The figures of a period as of one moment, from daily totals and indexes on the period.
   * @param now the moment
   * @throws ApiException INVALID_QUERY for a period that ends before it begins or is too long.
   */
  async report(query: ReportQuery, now = this.clock.now()): Promise<Report> {
    const series = periodOf(query, now);
    const [dateFrom = '', dateTo = ''] = [series.days[0], series.days.at(-1)];
    const { moved, outcomes, kyc } = await this.database.snapshot(async (tx) => ({
      moved: await this.movements.between(tx, dateFrom, dateTo),
      outcomes: await this.outcomes(tx, series),
      kyc: await this.kyc(tx, series),
    }));
    return {
      dateFrom,
      dateTo,
      ...figures(moved),
      outcomes,
      kyc,
      byDay: series.days.map((day) => {
        const { volumes, fees } = figures(moved.filter((total) => total.day === day));
        const amounts = each(volumeKinds, (kind) => volumes[kind].amount);
        const count = volumeKinds.reduce((sum, kind) => sum + volumes[kind].count, 0);
        return { day, count, ...amounts, fees: fees.amount };
      }),
    };
  }

  private async outcomes(tx: Transaction, { days }: DaySeries): Promise<Report['outcomes']> {
    const sums = Object.keys(outcomesRow.shape).map((column) => `COALESCE(SUM(${column}), 0) AS ${column}`);
    const row = await tx.one(
      outcomesRow,
      `SELECT ${sums.join(', ')} FROM payment_totals WHERE day BETWEEN ? AND ?`,
      [days[0], days.at(-1)],
    );
    const all = paymentStatuses.reduce((sum, status) => sum + row[status], 0);
    return each(paymentStatuses, (status) => ({
      count: row[status],
      amount: toDecimal(row[`${status}_amount`]),
      share: all === 0 ? 0 : row[status] / all,
    }));
  }

  private async kyc(tx: Transaction, { bounds }: DaySeries): Promise<Report['kyc']> {
    const delay = 'TIMESTAMPDIFF(SECOND, submitted_at, reviewed_at)';
    const reviewed = 'FROM kyc_submissions WHERE reviewed_at >= ? AND reviewed_at < ?';
    const { count, average, slowest, waiting } = await tx.one(
      kycRow,
      `SELECT COUNT(*) AS count, AVG(${delay}) AS average, MAX(${delay}) AS slowest,
         (SELECT COUNT(*) FROM kyc_submissions WHERE status = 'pending') AS waiting ${reviewed}`,
      bounds,
    );
    // The row in the middle, or the two.
    const middle = await tx.rows(
      delayRow,
      `SELECT ${delay} AS seconds ${reviewed} ORDER BY seconds LIMIT ? OFFSET ?`,
      [...bounds, 2 - (count % 2), Math.max(0, Math.ceil(count / 2) - 1)],
    );
    const median = middle.reduce((sum, row) => sum + row.seconds, 0) / middle.length;
    return {
      reviewed: count,
      averageHours: hoursOf(average),
      medianHours: count === 0 ? null : hoursOf(median),
      slowestHours: hoursOf(slowest),
      waiting,
    };
  }
}

function periodOf(query: ReportQuery, now: Date): DaySeries {
  const dateTo = query.dateTo ?? parisDay(now);
  const dateFrom = query.dateFrom ?? addDays(dateTo, 1 - reportDays.usual);
  const isDay = calendarDay.safeParse(dateFrom).success;
  if (!isDay || dateFrom > dateTo || addDays(dateFrom, reportDays.most) <= dateTo)
    throw new ApiException('INVALID_QUERY', { fields: { dateFrom: 'NOT_VALID' } });
  return daySeries(dateFrom, dateTo);
}

function figures(totals: MovementTotal[]) {
  const of = (kind: MovementTotal['kind']) => {
    const rows = totals.filter((total) => total.kind === kind);
    return {
      count: rows.reduce((sum, { movements }) => sum + movements, 0),
      amount: toDecimal(rows.reduce((sum, { amount }) => sum + amount, 0n)),
    };
  };
  return { volumes: each(volumeKinds, (kind) => of(kindOf[kind])), fees: of('fees') };
}

/** To a tenth of an hour. */
const hoursOf = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds / 360) / 10;

const each = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
