import type { ColumnOptions } from 'typeorm';

const largest = 2n ** 63n - 1n;

/**
 * Reads an amount in minor units (cents) as the driver gives it: BIGINT columns and sums of them arrive as text.
 * @throws RangeError when it is not a whole number that a BIGINT holds.
 */
export function minorUnits(value: string | number | bigint): bigint {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError('an amount came from the database as an inexact number');
  }
  return fitting(BigInt(value));
}

/** Reads an identifier or a count as a number. @throws RangeError when it is not a safe integer. */
export function wholeNumber(value: string | number | bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('a number from the database is not a safe integer');
  return number;
}

/** The entity column of an amount: BIGINT minor units in the database, `bigint` in the program. */
export const moneyColumn = {
  type: 'bigint',
  transformer: {
    from: (value: string | number | null) => (value === null ? null : minorUnits(value)),
    to: (value: bigint | null | undefined) => (typeof value === 'bigint' ? fitting(value) : value),
  },
} as const satisfies ColumnOptions;

/** The entity column of a BIGINT identifier: a number in the program, as on the wire. */
export const identifierColumn = {
  type: 'bigint',
  transformer: {
    from: (value: string | number | null) => (value === null ? null : wholeNumber(value)),
    to: (value: unknown) => value,
  },
} as const satisfies ColumnOptions;

function fitting(value: bigint): bigint {
  if (value > largest || value < -largest) throw new RangeError('an amount does not fit a BIGINT');
  return value;
}
