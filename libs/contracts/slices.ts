import { z } from 'zod';
import { errorBody } from './errors';
import { sliceRows } from './slice-size';

/** The rows of a slice, each once. */
export const sliceOf = <Row extends z.ZodType<{ id: number }>>(row: Row) =>
  z
    .array(row)
    .min(1)
    .max(sliceRows)
    .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length);

/** A row that is named by its id alone. */
export const sliceRow = z.object({ id: z.int().positive() });

/**
 * What became of a row: `unchanged` was so already, `refused` is final, `unreached` may be tried again. What failed states its
 * code and message; `version` is that of the row afterwards, where rows have one.
 */
export const rowOutcome = z
  .object({
    id: z.int(),
    outcome: z.enum(['done', 'unchanged', 'refused', 'unreached']),
    refusal: errorBody.shape.code.optional(),
    error: z.string().optional(),
    version: z.int().optional(),
  })
  .meta({ id: 'RowOutcome' });
export type RowOutcome = z.infer<typeof rowOutcome>;

/** Of as many of the first rows as there was time for, at least one: the others are sent again. */
export const sliceOutcome = z.object({ rows: z.array(rowOutcome) }).meta({ id: 'SliceOutcome' });
export type SliceOutcome = z.infer<typeof sliceOutcome>;
