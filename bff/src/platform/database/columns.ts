import { z } from 'zod';
import { minorUnits, wholeNumber } from './money-column';

/** Schemas of columns for `Connection.rows`: they convert the driver's values to the program's. */

/** A number that is kept as it is, such as a decimal, in whatever type the driver gives it. */
export const number = z.union([z.string(), z.number(), z.bigint()]);

/** Minor units (cents): a BIGINT, or a sum of them, which arrives as text. */
export const minor = converted(minorUnits);

/** An identifier or a count as a safe integer. */
export const whole = converted(wholeNumber);

/** A boolean column or expression: 0 or 1. */
export const flag = converted((value) => Number(value) !== 0);

/** A moment: DATETIME in UTC. */
export const moment = z.date();

/** A moment as the wire carries it: ISO 8601 in UTC. */
export const isoMoment = moment.transform((date) => date.toISOString());

export const text = z.string();

/** A binary column, such as a hash. */
export const bytes = z.instanceof(Buffer);

/** A text column of JSON, such as `jsonOf(z.array(text))`. */
export const jsonOf = <Schema extends z.ZodType>(schema: Schema) =>
  text.transform((value) => JSON.parse(value) as unknown).pipe(schema);

/**
 * A row with these columns; others are dropped. Call it outside functions: compiling a schema takes a hundred times longer
 * than parsing a row with it.
 */
export const rowOf = z.object;

export const idRow = rowOf({ id: whole });

/** A number of any type, converted in one step: most columns are numbers, and a union with a transform takes three times as long. */
function converted<Value>(convert: (value: string | number | bigint) => Value) {
  return z.transform((value: unknown, context): Value => {
    if (typeof value === 'number' || typeof value === 'string' || typeof value === 'bigint')
      return convert(value);
    context.issues.push({ code: 'invalid_type', expected: 'number', input: value });
    return z.NEVER;
  });
}
