import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { rowOf, text } from './columns';
import { HeldConnection } from './connection';

const nameRow = rowOf({ name: text });

/** Another process did not finish in time; the message is a sentence for an operator. */
export class NotAlone extends Error {}

/** The work that one server does alone; by default a change of the schema. */
interface Alone {
  purpose: string;
  /** How long to wait for another process. */
  waitSeconds: number;
  /** The sentence of `NotAlone`. */
  refusal: string;
}
const schemaChange: Alone = {
  purpose: '',
  waitSeconds: 600,
  refusal: 'Another process has been changing this database for ten minutes.',
};

/**
 * Runs what only one process may do to a database at a time, such as its migrations, under a lock that the server
 * releases when the connection ends.
 * @throws NotAlone when the lock was not free in time.
 */
export async function alone<T>(
  dataSource: DataSource,
  work: () => Promise<T>,
  what: Alone = schemaChange,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  const connection = new HeldConnection(runner);
  try {
    const database = await connection.row(nameRow, 'SELECT DATABASE() AS name');
    // The names of locks are global to the server and have at most 64 characters.
    const lock = `bank-${createHash('sha256')
      .update((database?.name ?? '') + what.purpose)
      .digest('hex')
      .slice(0, 40)}`;
    // The connection is idle while a large table is changed.
    await connection.write('SET SESSION wait_timeout = 86400');
    await take(connection, lock, what);
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
async function take(connection: HeldConnection, lock: string, what: Alone): Promise<void> {
  const deadline = Date.now() + what.waitSeconds * 1000;
  do {
    const seconds = Math.min(5, what.waitSeconds);
    if ((await connection.count('SELECT COALESCE(GET_LOCK(?, ?), 0)', [lock, seconds])) === 1) return;
  } while (Date.now() < deadline);
  throw new NotAlone(what.refusal);
}
