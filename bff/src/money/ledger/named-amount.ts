import { decimalsOf } from '@bank/contracts/currencies';
import { largestMinor, toDecimal } from '@bank/contracts/money';

/**
 * The most minor units of a currency that an amount of the API has: the contract bounds the decimal as it does one of cents,
 * so a currency without decimals has fewer.
 */
export const largestOf = (currency: string): bigint =>
  (largestMinor * 10n ** BigInt(decimalsOf(currency))) / 100n;

/**
 * An amount that another bank named, on the wire: what was refused or set aside may be more than a number holds exactly, and
 * is then shown as the most that is.
 */
export const namedAmount = (minor: bigint, currency: string): number =>
  toDecimal(minor > largestMinor ? largestMinor : minor, currency);
