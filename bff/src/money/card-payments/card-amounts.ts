import { type Currency, isOffered } from '@bank/contracts/currencies';
import { converted, exchangeMarkup, halfEven } from '@bank/contracts/exchange-amounts';
import type { CardAmount } from '../../ports/card-network/card-network';
import { rateIn, type RateTable } from '../rates/rates.service';

/** The worth of an amount in an account's currency at the day's rates, and the bank's markup on it; minor units. */
export interface CardWorth {
  worth: bigint;
  markup: bigint;
}

const parts = 10_000n;

/** Undefined for a currency without a rate. In the account's own currency there is no markup. */
export function worthOf(
  { minor, currency }: CardAmount,
  accountCurrency: string,
  table: RateTable | undefined,
): CardWorth | undefined {
  if (currency === accountCurrency) return { worth: minor, markup: 0n };
  if (!table || !isOffered(currency) || !isOffered(accountCurrency)) return undefined;
  const [from, to] = [rateIn(table, currency), rateIn(table, accountCurrency)];
  if (from === undefined || to === undefined) return undefined;
  const order: { from: Currency; to: Currency } = { from: currency, to: accountCurrency };
  const worth = converted(minor, { ...order, rates: { from, to } });
  return { worth, markup: halfEven(worth * exchangeMarkup, parts) };
}

/** The part of a purchase's hold that remains after partial clearings or reversals: its share of the hold, rounded up. */
export function heldFor({
  amount,
  cleared,
  reversed,
  reserved,
}: {
  amount: bigint;
  cleared: bigint;
  reversed: bigint;
  reserved: bigint;
}): bigint {
  const open = amount - cleared - reversed;
  return open <= 0n || amount === 0n ? 0n : (reserved * open + amount - 1n) / amount;
}

/** An amount, or nothing in place of a negative one; minor units. */
export const atLeastNothing = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
