import { minor, moment, rowOf, whole } from '../../platform/database/columns';
import type { Connection } from '../../platform/database/database';

/** A period: its first moment, and the first after it. */
export type Piece = [from: Date, to: Date];

/** Rows read at a time: far below what a statement may take. */
export const rowsOfPiece = 20_000;

const pieceEnd = rowOf({ at: moment });
const pieceSum = rowOf({ sum: minor });
const accountSum = rowOf({ account_id: whole, sum: minor });

/**
 * Cuts a period into pieces with about `rowsOfPiece` rows each, which bounds each statement.
 * @param rows a table and a condition, with an index in the order of `created_at`
 */
export async function* piecesOf(source: Connection, rows: string, [from, to]: Piece): AsyncGenerator<Piece> {
  for (let start = from; start < to;) {
    const row = await source.row(
      pieceEnd,
      `SELECT created_at AS at FROM ${rows} AND created_at > ? AND created_at < ? ORDER BY created_at
       LIMIT 1 OFFSET ${rowsOfPiece}`,
      [start, to],
    );
    const end = row?.at ?? to;
    yield [start, end];
    start = end;
  }
}

/** Returns the sum of an account's entries in a period, in minor units, read in pieces. */
export async function sumOfEntries(source: Connection, account: number, period: Piece): Promise<bigint> {
  let total = 0n;
  for await (const piece of piecesOf(source, `entries WHERE account_id = ${account}`, period)) {
    const { sum } = await source.one(
      pieceSum,
      `SELECT COALESCE(SUM(amount), 0) AS sum FROM entries
       WHERE account_id = ? AND created_at >= ? AND created_at < ?`,
      [account, ...piece],
    );
    total += sum;
  }
  return total;
}

const entriesOf =
  'entries FORCE INDEX (entries_account_time) WHERE account_id IN (?) AND created_at >= ? AND created_at < ?';

/**
 * The sums of many accounts' entries in a period, in minor units; an account without entries may be missing. One statement
 * reads those of as many accounts as fit into a piece, since most accounts rarely move.
 */
export async function sumsOfEntries(
  source: Connection,
  accounts: number[],
  [from, to]: Piece,
): Promise<[account: number, sum: bigint][]> {
  const [first] = accounts;
  if (first === undefined) return [];
  const more = await source.row(
    pieceEnd,
    `SELECT created_at AS at FROM ${entriesOf} LIMIT 1 OFFSET ${rowsOfPiece}`,
    [accounts, from, to],
  );
  if (more && accounts.length === 1) return [[first, await sumOfEntries(source, first, [from, to])]];
  if (more) {
    const half = Math.ceil(accounts.length / 2);
    return [
      ...(await sumsOfEntries(source, accounts.slice(0, half), [from, to])),
      ...(await sumsOfEntries(source, accounts.slice(half), [from, to])),
    ];
  }
  const sums = await source.rows(
    accountSum,
    `SELECT account_id, SUM(amount) AS sum FROM ${entriesOf} GROUP BY account_id`,
    [accounts, from, to],
  );
  return sums.map(({ account_id, sum }) => [account_id, sum]);
}
