import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { daySeries } from '../common/day-series';
import { minorUnits, wholeNumber } from '../common/money-column';
import { addDays, endOfParisDay, parisDay, startOfParisDay } from '../common/paris-day';
import { rowsOf } from '../common/statements';
import { bankAccounts } from './bank-accounts';
import { settledMilliseconds } from './snapshots.service';
import { piecesOf, type Piece } from './time-pieces';

/** The kinds of movement that are added up; each movement of theirs has one side that receives, its amount. */
const kinds = ['deposit', 'transfer', 'payment', 'card', 'withdrawal'] as const;

/** How much of a kind moved on a day of Paris, in minor units. */
export interface MovementTotal {
  day: string;
  kind: (typeof kinds)[number] | 'fees';
  movements: number;
  amount: bigint;
}

interface Row {
  kind: MovementTotal['kind'];
  movements: string;
  amount: string;
}

const lastClosed = `SELECT DATE_FORMAT(MAX(day), '%Y-%m-%d') AS day FROM movement_totals`;
const firstMovement = 'SELECT MIN(created_at) AS at FROM transfers';
const closedDays = `
  SELECT DATE_FORMAT(day, '%Y-%m-%d') AS day, kind, movements, amount FROM movement_totals WHERE day BETWEEN ? AND ?`;

/**
 * What moved on each day. The days that are over are added up once and kept, since the ledger only grows; those that
 * are not kept yet, today first of all, are added up when they are asked for.
 */
@Injectable()
export class MovementTotalsService {
  constructor(private readonly dataSource: DataSource) {}

  /** The totals of the days from one to another, both included. A day and kind without a movement has none, or zero. */
  async between(from: string, to: string): Promise<MovementTotal[]> {
    // What is kept meanwhile is added up once more, so that no day is left out or counted twice.
    const closed = (await this.lastClosed()) ?? addDays(from, -1);
    const kept = (await this.dataSource.query(closedDays, [from, earlier(closed, to)])) as (Row & {
      day: string;
    })[];
    const open = closed < from ? from : addDays(closed, 1);
    const summed = open <= to ? await this.sum(open, to) : [];
    return [...kept.map((row) => totalOf(row.day, row)), ...summed];
  }

  /**
   * Keeps the totals of every day that is over and has none, and answers how many days that were; ends early when the
   * server stops. Two servers that keep the same day keep the same.
   */
  async close(now: Date, stopping?: AbortSignal): Promise<number> {
    const last = addDays(parisDay(new Date(now.getTime() - settledMilliseconds)), -1);
    let count = 0;
    for (let day = await this.nextDay(); day !== undefined && day <= last; day = addDays(day, 1)) {
      const totals = await this.sumInPieces(day);
      if (stopping?.aborted) break;
      await this.dataSource.query(
        `INSERT IGNORE INTO movement_totals (day, kind, movements, amount) VALUES ${rowsOf(totals.map(valuesOf))}`,
        totals.flatMap(valuesOf),
      );
      count += 1;
    }
    return count;
  }

  /** The totals of one day, of which a statement reads no more than a piece. */
  private async sumInPieces(day: string): Promise<MovementTotal[]> {
    const totals = new Map<MovementTotal['kind'], MovementTotal>();
    const whole: Piece = [startOfParisDay(day), endOfParisDay(day)];
    for await (const piece of piecesOf(this.dataSource, 'transfers WHERE TRUE', whole)) {
      for (const total of await this.sum(day, day, piece)) {
        const { movements, amount } = totals.get(total.kind) ?? { movements: 0, amount: 0n };
        totals.set(total.kind, {
          ...total,
          movements: movements + total.movements,
          amount: amount + total.amount,
        });
      }
    }
    return [...totals.values()];
  }

  /**
   * Adds the ledger's own rows up: one total for each kind and day with a movement, and one of fees for every day.
   * @param bounds the moments to keep to, all of the days' unless said
   */
  private async sum(from: string, to: string, bounds = daySeries(from, to).bounds): Promise<MovementTotal[]> {
    const { days, placeOf } = daySeries(from, to);
    const [moved, fees] = (await Promise.all([
      this.dataSource.query(
        `SELECT STRAIGHT_JOIN ${placeOf('t.created_at')} AS place, t.kind, COUNT(*) AS movements,
           SUM(e.amount) AS amount
         FROM transfers t FORCE INDEX (transfers_kind) JOIN entries e ON e.transfer_id = t.id AND e.amount > 0
         WHERE t.kind IN (?) AND t.created_at >= ? AND t.created_at < ? GROUP BY t.kind, place`,
        [kinds, ...bounds],
      ),
      // What was given back is taken off.
      this.dataSource.query(
        `SELECT ${placeOf('created_at')} AS place, 'fees' AS kind, COUNT(CASE WHEN amount > 0 THEN 1 END) AS movements,
           SUM(amount) AS amount
         FROM entries WHERE account_id = ? AND created_at >= ? AND created_at < ? GROUP BY place`,
        [bankAccounts.fees, ...bounds],
      ),
    ])) as (Row & { place: string })[][];
    const feesOf = new Map(fees?.map((row) => [Number(row.place), row]));
    return [
      ...(moved ?? []).map((row) => totalOf(days[Number(row.place)] ?? '', row)),
      ...days.map((day, place) =>
        totalOf(day, feesOf.get(place) ?? { kind: 'fees', movements: '0', amount: '0' }),
      ),
    ];
  }

  private async lastClosed(): Promise<string | null> {
    const [{ day }] = (await this.dataSource.query(lastClosed)) as [{ day: string | null }];
    return day;
  }

  /** Undefined in a bank where nothing ever moved. */
  private async nextDay(): Promise<string | undefined> {
    const closed = await this.lastClosed();
    if (closed !== null) return addDays(closed, 1);
    const [{ at }] = (await this.dataSource.query(firstMovement)) as [{ at: Date | null }];
    return at === null ? undefined : parisDay(at);
  }
}

const earlier = (day: string, other: string) => (day < other ? day : other);

const totalOf = (day: string, { kind, movements, amount }: Row): MovementTotal => ({
  ...{ day, kind, movements: wholeNumber(movements), amount: minorUnits(amount) },
});

const valuesOf = ({ day, kind, movements, amount }: MovementTotal) => [day, kind, movements, amount];
