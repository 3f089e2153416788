import type { DataSource, QueryRunner } from 'typeorm';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseErrorNumber } from './database-error';
import { Failure } from './failure';
import { sendLastOnes, sendTogether, type Statement } from './statements';

/** Deadlock, lock wait time-out, and MariaDB's 'record has changed since last read'. */
const transient = new Set([1213, 1205, 1020]);
const attempts = 10;

/**
 * Runs `work` inside one transaction (READ COMMITTED, as on every connection of the pool), and again as a whole
 * when the server gave it up for a reason that passes (architecture, money rules). The work must keep to the
 * runner it is given and leave no trace outside the database. A lost connection is not repeated: only an
 * idempotency key can tell whether its commit happened.
 * @param opening statements that go in one packet with the start of the transaction; the work gets their answers.
 * @throws Failure UNAVAILABLE when the server keeps giving up.
 */
export async function inTransaction<T, Opened extends unknown[] = []>(
  dataSource: DataSource,
  work: (runner: QueryRunner, opened: Opened) => Promise<T>,
  opening: Statement[] = [],
): Promise<T> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await once(dataSource, work, opening);
    } catch (error) {
      if (!transient.has(databaseErrorNumber(error) ?? 0)) throw error;
      await pause(Math.random() * Math.min(200, 5 * 2 ** attempt));
    }
  }
  throw new Failure('UNAVAILABLE', { retryAfterSeconds: 1 });
}

/** TypeORM would send the start and the commit by themselves: a round trip each. */
async function once<T, Opened extends unknown[]>(
  dataSource: DataSource,
  work: (runner: QueryRunner, opened: Opened) => Promise<T>,
  opening: Statement[],
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.connect();
    try {
      const [, ...opened] = await sendTogether<[unknown, ...Opened]>(runner, [start, ...opening]);
      // TypeORM takes no lock where it knows of no transaction.
      Object.assign(runner, { isTransactionActive: true });
      const result = await work(runner, opened);
      await sendLastOnes(runner, commit);
      return result;
    } catch (error) {
      // Also after 1205, which by default undoes only the statement and leaves the transaction open.
      await sendTogether(runner, [rollback]).catch(() => discard(runner));
      throw error;
    }
  } finally {
    await runner.release();
  }
}

const start: Statement = ['START TRANSACTION', []];
const commit: Statement = ['COMMIT', []];
const rollback: Statement = ['ROLLBACK', []];

/** A connection that could not roll back must not return to the pool: its next START TRANSACTION would commit. */
async function discard(runner: QueryRunner): Promise<void> {
  const connection = (await runner.connect()) as { destroy(): void };
  connection.destroy();
}
