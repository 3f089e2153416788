import { ApiException } from './api-exception';

/** Due items failed, which the next run tries again; the others are done. */
export class ItemsFailed extends Error {
  /** @param done how many items were done all the same */
  constructor(
    readonly done: number,
    readonly failed: number,
  ) {
    super(`${failed} due items failed, and ${done} were done`);
  }
}

/** Whether an item failed for the moment only, such as by a deadlock of every attempt: the next run does it. */
const failsForNow = (error: unknown): boolean =>
  error instanceof ApiException && error.code === 'UNAVAILABLE';

/** Counts the items of one run that failed, so that the run fails at its end, once the others are done. */
export class FailedItems {
  private count = 0;

  /** Counts an item, unless it failed for the moment only, or those of a part of the run. */
  add(error: unknown): void {
    if (error instanceof ItemsFailed) this.count += error.failed;
    else if (!failsForNow(error)) this.count += 1;
  }

  /** Ends the run. @param done how many items were done. @throws ItemsFailed where others failed. */
  end(done: number): void {
    if (this.count > 0) throw new ItemsFailed(done, this.count);
  }
}

/**
 * Does the parts of a job one after another: items that fail in one keep back no other part.
 * @returns how much all of them did. @throws ItemsFailed at the end; at once what else a part throws.
 */
export async function inParts(...parts: (() => Promise<number>)[]): Promise<number> {
  let done = 0;
  const failed = new FailedItems();
  for (const part of parts) {
    try {
      done += await part();
    } catch (error) {
      if (!(error instanceof ItemsFailed)) throw error;
      done += error.done;
      failed.add(error);
    }
  }
  failed.end(done);
  return done;
}
