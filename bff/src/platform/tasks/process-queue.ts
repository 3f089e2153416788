import { Logger } from '@nestjs/common';
import { isDatabaseAway } from '../database/database-away';
import type { Database, Transaction } from '../database/database';
import { FailedItems } from '../errors/items-failed';

/** Due items, and how each is processed. */
interface DueWork<Item extends { id: number }, Result> {
  /** Locks the next due item, none of `except`, with SKIP LOCKED, so that servers share the work. */
  claim(tx: Transaction, except: number[]): Promise<Item | undefined>;
  work(tx: Transaction, item: Item): Promise<Result>;
}

const logger = new Logger('Due');

/**
 * Processes due items one after another, each in its own transaction, until none is left or the server stops. An item that
 * fails is logged and skipped until the next run.
 * @throws ItemsFailed at the end, unless they failed for the moment only; the driver's error when the database is away.
 */
export async function processQueue<Item extends { id: number }, Result>(
  database: Database,
  { claim, work }: DueWork<Item, Result>,
  stopping: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = [];
  // SQL has no empty list; no row has the id 0.
  const skipped = [0];
  const failed = new FailedItems();
  while (!stopping.aborted) {
    let claimed: Item | undefined;
    try {
      const done = await database.transaction(async (tx) => {
        claimed = await claim(tx, skipped);
        return claimed && { result: await work(tx, claimed) };
      });
      if (!done) break;
      results.push(done.result);
    } catch (error) {
      if (!claimed || isDatabaseAway(error)) throw error;
      skipped.push(claimed.id);
      failed.add(error);
      logger.error(`due item ${claimed.id} failed`, (error as Error).stack);
    }
  }
  failed.end(results.length);
  return results;
}
