import { decimalsOf } from '@bank/contracts/currencies';
import { largestMinor, toDecimal } from '@bank/contracts/money';

/**
 * An amount that another bank named, on the wire: what was refused or set aside may be more than a number holds exactly, and
 * is then shown as the most that is.
 */
export function namedAmount(minor: bigint, currency: string): number {
  const most = decimalsOf(currency) === 0 ? largestMinor / 100n : largestMinor;
  return toDecimal(minor > most ? most : minor, currency);
}
