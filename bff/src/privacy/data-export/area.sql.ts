import { z } from 'zod';
import { isoMoment, jsonOf, text } from '../../platform/database/columns';

/**
 * One kind of a person's data, a file of the export: the rows of a statement with three parameters, which are the person,
 * the id after which to continue, and how many rows. Amounts are minor units of the row's `currency`, or else of the euro.
 */
export interface Area {
  sql: string;
  row: z.ZodObject;
}

/** The next rows of a statement in the order of a key. */
export const by = (sql: string, key: string) => `${sql} AND ${key} > ? ORDER BY ${key} LIMIT ?`;
/** A Paris day as text. */
export const day = (column: string) => `DATE_FORMAT(${column}, '%Y-%m-%d')`;
/** Columns that may be NULL. */
export const maybe = { text: text.nullable(), moment: isoMoment.nullable() };
/** A column of JSON, as it is. */
export const json = jsonOf(z.unknown()).nullable();
