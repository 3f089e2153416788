import { type Currency, decimalsOf } from './currencies';
import { markupPercent } from './quoted-figures';
import type { Rate } from './rates';

/** The bank's markup on an exchange, in parts of ten thousand. */
export const exchangeMarkup = BigInt(markupPercent * 100);
const whole = 10_000n;

/** The side whose amount is given: what the customer gives away, or what they get. */
export type ExchangeSide = 'sell' | 'buy';

export interface ExchangeOrder {
  side: ExchangeSide;
  /** Minor units of the currency of that side, positive. */
  amount: bigint;
  from: Currency;
  to: Currency;
  /** For one euro. */
  rates: { from: Rate; to: Rate };
}

/** Minor units: what the customer gives, what they get, and what the first is worth in the second currency. */
export interface ExchangeAmounts {
  sell: bigint;
  buy: bigint;
  worth: bigint;
}

/**
 * The exact amounts of an exchange, rounded half to even. A customer never gets more than the reference rate gives, so that
 * the cent that rounding leaves is the bank's, and no cycle of exchanges gains, however small the amounts are.
 * Undefined when so little is exchanged that nothing would be got.
 */
export function exchangeAmounts(order: ExchangeOrder): ExchangeAmounts | undefined {
  const { side, amount, from, to, rates } = order;
  // One minor unit of `from` is worth over / under minor units of `to`.
  const over = rates.to * 10n ** BigInt(decimalsOf(to));
  const under = rates.from * 10n ** BigInt(decimalsOf(from));
  const kept = whole - exchangeMarkup;
  const [sell, buy] =
    side === 'sell'
      ? [amount, least(halfEven(amount * over * kept, under * whole), (amount * over) / under)]
      : [most(halfEven(amount * under * whole, over * kept), (amount * under + over - 1n) / over), amount];
  return buy > 0n ? { sell, buy, worth: halfEven(sell * over, under) } : undefined;
}

/** The worth of an amount in minor units in another currency at the reference rates, rounded half to even. */
export function converted(
  amount: bigint,
  { from, to, rates }: Pick<ExchangeOrder, 'from' | 'to' | 'rates'>,
): bigint {
  return halfEven(
    amount * rates.to * 10n ** BigInt(decimalsOf(to)),
    rates.from * 10n ** BigInt(decimalsOf(from)),
  );
}

/** A fraction as a whole number, a half to the even one; the denominator is positive. */
export function halfEven(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n) return -halfEven(-numerator, denominator);
  const quotient = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  if (twice < denominator || (twice === denominator && quotient % 2n === 0n)) return quotient;
  return quotient + 1n;
}

const least = (one: bigint, other: bigint) => (one < other ? one : other);
const most = (one: bigint, other: bigint) => (one > other ? one : other);
