import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { foreignCurrencies } from '@bank/contracts/currencies';
import { addDays } from '@bank/contracts/days';
import { daySeries } from '../../platform/time/day-series';
import { minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import { endOfParisDay, parisDay, startOfParisDay } from '../../platform/time/paris-day';
import { bankAccounts, cardSettlementOf, feesOf, stripesOf } from './bank-accounts';
import { settledMilliseconds } from './snapshots.service';
import { piecesOf, type Piece } from './time-pieces';
import { type Connection, Database } from '../../platform/database/database';

/**
 * The kinds of movement that are totalled; the amount of each is its receiving side, in euros: a payment in another currency
 * counts by its worth when it was ordered, and so does its fee; a card's by what it took of the account.
 */
const kinds = ['deposit', 'transfer', 'payment', 'card', 'withdrawal'] as const;

/** How much of a kind moved on a day of Paris, in minor units. */
export interface MovementTotal {
  day: string;
  kind: (typeof kinds)[number] | 'fees';
  movements: number;
  amount: bigint;
}

const total = {
  kind: z.enum([...kinds, 'fees']),
  movements: whole,
  amount: minor,
};
const closedTotal = rowOf({ day: text, ...total });
/** `place` is the day's index in the period. */
const openTotal = rowOf({ place: whole, ...total });

/**
 * The accounts that are credited when a card pays in another currency. Left out of the sums, since the same payment's worth in
 * euros is credited to the bank's position.
 */
const foreignSettlements = foreignCurrencies.map(cardSettlementOf).flatMap(stripesOf);

const lastClosed = `SELECT DATE_FORMAT(MAX(day), '%Y-%m-%d') AS day FROM movement_totals`;
const closedDay = rowOf({ day: text.nullable() });
const firstMovement = 'SELECT MIN(created_at) AS at FROM transfers';
const firstMoment = rowOf({ at: moment.nullable() });
const closedDays = `
  SELECT DATE_FORMAT(day, '%Y-%m-%d') AS day, kind, movements, amount FROM movement_totals WHERE day BETWEEN ? AND ?`;

/**
 * What moved on each day. The totals of past days are computed once and stored, since the ledger only grows; today and
 * other days without stored totals are computed on request.
 */
@Injectable()
export class MovementTotalsService {
  constructor(private readonly database: Database) {}

  /**
   * The totals of a period, both days included; a day and kind without movements has none, or a zero one.
   * @param source a snapshot, where what moves meanwhile must be in all totals or in none
   */
  async between(source: Connection, from: string, to: string): Promise<MovementTotal[]> {
    // Read first: a day that another server closes meanwhile is computed here, not counted twice.
    const closed = (await this.lastClosed(source)) ?? addDays(from, -1);
    const stored = await source.rows(closedTotal, closedDays, [from, earlier(closed, to)]);
    const open = closed < from ? from : addDays(closed, 1);
    const summed = open <= to ? await this.sum(source, open, to) : [];
    return [...stored, ...summed];
  }

  /**
   * Stores the totals of every past day that has none, and returns how many days these were. Two servers may do so at
   * once: they store the same.
   */
  async close(now: Date, stopping?: AbortSignal): Promise<number> {
    const last = addDays(parisDay(new Date(now.getTime() - settledMilliseconds)), -1);
    let count = 0;
    for (let day = await this.nextDay(); day !== undefined && day <= last; day = addDays(day, 1)) {
      const totals = await this.sumInPieces(day);
      if (stopping?.aborted) break;
      await this.database.write(
        'INSERT IGNORE INTO movement_totals (day, kind, movements, amount) VALUES ?',
        [totals.map(valuesOf)],
      );
      count += 1;
    }
    return count;
  }

  /** The totals of one day, read in pieces to bound each statement. */
  private async sumInPieces(day: string): Promise<MovementTotal[]> {
    const totals = new Map<MovementTotal['kind'], MovementTotal>();
    const whole: Piece = [startOfParisDay(day), endOfParisDay(day)];
    for await (const piece of piecesOf(this.database, 'transfers WHERE TRUE', whole)) {
      for (const { kind, movements, amount } of await this.sum(this.database, day, day, piece)) {
        const before = totals.get(kind) ?? { movements: 0, amount: 0n };
        totals.set(kind, {
          day,
          kind,
          movements: before.movements + movements,
          amount: before.amount + amount,
        });
      }
    }
    return [...totals.values()];
  }

  /**
   * Sums the ledger's own rows: one total for each kind and day with a movement, and one of fees for every day.
   * @param bounds the moments to read, by default those of the days
   */
  private async sum(
    source: Connection,
    from: string,
    to: string,
    bounds = daySeries(from, to).bounds,
  ): Promise<MovementTotal[]> {
    const { days, placeOf } = daySeries(from, to);
    const [moved, fees, foreignFees] = await Promise.all([
      source.rows(
        openTotal,
        `SELECT STRAIGHT_JOIN ${placeOf('t.created_at')} AS place, t.kind, COUNT(*) AS movements,
           SUM(COALESCE(p.worth, e.amount)) AS amount
         FROM transfers t FORCE INDEX (transfers_kind) JOIN entries e ON e.transfer_id = t.id AND e.amount > 0
             AND e.account_id NOT IN (?)
           LEFT JOIN payments p ON t.kind = 'payment' AND p.transfer_id = t.id
         WHERE t.kind IN (?) AND t.created_at >= ? AND t.created_at < ? GROUP BY t.kind, place`,
        [foreignSettlements, kinds, ...bounds],
      ),
      // A fee that was reversed counts negative.
      source.rows(
        openTotal,
        `SELECT ${placeOf('created_at')} AS place, 'fees' AS kind, COUNT(CASE WHEN amount > 0 THEN 1 END) AS movements,
           SUM(amount) AS amount
         FROM entries WHERE account_id IN (?) AND created_at >= ? AND created_at < ? GROUP BY place`,
        [stripesOf(bankAccounts.fees), ...bounds],
      ),
      // Of payments in other currencies, whose worth in euros gives the rate: few, so that they are read before the payments.
      source.rows(
        openTotal,
        `SELECT STRAIGHT_JOIN ${placeOf('e.created_at')} AS place, 'fees' AS kind, COUNT(CASE WHEN e.amount > 0 THEN 1 END) AS movements,
           CAST(SUM(ROUND(e.amount * p.worth / p.amount)) AS SIGNED) AS amount
         FROM entries e FORCE INDEX (entries_account_time) JOIN transfers t ON t.id = e.transfer_id
           JOIN payments p ON p.fee_transfer_id = COALESCE(t.reverses, t.id)
         WHERE e.account_id IN (?) AND e.created_at >= ? AND e.created_at < ? GROUP BY place`,
        [foreignCurrencies.map(feesOf), ...bounds],
      ),
    ]);
    const feesAt = (place: number) => [...fees, ...foreignFees].filter((row) => row.place === place);
    return [
      ...moved.map(({ place, ...row }) => ({ ...row, day: days[place] ?? '' })),
      ...days.map((day, place) => {
        const movements = feesAt(place).reduce((sum, row) => sum + row.movements, 0);
        const amount = feesAt(place).reduce((sum, row) => sum + row.amount, 0n);
        return { day, kind: 'fees' as const, movements, amount };
      }),
    ];
  }

  private async lastClosed(source: Connection): Promise<string | null> {
    const { day } = await source.one(closedDay, lastClosed);
    return day;
  }

  /** Undefined in a bank without movements. */
  private async nextDay(): Promise<string | undefined> {
    const closed = await this.lastClosed(this.database);
    if (closed !== null) return addDays(closed, 1);
    const { at } = await this.database.one(firstMoment, firstMovement);
    return at === null ? undefined : parisDay(at);
  }
}

const earlier = (day: string, other: string) => (day < other ? day : other);

const valuesOf = ({ day, kind, movements, amount }: MovementTotal) => [day, kind, movements, amount];
