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
export const failsForNow = (error: unknown): boolean =>
  error instanceof ApiException && error.code === 'UNAVAILABLE';

/**
 * Does the parts of a job one after another: items that fail in one keep back no other part.
 * @returns how much all of them did. @throws ItemsFailed at the end; at once what else a part throws.
 */
export async function inParts(...parts: (() => Promise<number>)[]): Promise<number> {
  let done = 0;
  let failed = 0;
  for (const part of parts) {
    try {
      done += await part();
    } catch (error) {
      if (!(error instanceof ItemsFailed)) throw error;
      done += error.done;
      failed += error.failed;
    }
  }
  if (failed > 0) throw new ItemsFailed(done, failed);
  return done;
}
