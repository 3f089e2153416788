import { largestMinor, toDecimal } from '@bank/contracts/money';

/**
 * An amount that another bank named, on the wire: what was refused or set aside may be more than a number holds exactly, and
 * is then shown as the most that is.
 */
export const namedAmount = (minor: bigint, currency: string): number =>
  toDecimal(minor > largestMinor ? largestMinor : minor, currency);
