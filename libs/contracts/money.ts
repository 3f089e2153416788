import { z } from 'zod';
import { rule } from './validation';

/** The largest amount, in minor units, that a JSON number carries to the cent without loss. */
export const largestMinor = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Turns a decimal of the wire into minor units (cents), exactly.
 * @throws RangeError when it has more than two decimals or does not fit a safe integer of cents.
 */
export function toMinor(decimal: number): bigint {
  const cents = Math.round(decimal * 100);
  if (!Number.isSafeInteger(cents) || cents / 100 !== decimal) {
    throw new RangeError('not an amount in whole cents');
  }
  return BigInt(cents);
}

/**
 * Turns minor units (cents) into the decimal of the wire.
 * @throws RangeError when a JSON number cannot carry it to the cent.
 */
export function toDecimal(minor: bigint): number {
  if (minor > largestMinor || minor < -largestMinor) {
    throw new RangeError('amount too large for the wire');
  }
  return Number(minor) / 100;
}

const inWholeCents = (decimal: number) => {
  const cents = Math.round(decimal * 100);
  return Number.isSafeInteger(cents) && cents / 100 === decimal;
};

/** An amount to move, in decimal units of its currency: at least 0.01, at most `max`, two decimals at most. */
export const positiveAmount = (max: number) =>
  z
    .number()
    .min(0.01, rule('AMOUNT_MIN'))
    .max(max, rule('AMOUNT_MAX'))
    .refine(inWholeCents, rule('AMOUNT_DECIMALS'));

/** An amount in an answer, in decimal units of its currency, of either sign. */
export const amount = z.number().refine(inWholeCents, rule('AMOUNT_DECIMALS'));

/** The currency of an account or amount (ISO 4217). */
export const currency = z.string().regex(/^[A-Z]{3}$/);
