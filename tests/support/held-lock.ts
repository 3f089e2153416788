import mysql from 'mysql2/promise';
import { connectTo } from './customers';
import { until } from './until';

/**
 * Locks rows until as many statements of the server wait for them, so that all that was begun meets at one moment.
 * @param lock the locking statement
 * @param begin begins what is to wait, and returns what it comes to
 * @param waits the end of the statement that waits, with its values
 * @param then what the holder of the lock changes before it lets go
 */
export async function whileLocked<Result>(
  { databaseUrl, migrationUrl }: { databaseUrl: string; migrationUrl: string },
  { lock, begin, waits, count = 1, then }: HeldLock<Result>,
): Promise<Result> {
  const [holder, server] = [await mysql.createConnection(migrationUrl), connectTo(databaseUrl)];
  // Its user sees the threads of the server, which has the same one.
  const waiting = `SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND info LIKE ?`;
  try {
    await holder.query('START TRANSACTION');
    await holder.query(lock);
    const result = begin();
    await until(async () => (await server.rows(waiting, [`%${waits}`])).length >= count, 60);
    if (then) await holder.query(then);
    await holder.query('COMMIT');
    return await result;
  } finally {
    await Promise.all([holder.end(), server.end()]);
  }
}

interface HeldLock<Result> {
  lock: string;
  begin: () => Promise<Result>;
  waits: string;
  count?: number;
  then?: string;
}
