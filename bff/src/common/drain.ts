import { Logger } from '@nestjs/common';
import type { DataSource, QueryRunner } from 'typeorm';
import { isDatabaseAway } from './database';
import { inTransaction } from './transaction';

/** Things that fall due, and what is done with each. */
export interface DueWork<Item extends { id: number }, Result> {
  /** The next thing that is due, locked with SKIP LOCKED, so that servers share the work; none of `except`. */
  claim(runner: QueryRunner, except: number[]): Promise<Item | undefined>;
  work(runner: QueryRunner, item: Item): Promise<Result>;
}

const logger = new Logger('Due');

/**
 * Does what is due, one thing after another, each in a transaction of its own, until nothing is left or the server
 * stops. A thing that fails is logged and left for the next time, so that it does not hold up the others.
 * @throws the driver's error when the database is away.
 */
export async function drain<Item extends { id: number }, Result>(
  dataSource: DataSource,
  { claim, work }: DueWork<Item, Result>,
  stopping: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = [];
  // No row has the id 0, and SQL knows no empty list.
  const failed = [0];
  while (!stopping.aborted) {
    let claimed: Item | undefined;
    try {
      const done = await inTransaction(dataSource, async (runner) => {
        claimed = await claim(runner, failed);
        return claimed && { result: await work(runner, claimed) };
      });
      if (!done) break;
      results.push(done.result);
    } catch (error) {
      if (!claimed || isDatabaseAway(error)) throw error;
      failed.push(claimed.id);
      logger.error(`what was due with id ${claimed.id} failed`, (error as Error).stack);
    }
  }
  return results;
}
