import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { currencies, type Currency, homeCurrency } from '@bank/contracts/currencies';
import type { ExchangeState } from '@bank/contracts/exchange';
import { converted } from '@bank/contracts/exchange-amounts';
import { toDecimal } from '@bank/contracts/money';
import { rateNumber, rateOfEuro } from '@bank/contracts/rates';
import { AuditService } from '../../platform/audit/audit.service';
import { minor, rowOf } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { RequestContext } from '../../platform/http/request-context';
import { exchangeIncomeOf, positionOf, stripesOf } from '../ledger/bank-accounts';
import { RateFetchService } from '../rates/rate-fetch.service';
import { rateIn, RatesService, type RateTable } from '../rates/rates.service';

const balances = `
  SELECT currency, SUM(IF(kind = 'position', balance, 0)) AS position,
    SUM(IF(kind = 'exchange_income', balance, 0)) AS income
  FROM accounts WHERE id IN (?) GROUP BY currency`;
const balanceRow = rowOf({ currency: z.enum(currencies), position: minor, income: minor });
const accounts = [...currencies.map(positionOf), ...currencies.map(exchangeIncomeOf)].flatMap(stripesOf);

/** The bank's side of exchanges, for administrators. */
@Injectable()
export class ExchangeStateService {
  constructor(
    private readonly database: Database,
    private readonly rates: RatesService,
    private readonly fetching: RateFetchService,
    private readonly audit: AuditService,
  ) {}

  /**
   * The age of the rates, the position of each currency, and the results in euros at the day's rates: the realised one is the
   * income booked, the unrealised one what all positions would bring if they were closed.
   */
  async read(): Promise<ExchangeState> {
    const [table, rows] = await Promise.all([
      this.rates.current(),
      this.database.rows(balanceRow, balances, [accounts]),
    ]);
    const found = rows.sort((one, other) => placeOf(one.currency) - placeOf(other.currency));
    const sumOf = (name: 'position' | 'income') =>
      total(found.map((row) => inEuros(row[name], row.currency, table)));
    return {
      base: homeCurrency,
      date: table.day,
      source: table.source,
      fetched_at: table.fetchedAt?.toISOString() ?? null,
      age: table.age,
      stale: table.isStale,
      configured: this.fetching.isConfigured,
      held: table.held,
      positions: found.map(({ currency, position, income }) => {
        const rate = rateIn(table, currency);
        return {
          currency,
          position: toDecimal(position, currency),
          income: toDecimal(income, currency),
          rate: rate === undefined ? null : rateNumber(rate),
          worth: decimalOf(inEuros(position, currency, table)),
        };
      }),
      realised: sumOf('income'),
      unrealised: sumOf('position'),
    };
  }

  /**
   * Fetches the rates that the source has now.
   * @throws ApiException NOT_CONFIGURED without a source; UNAVAILABLE when it gives none that can be used.
   */
  async fetch({ actor, requestId }: RequestContext): Promise<ExchangeState> {
    if (!this.fetching.isConfigured) throw new ApiException('NOT_CONFIGURED');
    await this.audit.record(this.database, {
      action: 'rates.asked',
      type: 'info',
      userId: actor.userId,
      requestId,
    });
    await this.fetching.fetch().catch(() => {
      throw new ApiException('UNAVAILABLE');
    });
    return this.read();
  }
}

const placeOf = (currency: Currency) => currencies.indexOf(currency);

/** Undefined without a rate, unless there is nothing to convert. */
function inEuros(amount: bigint, from: Currency, table: RateTable): bigint | undefined {
  if (amount === 0n) return 0n;
  const rate = rateIn(table, from);
  if (rate === undefined) return undefined;
  return converted(amount, { from, to: homeCurrency, rates: { from: rate, to: rateOfEuro } });
}

const decimalOf = (amount: bigint | undefined) => (amount === undefined ? null : toDecimal(amount));

function total(amounts: (bigint | undefined)[]): number | null {
  let sum = 0n;
  for (const amount of amounts) {
    if (amount === undefined) return null;
    sum += amount;
  }
  return toDecimal(sum);
}
