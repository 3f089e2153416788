import { Logger } from '@nestjs/common';
import type { DataSource, QueryRunner } from 'typeorm';
import { isDatabaseAway } from './database';
import { inTransaction } from './transaction';

const begin = 'INSERT IGNORE INTO job_progress (job) VALUES (?)';
const lockProgress = 'SELECT state FROM job_progress WHERE job = ? FOR UPDATE';
const saveProgress = 'UPDATE job_progress SET state = ? WHERE job = ?';

/** What a slice leaves: where the next one goes on, and whether there is one now. */
export interface SliceDone<State> {
  state: State | undefined;
  more: boolean;
}

/**
 * Works through something large in slices, each in a transaction of its own that also writes down where it stopped:
 * a server that dies loses one slice at most, and two servers take turns. Ends early when the server stops.
 * @param slice does the next slice; `state` is what the last one left, undefined before the first
 */
export async function inSlices<State extends object>(
  dataSource: DataSource,
  job: string,
  slice: (runner: QueryRunner, state: State | undefined) => Promise<SliceDone<State>>,
  stopping?: AbortSignal,
): Promise<void> {
  await dataSource.query(begin, [job]);
  for (let more = true; more && !stopping?.aborted;) {
    more = await inTransaction(dataSource, async (runner) => {
      const [row] = (await runner.query(lockProgress, [job])) as { state: string | null }[];
      const state = row?.state ? (JSON.parse(row.state) as State) : undefined;
      const done = await slice(runner, state);
      await runner.query(saveProgress, [done.state === undefined ? null : JSON.stringify(done.state), job]);
      return done.more;
    });
  }
}

/** Things that fall due, in the order of a key, and what is done with some of them at once. */
export interface DueSlices<Item, Result> {
  /**
   * Locks, with SKIP LOCKED, those that are due among the next `limit` things after one; `last` is the last of the
   * things that were looked at, undefined when there was none.
   */
  claim(
    runner: QueryRunner,
    after: Item | undefined,
    limit: number,
  ): Promise<{ items: Item[]; last: Item | undefined }>;
  work(runner: QueryRunner, items: Item[]): Promise<Result>;
}

/** How much at once, from where on, and how many slices without anything to do end it before the last. */
export interface SliceBounds<Item> {
  size: number;
  after?: Item | undefined;
  idleSlices?: number;
}

const logger = new Logger('Due');

/**
 * Does what is due, slice by slice, each in a transaction of its own, until nothing is left or the server stops;
 * `stoppedAt` is where it did, undefined at the end. A slice that fails is done again one thing at a time; the thing
 * that fails is logged and left for the next time, so that it does not hold up the others.
 * @throws the driver's error when the database is away.
 */
export async function drainSlices<Item, Result>(
  dataSource: DataSource,
  { claim, work }: DueSlices<Item, Result>,
  { size, after, idleSlices = Infinity }: SliceBounds<Item>,
  stopping: AbortSignal,
): Promise<{ results: Result[]; stoppedAt: Item | undefined }> {
  const results: Result[] = [];
  let stoppedAt = after;
  let oneByOne = 0;
  for (let idle = 0; idle < idleSlices && !stopping.aborted;) {
    const limit = oneByOne > 0 ? 1 : size;
    oneByOne = Math.max(0, oneByOne - 1);
    let claimed: Awaited<ReturnType<typeof claim>> = { items: [], last: undefined };
    try {
      await inTransaction(dataSource, async (runner) => {
        claimed = await claim(runner, stoppedAt, limit);
        return claimed.items.length > 0 ? work(runner, claimed.items) : undefined;
      }).then((result) => result !== undefined && results.push(result));
    } catch (error) {
      if (claimed.items.length === 0 || isDatabaseAway(error)) throw error;
      if (limit > 1) {
        oneByOne = limit;
        continue;
      }
      logger.error(`what was due failed: ${JSON.stringify(claimed.items)}`, (error as Error).stack);
    }
    if (claimed.last === undefined) return { results, stoppedAt: undefined };
    stoppedAt = claimed.last;
    idle = claimed.items.length === 0 ? idle + 1 : 0;
  }
  return { results, stoppedAt };
}
