import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { rowOf, text } from './columns';
import { HeldConnection } from './database';

const nameRow = rowOf({ name: text });

/** How long a process waits for another one's migrations. */
const waitSeconds = 600;

/** Another process did not finish in time; the message is a sentence for an operator. */
export class NotAlone extends Error {}

/**
 * Runs what only one process may do to a database at a time, such as its migrations, under a lock that the server
 * releases when the connection ends.
 * @throws NotAlone when the lock was not free within ten minutes.
 */
export async function alone<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  const connection = new HeldConnection(runner);
  try {
    const database = await connection.row(nameRow, 'SELECT DATABASE() AS name');
    // The names of locks are global to the server and have at most 64 characters.
    const lock = `bank-${createHash('sha256')
      .update(database?.name ?? '')
      .digest('hex')
      .slice(0, 40)}`;
    // The connection is idle while a large table is changed.
    await connection.write('SET SESSION wait_timeout = 86400');
    await take(connection, lock);
    try {
      return await work();
    } finally {
      await connection.exists('SELECT RELEASE_LOCK(?)', [lock]);
    }
  } finally {
    await runner.release();
  }
}

/** Waits in short statements, since each has a deadline. */
async function take(connection: HeldConnection, lock: string): Promise<void> {
  const deadline = Date.now() + waitSeconds * 1000;
  while (Date.now() < deadline) {
    if ((await connection.count('SELECT COALESCE(GET_LOCK(?, 5), 0)', [lock])) === 1) return;
  }
  throw new NotAlone('Another process has been changing this database for ten minutes.');
}
