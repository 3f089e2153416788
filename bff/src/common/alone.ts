import { createHash } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';

/** How long a process waits for another one's migrations; in seconds. */
const patienceSeconds = 600;

/** Another process did not finish in time; the message is a sentence for an operator. */
export class NotAlone extends Error {}

/**
 * Does what only one process may do to a database at a time, such as its migrations: others wait until it is done. The
 * server itself gives the lock back when the connection that holds it ends.
 * @throws NotAlone when it was not this one's turn within ten minutes.
 */
export async function alone<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    const [{ name }] = (await runner.query('SELECT DATABASE() AS name')) as [{ name: string }];
    // Names of locks hold for all databases of a server, and have at most 64 characters.
    const lock = `bank-${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
    // The connection says nothing while a large table is changed.
    await runner.query('SET SESSION wait_timeout = 86400');
    await take(runner, lock);
    try {
      return await work();
    } finally {
      await runner.query('SELECT RELEASE_LOCK(?)', [lock]);
    }
  } finally {
    await runner.release();
  }
}

/** In short waits: a statement of ordinary connections has a deadline of its own. */
async function take(runner: QueryRunner, lock: string): Promise<void> {
  const deadline = Date.now() + patienceSeconds * 1000;
  while (Date.now() < deadline) {
    const [{ got }] = (await runner.query('SELECT GET_LOCK(?, 5) AS got', [lock])) as [
      { got: string | number | null },
    ];
    if (Number(got) === 1) return;
  }
  throw new NotAlone('Another process has been changing this database for ten minutes.');
}
