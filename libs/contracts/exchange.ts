import { z } from 'zod';
import { currencies, homeCurrency } from './currencies';
import { amount, currency, isExactIn } from './money';
import { day, moment } from './time';
import { rule } from './validation';

/** How long a quote is held, in seconds. */
export const quoteSeconds = 30;

/** The largest amount of a quote, in units of its currency. */
export const exchangeMaximum = 10_000_000_000;

export const exchangeSides = ['sell', 'buy'] as const;

/** `amount` is of `from` when the side is `sell`, of `to` when it is `buy`. */
export const quoteRequest = z
  .object({
    from: z.enum(currencies),
    to: z.enum(currencies),
    amount: z.number().positive().max(exchangeMaximum, rule('AMOUNT_MAX')),
    side: z.enum(exchangeSides),
  })
  .refine(({ from, to }) => from !== to, { error: rule('SAME_CURRENCY'), path: ['to'] })
  .refine((order) => isExactIn(order.amount, order[order.side === 'sell' ? 'from' : 'to']), {
    error: rule('AMOUNT_OF_CURRENCY'),
    path: ['amount'],
  });
export type QuoteRequest = z.infer<typeof quoteRequest>;

const sum = z.object({ amount, currency });

/** `rate` and `reference_rate`: units of the bought currency for one of the sold, with and without the markup. */
export const quote = z
  .object({
    id: z.int(),
    rate: z.number().positive(),
    reference_rate: z.number().positive(),
    markup_percent: z.number(),
    sell: sum,
    buy: sum,
    expires_at: moment,
  })
  .meta({ id: 'ExchangeQuote' });
export type Quote = z.infer<typeof quote>;

export const exchangeRequest = z.object({ quote_id: z.int().positive() });
export type ExchangeRequest = z.infer<typeof exchangeRequest>;

export const exchanged = z
  .object({ success: z.literal(true), reference: z.string(), sell: sum, buy: sum })
  .meta({ id: 'Exchanged' });
export type Exchanged = z.infer<typeof exchanged>;

/**
 * The bank's side of exchanges. `age`: the business days (TARGET) since the rates' date. `held`: currencies whose rate of that
 * day moved too far to be used. A position and an income are in their currency, `worth` and both results in euros at the
 * day's rates; null without a rate.
 */
export const exchangeState = z
  .object({
    base: z.literal(homeCurrency),
    date: day,
    source: z.string(),
    fetched_at: moment.nullable(),
    age: z.int(),
    stale: z.boolean(),
    configured: z.boolean(),
    held: z.array(currency),
    positions: z.array(
      z.object({
        currency,
        position: amount,
        income: amount,
        rate: z.number().nullable(),
        worth: amount.nullable(),
      }),
    ),
    realised: amount.nullable(),
    unrealised: amount.nullable(),
  })
  .meta({ id: 'ExchangeState' });
export type ExchangeState = z.infer<typeof exchangeState>;
