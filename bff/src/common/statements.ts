import type { PoolConnection } from 'mysql2';
import { DataSource, type QueryRunner } from 'typeorm';
import { querySeconds } from './database-driver';

/** Text and values of one statement. The text is constant but for the number of its placeholders. */
export type Statement = [sql: string, values: unknown[]];

/** What a statement that writes answers. */
export interface Written {
  insertId: number | string;
  affectedRows: number;
}

/** The statements of a transaction whose results nobody waits for, until it commits. */
const lastOnes = new WeakMap<QueryRunner, Statement[]>();

/**
 * Sends a statement past TypeORM's wrapper: for the few that every call and every movement of money makes.
 * @throws the driver's error, which `databaseErrorNumber` and `isDatabaseAway` know.
 */
export async function send<T>(source: QueryRunner | DataSource, sql: string, values: unknown[]): Promise<T> {
  if (!(source instanceof DataSource)) return answerOf<T>(source, sql, values);
  const runner = source.createQueryRunner();
  try {
    return await answerOf<T>(runner, sql, values);
  } finally {
    await runner.release();
  }
}

/**
 * Sends several statements in one packet and answers what each wrote or read. The database works through them in their
 * order and stops at the first that fails: a round trip costs a server more than most statements do.
 */
export async function sendTogether<Answers extends unknown[] = Written[]>(
  runner: QueryRunner,
  statements: Statement[],
): Promise<Answers> {
  const sql = statements.map(([text]) => text).join(';\n');
  const values = statements.flatMap(([, some]) => some);
  const answers = await answerOf<unknown>(runner, sql, values);
  return (statements.length === 1 ? [answers] : answers) as Answers;
}

/**
 * Leaves writing statements whose results nobody waits for to the end of the runner's transaction (`inTransaction`),
 * where they go in one packet: log line, notification, live events, stored answer. Nothing in the transaction may read
 * what they write.
 */
export function sendLast(runner: QueryRunner, ...statements: Statement[]): void {
  const waiting = lastOnes.get(runner);
  if (waiting) waiting.push(...statements);
  else lastOnes.set(runner, statements);
}

/** Sends what `sendLast` left, if anything, with `more` behind it in the same packet. */
export async function sendLastOnes(runner: QueryRunner, ...more: Statement[]): Promise<void> {
  const statements = [...(lastOnes.get(runner) ?? []), ...more];
  lastOnes.delete(runner);
  if (statements.length > 0) await sendTogether(runner, statements);
}

/** The placeholders of rows of values, as VALUES takes them: `(?, ?), (?, ?)`. */
export const rowsOf = (rows: readonly unknown[][]): string =>
  rows.map((row) => `(${listOf(row)})`).join(', ');

/** The placeholders of a list of values: `?, ?`. */
export const listOf = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

async function answerOf<T>(runner: QueryRunner, sql: string, values: unknown[]): Promise<T> {
  const connection = (await runner.connect()) as PoolConnection;
  const [answer] = (await connection.promise().query({ sql, timeout: querySeconds * 1000 }, values)) as [
    T,
    unknown,
  ];
  return answer;
}
