import pLimit, { type LimitFunction } from 'p-limit';
import { ApiException, type ApiExceptionOptions } from '../errors/api-exception';

/** A FIFO queue with limits on running and waiting work, which refuses more at once. */
export class BoundedQueue {
  private readonly limit: LimitFunction;

  constructor(
    running: number,
    private readonly waiting: number,
    /** The error of refused work. */
    private readonly refusal: [code: 'UNAVAILABLE' | 'TOO_MANY_REQUESTS', options: ApiExceptionOptions],
  ) {
    this.limit = pLimit(running);
  }

  /** @throws ApiException with the refusal's code when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.limit.pendingCount >= this.waiting) throw new ApiException(...this.refusal);
    return this.limit(work);
  }
}
