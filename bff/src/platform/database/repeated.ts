import { setTimeout as pause } from 'node:timers/promises';
import { ApiException } from '../errors/api-exception';
import { databaseErrorNumber } from './database-error';

/** Deadlock, and MariaDB's 'record has changed since last read'; a lock wait time-out took its time already. */
export const deadlocks = new Set([1213, 1020]);
export const transient = new Set([...deadlocks, 1205]);
const attempts = 10;

/** Repeats work that failed so and left nothing behind, after a pause. @throws ApiException UNAVAILABLE at last. */
export async function repeated<T>(work: () => Promise<T>, failures: ReadonlySet<number>): Promise<T> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!failures.has(databaseErrorNumber(error) ?? 0)) throw error;
      await pause(Math.random() * Math.min(200, 5 * 2 ** attempt));
    }
  }
  throw new ApiException('UNAVAILABLE', { retryAfterSeconds: 1 });
}
