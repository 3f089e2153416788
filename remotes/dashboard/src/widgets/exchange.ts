import { type Currency, homeCurrency, isOffered } from '@bank/contracts/currencies';
import { exchangeAmounts } from '@bank/contracts/exchange-amounts';
import { isExactIn, largestMinor, toDecimal, toMinor } from '@bank/contracts/minor-units';
import { rateIn } from '@bank/contracts/rate-numbers';
import type { Rates } from '@bank/contracts/rates';
import { parseAmount } from '@bank/ui/amount-field';

export interface Exchange {
  typed: string;
  from: Currency;
  to: Currency;
}

/** The result of an exchange, in units of the bought currency: with the bank's markup, and at the reference rate. */
interface Worked {
  buy: number;
  worth: number;
  markup: number;
}

/** The currencies of a page; euros into dollars, or the other way round, where it names none or twice the same. */
export function startOf(given: Partial<Record<string, string>>): Exchange {
  const code = (name: string) => {
    const written = given[name]?.toUpperCase() ?? '';
    return isOffered(written) ? written : undefined;
  };
  const from = code('from') ?? (code('to') === homeCurrency ? 'USD' : homeCurrency);
  const to = code('to');
  const other = from === homeCurrency ? 'USD' : homeCurrency;
  return { typed: given.amount || '100', from, to: to && to !== from ? to : other };
}

/** The exact amounts, as the bank would quote them at these rates; undefined while there is no amount to exchange. */
export function workedOut({ typed, from, to }: Exchange, rates: Rates): Worked | undefined {
  const amount = parseAmount(typed);
  const [given, wanted] = [rateIn(rates, from), rateIn(rates, to)];
  if (!amount || !isExactIn(amount, from) || !given || !wanted || from === to) return undefined;
  const sell = toMinor(amount, from);
  const found = exchangeAmounts({ side: 'sell', amount: sell, from, to, rates: { from: given, to: wanted } });
  if (!found || found.worth > largestMinor) return undefined;
  return {
    buy: toDecimal(found.buy, to),
    worth: toDecimal(found.worth, to),
    markup: toDecimal(found.worth - found.buy, to),
  };
}

/** How much of one currency a unit of another is worth at the reference rates. */
export function referenceRate({ from, to }: Exchange, rates: Rates): number | undefined {
  const [given, wanted] = [rateIn(rates, from), rateIn(rates, to)];
  return given && wanted ? Number(wanted) / Number(given) : undefined;
}
