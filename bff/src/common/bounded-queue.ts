import pLimit, { type LimitFunction } from 'p-limit';
import { Failure, type FailureOptions } from './failure';

/** Runs so much work at a time, lets so much more wait in its order, and refuses the rest at once. */
export class BoundedQueue {
  private readonly limit: LimitFunction;

  constructor(
    running: number,
    private readonly waiting: number,
    /** What the refused are told. */
    private readonly refusal: [code: 'UNAVAILABLE' | 'TOO_MANY_REQUESTS', options: FailureOptions],
  ) {
    this.limit = pLimit(running);
  }

  get isIdle(): boolean {
    return this.limit.activeCount === 0 && this.limit.pendingCount === 0;
  }

  /** @throws Failure with the refusal's code, before any of the work, when as many wait as may. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.limit.pendingCount >= this.waiting) throw new Failure(...this.refusal);
    return this.limit(work);
  }
}
