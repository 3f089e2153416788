import type { Account } from '@bank/contracts/accounts';
import { homeCurrency, isOffered } from '@bank/contracts/currencies';
import { converted } from '@bank/contracts/exchange-amounts';
import { toDecimal, toMinor } from '@bank/contracts/money';
import { rateIn, rateOfEuro, type Rates } from '@bank/contracts/rates';

/** The worth of accounts in euros at the day's rates; undefined if a currency with money has no rate. */
export function totalInEuros(accounts: readonly Account[], rates: Rates): number | undefined {
  let sum = 0n;
  for (const { current_balance: balance, currency } of accounts) {
    if (balance === 0) continue;
    const rate = isOffered(currency) ? rateIn(rates, currency) : undefined;
    if (rate === undefined || !isOffered(currency)) return undefined;
    const order = { from: currency, to: homeCurrency, rates: { from: rate, to: rateOfEuro } } as const;
    sum += converted(toMinor(balance, currency), order);
  }
  return toDecimal(sum);
}
