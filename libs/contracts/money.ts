import { z } from 'zod';
import { rule } from './validation';

/**
 * The largest amount, in minor units, that converts to the wire and back exactly: up to 2^50 cents the rounding errors
 * of dividing and multiplying by 100 stay below half a cent.
 */
export const largestMinor = 2n ** 50n;

/** The amount in whole cents; undefined for a decimal with fractions of a cent. */
function wholeCents(decimal: number): number | undefined {
  const cents = Math.round(decimal * 100);
  return Math.abs(cents) <= Number(largestMinor) && cents / 100 === decimal ? cents : undefined;
}

/**
 * Turns a decimal of the wire into minor units (cents), exactly.
 * @throws RangeError when it has more than two decimals or is too large to be exact.
 */
export function toMinor(decimal: number): bigint {
  const cents = wholeCents(decimal);
  if (cents === undefined) throw new RangeError('not an amount in whole cents');
  return BigInt(cents);
}

/**
 * Turns minor units (cents) into the decimal of the wire.
 * @throws RangeError when it is too large to be exact.
 */
export function toDecimal(minor: bigint): number {
  if (minor > largestMinor || minor < -largestMinor) throw new RangeError('amount too large for the wire');
  return Number(minor) / 100;
}

const isWholeCents = (decimal: number) => wholeCents(decimal) !== undefined;

/** An amount to move, in decimal units of its currency: at least 0.01, at most `max`, two decimals at most. */
export const positiveAmount = (max: number) =>
  z
    .number()
    .min(0.01, rule('AMOUNT_MIN'))
    .max(max, rule('AMOUNT_MAX'))
    .refine(isWholeCents, rule('AMOUNT_DECIMALS'));

/** An amount in a response, in decimal units of its currency, of either sign. */
export const amount = z.number().refine(isWholeCents, rule('AMOUNT_DECIMALS'));

/** The currency of an account or amount (ISO 4217). */
export const currency = z.string().regex(/^[A-Z]{3}$/);
