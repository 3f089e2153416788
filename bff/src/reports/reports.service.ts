import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toDecimal } from '@bank/contracts/money';
import { paymentStatuses, type PaymentStatus } from '@bank/contracts/payments';
import {
  type Report,
  reportDays,
  type ReportQuery,
  type VolumeKind,
  volumeKinds,
} from '@bank/contracts/reports';
import { Clock } from '../common/clock';
import { type DaySeries, daySeries } from '../common/day-series';
import { Failure } from '../common/failure';
import { minorUnits, wholeNumber } from '../common/money-column';
import { addDays, parisDay } from '../common/paris-day';
import { MovementTotalsService, type MovementTotal } from '../ledger/movement-totals.service';

const kindOf: Record<VolumeKind, MovementTotal['kind']> = {
  deposits: 'deposit',
  transfers: 'transfer',
  payments: 'payment',
  cards: 'card',
  withdrawals: 'withdrawal',
};

/** What the bank did over a period, read from the ledger, the payments and the verifications. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly movements: MovementTotalsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The figures of a period, from the totals of its days and from indexes over it alone.
   * @throws Failure INVALID_QUERY for a period that ends before it begins or is longer than a report may be.
   */
  async report(query: ReportQuery): Promise<Report> {
    const series = this.period(query);
    const [dateFrom = '', dateTo = ''] = [series.days[0], series.days.at(-1)];
    const [moved, outcomes, kyc] = await Promise.all([
      this.movements.between(dateFrom, dateTo),
      this.outcomes(series),
      this.kyc(series),
    ]);
    return {
      ...{ dateFrom, dateTo, ...figures(moved), outcomes, kyc },
      byDay: series.days.map((day) => {
        const { volumes, fees } = figures(moved.filter((total) => total.day === day));
        const amounts = each(volumeKinds, (kind) => volumes[kind].amount);
        const count = volumeKinds.reduce((sum, kind) => sum + volumes[kind].count, 0);
        return { day, count, ...amounts, fees: fees.amount };
      }),
    };
  }

  private period(query: ReportQuery): DaySeries {
    const dateTo = query.dateTo ?? parisDay(this.clock.now());
    const dateFrom = query.dateFrom ?? addDays(dateTo, 1 - reportDays.usual);
    if (dateFrom > dateTo || addDays(dateFrom, reportDays.most) <= dateTo) throw new Failure('INVALID_QUERY');
    return daySeries(dateFrom, dateTo);
  }

  /** From the totals of each day. */
  private async outcomes({ days }: DaySeries): Promise<Report['outcomes']> {
    const sums = paymentStatuses.map(
      (status) => `SUM(${status}) AS ${status}, SUM(${status}_amount) AS ${status}_amount`,
    );
    const [row] = (await this.dataSource.query(
      `SELECT ${sums.join(', ')} FROM payment_totals WHERE day BETWEEN ? AND ?`,
      [days[0], days.at(-1)],
    )) as [Record<PaymentStatus | `${PaymentStatus}_amount`, string | null>];
    const found = each(paymentStatuses, (status) => ({
      count: wholeNumber(row[status] ?? 0),
      amount: toDecimal(minorUnits(row[`${status}_amount`] ?? 0)),
    }));
    const all = paymentStatuses.reduce((sum, status) => sum + found[status].count, 0);
    return each(paymentStatuses, (status) => ({
      ...found[status],
      share: all === 0 ? 0 : found[status].count / all,
    }));
  }

  private async kyc({ bounds }: DaySeries): Promise<Report['kyc']> {
    const seconds = 'TIMESTAMPDIFF(SECOND, submitted_at, reviewed_at)';
    const reviewed = 'FROM kyc_submissions WHERE reviewed_at >= ? AND reviewed_at < ?';
    const [found] = (await this.dataSource.query(
      `SELECT COUNT(*) AS count, AVG(${seconds}) AS average, MAX(${seconds}) AS slowest,
         (SELECT COUNT(*) FROM kyc_submissions WHERE status = 'pending') AS waiting ${reviewed}`,
      bounds,
    )) as [{ count: string; average: string | null; slowest: string | null; waiting: string }];
    const count = wholeNumber(found.count);
    // The one in the middle, or the two.
    const middle = (await this.dataSource.query(
      `SELECT ${seconds} AS seconds ${reviewed} ORDER BY seconds LIMIT ? OFFSET ?`,
      [...bounds, 2 - (count % 2), Math.max(0, Math.ceil(count / 2) - 1)],
    )) as { seconds: string }[];
    const median = middle.reduce((sum, row) => sum + Number(row.seconds), 0) / middle.length;
    return {
      reviewed: count,
      averageHours: hoursOf(found.average),
      medianHours: count === 0 ? null : hoursOf(median),
      slowestHours: hoursOf(found.slowest),
      waiting: wholeNumber(found.waiting),
    };
  }
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
const hoursOf = (seconds: string | number | null): number | null =>
  seconds === null ? null : Math.round(Number(seconds) / 360) / 10;

const each = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
