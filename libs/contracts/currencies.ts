/** The currency of every account that sign-up opens, and the base of all rates. */
export const homeCurrency = 'EUR';

/**
 * The other currencies of accounts: those of the European Central Bank's daily reference rates. Only appended to: a
 * currency's place gives the numbers of the bank's own accounts in it.
 */
export const foreignCurrencies = [
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'CNY',
  'CZK',
  'DKK',
  'GBP',
  'HKD',
  'HUF',
  'IDR',
  'ILS',
  'INR',
  'ISK',
  'JPY',
  'KRW',
  'MXN',
  'MYR',
  'NOK',
  'NZD',
  'PHP',
  'PLN',
  'RON',
  'SEK',
  'SGD',
  'THB',
  'TRY',
  'USD',
  'ZAR',
] as const;

/** A currency other than the euro. */
export type ForeignCurrency = (typeof foreignCurrencies)[number];

/** The currencies that accounts can have: the euro first, the others by their code. */
export const currencies = [homeCurrency, ...foreignCurrencies] as const;
export type Currency = (typeof currencies)[number];

/** Whether a code is that of a currency that accounts can have. */
export const isOffered = (code: string): code is Currency => currencies.includes(code as Currency);

/** The decimals of ISO 4217 where they are not two, of all currencies: also of those that only other banks' messages name. */
const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const withThree = 'BHD IQD JOD KWD LYD OMR TND';
const withFour = 'CLF UYW';

/**
 * The least fraction digits of an amount in `Intl.NumberFormat`, whose own are those of everyday use: fewer than ISO 4217 has
 * in these cases. A test holds it against `decimalsOf`.
 */
export const leastDigits = (currency: string): number | undefined =>
  'HUF IDR'.includes(currency) ? 2 : undefined;

/** Decimals of a currency by ISO 4217. */
export function decimalsOf(currency: string): number {
  if (withoutDecimals.includes(currency)) return 0;
  if (withFour.includes(currency)) return 4;
  return withThree.includes(currency) ? 3 : 2;
}

/** Minor units as a decimal text with all decimals of the currency: `-1234.50`, of JPY `-1234`. */
export function decimalText(minor: bigint, currency: string = homeCurrency): string {
  const places = decimalsOf(currency);
  const digits = (minor < 0n ? -minor : minor).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${minor < 0n ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`;
}
