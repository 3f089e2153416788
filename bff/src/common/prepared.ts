import type { PoolConnection } from 'mysql2';
import { DataSource, type QueryRunner } from 'typeorm';
import { querySeconds } from './database-driver';

/**
 * Sends a statement that each connection prepares once, past TypeORM's wrapper: for the few statements of every call
 * and of every movement of money, where parsing them anew is a cost (`npm run bench:money` compares). The
 * texts must be few, and the values plain: lists are written out by `rowsOf`.
 * @throws the driver's error, which `databaseErrorNumber` and `isDatabaseAway` know; no answer in time closes the
 * connection, so that the server rolls back.
 */
export async function prepared<T>(
  source: QueryRunner | DataSource,
  sql: string,
  values: unknown[],
): Promise<T> {
  if (!(source instanceof DataSource))
    return execute<T>((await source.connect()) as PoolConnection, sql, values);
  const runner = source.createQueryRunner();
  try {
    return await execute<T>((await runner.connect()) as PoolConnection, sql, values);
  } finally {
    await runner.release();
  }
}

/** The placeholders of rows of values, as VALUES takes them: `(?, ?), (?, ?)`. */
export const rowsOf = (rows: readonly unknown[][]): string =>
  rows.map((row) => `(${listOf(row)})`).join(', ');

/** The placeholders of a list of values: `?, ?`. */
export const listOf = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

function execute<T>(connection: PoolConnection, sql: string, values: unknown[]): Promise<T> {
  return new Promise((resolve, reject) => {
    // The driver's own time-out does not cover the preparation.
    const timer = setTimeout(() => {
      connection.destroy();
      reject(
        Object.assign(new Error('no answer from the database in time'), {
          code: 'PROTOCOL_SEQUENCE_TIMEOUT',
        }),
      );
    }, querySeconds * 1000);
    connection.execute(sql, values as string[], (error, result) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(result as T);
    });
  });
}
