import { z } from 'zod';
import { defaulting, digits } from './validation';

/** The `page` and `limit` of a list's query (wire contract, section 2): pages from 1, at most 100 rows each. */
export const pageQuery = (defaultLimit: number) => ({
  page: digits(defaulting(z.int().min(1).max(1_000_000), 1)),
  limit: digits(defaulting(z.int().min(1).max(100), defaultLimit)),
});

/** `capped` means that there are more rows than `total`, which are not counted. */
export const pagination = z
  .object({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    pages: z.int(),
    capped: z.literal(true).optional(),
  })
  .meta({ id: 'Pagination' });
export type Pagination = z.infer<typeof pagination>;

/** Describes the page of a list of `total` rows; an empty list has one empty page. */
export function paginate(page: number, limit: number, total: number): Pagination {
  return { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) };
}

/** How many rows of a bank-wide list are counted and can be paged through; the others are found by filters. */
export const countedRows = 10_000;

/**
 * How many of the first rows of a bank-wide list are searched for a text anywhere, and the maximum number of results.
 * An index finds matches at the beginning in all rows, up to the same number.
 */
export const searchedRows = 500;

/** Describes the page of a list that was counted up to `most` + 1 rows. */
export const paginateCounted = (
  page: number,
  limit: number,
  counted: number,
  most = countedRows,
): Pagination => ({
  ...paginate(page, limit, Math.min(counted, most)),
  ...(counted > most && { capped: true }),
});

/** An identifier of a user, a payment, … in a path or a query. */
export const id = digits(z.int().positive());

/** A path's `{id}`. */
export const idParameter = z.object({ id });
