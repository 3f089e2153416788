import pLimit, { type LimitFunction } from 'p-limit';
import { Failure } from './failure';

/** Runs so much work at a time, lets so much more wait in its order, and refuses the rest at once. */
export class BoundedQueue {
  private readonly limit: LimitFunction;

  constructor(
    running: number,
    private readonly waiting: number,
    /** What the refused are told to wait, in seconds. */
    private readonly retryAfterSeconds: number,
  ) {
    this.limit = pLimit(running);
  }

  /** @throws Failure UNAVAILABLE, before any of the work, when as many wait as may. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.limit.pendingCount >= this.waiting) {
      throw new Failure('UNAVAILABLE', { retryAfterSeconds: this.retryAfterSeconds });
    }
    return this.limit(work);
  }
}
