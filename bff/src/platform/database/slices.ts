import { Logger } from '@nestjs/common';
import { isDatabaseAway } from './database-away';
import { rowOf, text } from './columns';
import type { Database, Transaction } from './database';
import type { FailedItems } from '../errors/items-failed';

const begin = 'INSERT IGNORE INTO job_progress (job) VALUES (?)';
const lockProgress = 'SELECT state FROM job_progress WHERE job = ? FOR UPDATE';
const progressRow = rowOf({ state: text.nullable() });
const saveProgress = 'UPDATE job_progress SET state = ? WHERE job = ?';

/** The result of a slice: where the next one continues, and whether there is one now. */
export interface SliceDone<State> {
  state: State | undefined;
  more: boolean;
  /** How many items it completed. */
  done?: number;
}

/**
 * Works through something large in slices, each in its own transaction that also stores the progress: a server that
 * dies loses at most one slice, and two servers take turns. Ends early when the server stops. Returns how many items the committed
 * slices completed.
 * @param slice does the next slice; `state` is the stored progress, undefined before the first
 */
export async function inSlices<State extends object>(
  database: Database,
  job: string,
  slice: (tx: Transaction, state: State | undefined) => Promise<SliceDone<State>>,
  stopping?: AbortSignal,
): Promise<number> {
  await database.write(begin, [job]);
  let total = 0;
  for (let more = true; more && !stopping?.aborted;) {
    const committed = await database.transaction(async (tx) => {
      const row = await tx.row(progressRow, lockProgress, [job]);
      const state = row?.state ? (JSON.parse(row.state) as State) : undefined;
      const done = await slice(tx, state);
      await tx.write(saveProgress, [done.state === undefined ? null : JSON.stringify(done.state), job]);
      return done;
    });
    more = committed.more;
    total += committed.done ?? 0;
  }
  return total;
}

/** Due items in the order of a key, and how a slice of them is processed. */
export interface DueSlices<Item, Result> {
  /**
   * Locks, with SKIP LOCKED, the due items among the next `limit` after one; `last` is the last item examined, undefined
   * when there was none.
   */
  claim(
    tx: Transaction,
    after: Item | undefined,
    limit: number,
  ): Promise<{ items: Item[]; last: Item | undefined }>;
  work(tx: Transaction, items: Item[]): Promise<Result>;
}

interface SliceBounds<Item> {
  size: number;
  failed: FailedItems;
  after?: Item | undefined;
  /** So many slices in a row without a due item end the work early. */
  idleSlices?: number;
}

const logger = new Logger('Due');

/**
 * Processes due items slice by slice, each slice in its own transaction, until none is left or the server stops; returns
 * where it stopped as `stoppedAt`, undefined at the end. A slice that fails is retried one item at a time; an item that
 * fails is logged and skipped until the next run. The caller ends `failed` once the rest of the run is done.
 * @throws the driver's error when the database is away.
 */
export async function processSlices<Item extends { id: number }, Result>(
  database: Database,
  { claim, work }: DueSlices<Item, Result>,
  { size, failed, after, idleSlices = Infinity }: SliceBounds<Item>,
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
      await database
        .transaction(async (tx) => {
          claimed = await claim(tx, stoppedAt, limit);
          return claimed.items.length > 0 ? work(tx, claimed.items) : undefined;
        })
        .then((result) => result !== undefined && results.push(result));
    } catch (error) {
      if (claimed.items.length === 0 || isDatabaseAway(error)) throw error;
      if (limit > 1) {
        oneByOne = limit;
        continue;
      }
      const [item] = claimed.items;
      failed.add(error);
      logger.error(`due item ${item?.id} failed`, (error as Error).stack);
    }
    if (claimed.last === undefined) return { results, stoppedAt: undefined };
    stoppedAt = claimed.last;
    if (claimed.items.length > 0) idle = 0;
    else if (limit === size) idle += 1;
  }
  return { results, stoppedAt };
}
