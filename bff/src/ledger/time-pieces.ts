import type { DataSource, QueryRunner } from 'typeorm';

/** A stretch of time: its first moment, and the first after it. */
export type Piece = [from: Date, to: Date];

/** Rows that are read at a time: far below what a statement may take. */
export const rowsOfPiece = 20_000;

/**
 * Cuts a stretch of time into pieces with about `rowsOfPiece` rows each, so that no statement reads them all.
 * @param rows a table, and a condition that an index answers in the order of `created_at`
 */
export async function* piecesOf(
  source: DataSource | QueryRunner,
  rows: string,
  [from, to]: Piece,
): AsyncGenerator<Piece> {
  for (let start = from; start < to;) {
    const [row] = (await source.query(
      `SELECT created_at AS at FROM ${rows} AND created_at > ? AND created_at < ? ORDER BY created_at
       LIMIT 1 OFFSET ${rowsOfPiece}`,
      [start, to],
    )) as { at: Date }[];
    const end = row?.at ?? to;
    yield [start, end];
    start = end;
  }
}
