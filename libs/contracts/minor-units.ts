// Without zod: the frames on partners' pages read this too.

import { decimalsOf, homeCurrency } from './currencies';

/**
 * The largest amount, in minor units, that converts to the wire and back exactly: up to 2^50 cents the rounding errors
 * of dividing and multiplying by 100 stay below half a cent.
 */
export const largestMinor = 2n ** 50n;

/** The amount in whole minor units; undefined for a decimal with more decimals than its currency. */
function wholeUnits(decimal: number, decimals: number): number | undefined {
  const scale = 10 ** decimals;
  const units = Math.round(decimal * scale);
  return Math.abs(units) <= Number(largestMinor) && units / scale === decimal ? units : undefined;
}

/**
 * Turns a decimal of the wire into minor units (cents), exactly.
 * @throws RangeError when it has more decimals than its currency (ISO 4217) or is too large to be exact.
 */
export function toMinor(decimal: number, currency: string = homeCurrency): bigint {
  const units = wholeUnits(decimal, decimalsOf(currency));
  if (units === undefined) throw new RangeError('not an amount in whole minor units');
  return BigInt(units);
}

/**
 * Turns minor units (cents) into the decimal of the wire.
 * @throws RangeError when it is too large to be exact.
 */
export function toDecimal(minor: bigint, currency: string = homeCurrency): number {
  if (minor > largestMinor || minor < -largestMinor) throw new RangeError('amount too large for the wire');
  return Number(minor) / 10 ** decimalsOf(currency);
}

/** Whether an amount of the wire has no more decimals than its currency, and is not too large to be exact. */
export const isExactIn = (decimal: number, currency: string): boolean =>
  wholeUnits(decimal, decimalsOf(currency)) !== undefined;
