import { Injectable } from '@nestjs/common';
import type { Currency } from '@bank/contracts/currencies';
import { quoteSeconds, type Quote, type QuoteRequest } from '@bank/contracts/exchange';
import {
  type ExchangeAmounts,
  exchangeAmounts,
  exchangeMarkup,
  type ExchangeOrder,
} from '@bank/contracts/exchange-amounts';
import { markupPercent } from '@bank/contracts/quoted-figures';
import { toDecimal, toMinor } from '@bank/contracts/money';
import { isoMoment, rowOf } from '../../platform/database/columns';
import type { Connection } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { RequestContext } from '../../platform/http/request-context';
import { largestOf } from '../ledger/named-amount';
import { rateIn, RatesService, type RateTable } from '../rates/rates.service';

/** By the clock of the database, since another server may use the quote. */
const insertQuote = `
  INSERT INTO exchange_quotes (user_id, sell_currency, buy_currency, sell_amount, buy_amount, worth, sell_rate, buy_rate,
    rates_day, created_at, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL ${quoteSeconds} SECOND)`;
const selectExpiry = 'SELECT expires_at FROM exchange_quotes WHERE id = ?';
const expiryRow = rowOf({ expires_at: isoMoment });
const openAccounts = `
  SELECT COUNT(*) FROM accounts WHERE user_id = ? AND currency IN (?) AND closed_at IS NULL`;

/** Quotes: the cost of exchanges. */
@Injectable()
export class QuotesService {
  constructor(
    private readonly rates: RatesService,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * Quotes an exchange between two of the caller's accounts at the rates of the day.
   * @throws ApiException RATE_STALE, RATE_MISSING, ACCOUNT_MISSING; AMOUNT_OUT_OF_RANGE when nothing would be got, or more
   * than an account can hold.
   */
  async make({ actor, idempotency }: RequestContext, request: QuoteRequest): Promise<Quote> {
    return this.idempotency.once(idempotency, async (tx) => {
      const table = await this.rates.current(tx);
      const order = orderOf(request, table);
      const amounts = amountsOf(order);
      await requireAccounts(tx, actor.userId, order);
      const { from, to, rates } = order;
      const { insertId: id } = await tx.write(insertQuote, [
        actor.userId,
        from,
        to,
        amounts.sell,
        amounts.buy,
        amounts.worth,
        rates.from,
        rates.to,
        table.day,
      ]);
      const { expires_at } = await tx.found(expiryRow, selectExpiry, [id]);
      return toQuoteDto(id, order, amounts, expires_at);
    });
  }
}

function orderOf({ from, to, amount, side }: QuoteRequest, table: RateTable): ExchangeOrder {
  if (table.isStale) throw new ApiException('RATE_STALE');
  const [given, got] = [rateIn(table, from), rateIn(table, to)];
  if (given === undefined || got === undefined) throw new ApiException('RATE_MISSING');
  const minor = toMinor(amount, side === 'sell' ? from : to);
  return { side, amount: minor, from, to, rates: { from: given, to: got } };
}

function amountsOf(order: ExchangeOrder): ExchangeAmounts {
  const amounts = exchangeAmounts(order);
  if (!amounts || amounts.sell > largestOf(order.from) || amounts.worth > largestOf(order.to)) {
    throw new ApiException('AMOUNT_OUT_OF_RANGE', { fields: { amount: 'AMOUNT_OUT_OF_RANGE' } });
  }
  return amounts;
}

async function requireAccounts(
  tx: Connection,
  userId: number,
  { from, to }: { from: Currency; to: Currency },
): Promise<void> {
  const count = await tx.count(openAccounts, [userId, [from, to]]);
  if (count !== 2) throw new ApiException('ACCOUNT_MISSING');
}

/** The significant digits of a rate between two currencies, which is shown only: amounts come of the exact ones. */
const shownDigits = 8;
const shown = (rate: number) => Number(rate.toPrecision(shownDigits));

function toQuoteDto(
  id: number,
  order: ExchangeOrder,
  { sell, buy }: ExchangeAmounts,
  expires_at: string,
): Quote {
  const { from, to, rates } = order;
  const reference = Number(rates.to) / Number(rates.from);
  return {
    id,
    rate: shown((reference * (10_000 - Number(exchangeMarkup))) / 10_000),
    reference_rate: shown(reference),
    markup_percent: markupPercent,
    sell: { amount: toDecimal(sell, from), currency: from },
    buy: { amount: toDecimal(buy, to), currency: to },
    expires_at,
  };
}
