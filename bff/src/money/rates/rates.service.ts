import { Injectable } from '@nestjs/common';
import { type Currency, type ForeignCurrency, homeCurrency } from '@bank/contracts/currencies';
import { addDays } from '@bank/contracts/days';
import {
  type Rate,
  rateHistoryDays,
  rateNumber,
  rateOfEuro,
  type RateHistory,
  type Rates,
  staleAfterDays,
} from '@bank/contracts/rates';
import { flag, minor, moment, rowOf, text } from '../../platform/database/columns';
import { type Connection, Database } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import { targetDaysBetween } from '@bank/contracts/target-days';
import { builtInDay, builtInRates } from './built-in-rates';

const newest = `
  SELECT DATE_FORMAT(s.day, '%Y-%m-%d') AS day, s.source, s.fetched_at AS fetchedAt, r.currency, r.rate,
    r.is_held AS isHeld
  FROM (SELECT id, day, source, fetched_at FROM rate_sets ORDER BY day DESC, version DESC LIMIT 1) s
  JOIN rates r ON r.set_id = s.id`;
const newestRow = rowOf({
  day: text,
  source: text,
  fetchedAt: moment,
  currency: text,
  rate: minor,
  isHeld: flag,
});

/** Of each day its last version. */
const ofCurrency = `
  SELECT DATE_FORMAT(s.day, '%Y-%m-%d') AS date, r.rate FROM rate_sets s
  JOIN rates r ON r.set_id = s.id AND r.currency = ? AND r.is_held = 0
  WHERE s.day > ? AND s.version = (SELECT MAX(v.version) FROM rate_sets v WHERE v.day = s.day) ORDER BY s.day`;
const historyRow = rowOf({ date: text, rate: minor });

const lastRate = `
  SELECT r.rate FROM rates r JOIN rate_sets s ON s.id = r.set_id
  WHERE r.currency = ? AND r.is_held = 0 ORDER BY s.day DESC, s.version DESC LIMIT 1`;
const lastRow = rowOf({ rate: minor });

/** The ages above this one are all the same: much too old. */
const oldest = 1_000;

/** The rates of one day. */
export interface RateTable {
  day: string;
  source: string;
  /** Null for the built-in set. */
  fetchedAt: Date | null;
  rates: ReadonlyMap<string, Rate>;
  /** Currencies whose rate of the day is not used. */
  held: string[];
  /** Business days since `day`. */
  age: number;
  isStale: boolean;
}

/** The reference rates as they are used. */
@Injectable()
export class RatesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The newest rates; the built-in ones while there are no others. */
  async current(connection: Connection = this.database): Promise<RateTable> {
    const rows = await connection.rows(newestRow, newest);
    const [first] = rows;
    if (!first) return this.tableOf(builtInDay, { source: 'built-in', fetchedAt: null }, builtInRates, []);
    const used = rows.filter(({ isHeld }) => !isHeld).map(({ currency, rate }) => [currency, rate] as const);
    const held = rows.filter(({ isHeld }) => isHeld).map(({ currency }) => currency);
    return this.tableOf(first.day, first, new Map(used), held);
  }

  /**
   * As `current`, with a currency's last used rate where the day has none: for money that moves in any case.
   */
  async lastKnown(currency: string, connection: Connection = this.database): Promise<RateTable> {
    const table = await this.current(connection);
    const [last] = await connection.rows(lastRow, lastRate, [currency]);
    const rate = last?.rate ?? builtInRates.get(currency);
    return rate === undefined ? table : { ...table, rates: new Map([...table.rates, [currency, rate]]) };
  }

  /** The newest rates as the API returns them. */
  async onWire(): Promise<Rates> {
    const { day: date, source, rates, isStale: stale } = await this.current();
    const numbers = [...rates].map(([currency, rate]) => [currency, rateNumber(rate)]);
    return { base: homeCurrency, date, source, rates: Object.fromEntries(numbers) as Rates['rates'], stale };
  }

  /** The used rates of a currency in the last 90 days, oldest first. */
  async history(currency: ForeignCurrency): Promise<RateHistory> {
    const since = addDays(parisDay(this.clock.now()), -rateHistoryDays);
    const rows = await this.database.rows(historyRow, ofCurrency, [currency, since]);
    return { currency, rates: rows.map(({ date, rate }) => ({ date, rate: rateNumber(rate) })) };
  }

  private tableOf(
    day: string,
    { source, fetchedAt }: Pick<RateTable, 'source' | 'fetchedAt'>,
    rates: ReadonlyMap<string, Rate>,
    held: string[],
  ): RateTable {
    const age = targetDaysBetween(day, parisDay(this.clock.now()), oldest);
    return { day, source, fetchedAt, rates, held, age, isStale: age > staleAfterDays };
  }
}

/** The rate of a currency; undefined when it has none that day. */
export const rateIn = ({ rates }: Pick<RateTable, 'rates'>, currency: Currency): Rate | undefined =>
  currency === homeCurrency ? rateOfEuro : rates.get(currency);
