/**
 * The currencies of accounts with their decimals (ISO 4217): the euro, and those of the European Central Bank's daily
 * reference rates. Only appended to: a currency's place gives the numbers of the bank's own accounts in it.
 */
const table = {
  EUR: 2,
  AUD: 2,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CNY: 2,
  CZK: 2,
  DKK: 2,
  GBP: 2,
  HKD: 2,
  HUF: 2,
  IDR: 2,
  ILS: 2,
  INR: 2,
  ISK: 0,
  JPY: 0,
  KRW: 0,
  MXN: 2,
  MYR: 2,
  NOK: 2,
  NZD: 2,
  PHP: 2,
  PLN: 2,
  RON: 2,
  SEK: 2,
  SGD: 2,
  THB: 2,
  TRY: 2,
  USD: 2,
  ZAR: 2,
} as const;

/** A currency that accounts can have. */
export type Currency = keyof typeof table;

/** The currency of every account that sign-up opens, and the base of all rates. */
export const homeCurrency = 'EUR';

/** The home currency first, the others by their code. */
export const currencies = Object.keys(table) as [Currency, ...Currency[]];

/** A currency other than the euro. */
export type ForeignCurrency = Exclude<Currency, typeof homeCurrency>;
export const foreignCurrencies = currencies.slice(1) as [ForeignCurrency, ...ForeignCurrency[]];

/** Whether a code is that of a currency that accounts can have. */
export const isOffered = (code: string): code is Currency => Object.hasOwn(table, code);

/**
 * The fraction digits of an amount for `Intl.NumberFormat`, whose own are those of everyday use: none for HUF in some
 * versions.
 */
export function fractionDigits(currency: string) {
  const decimals = decimalsOf(currency);
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

/** Of currencies that only messages of other banks name; cached, since Intl is slow. */
const others = new Map<string, number>();

/** Decimals of any currency by ISO 4217: of ours by the table, of others as Intl has them. */
export function decimalsOf(currency: string): number {
  if (isOffered(currency)) return table[currency];
  const known = others.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const found = format.resolvedOptions().maximumFractionDigits ?? 2;
  others.set(currency, found);
  return found;
}
