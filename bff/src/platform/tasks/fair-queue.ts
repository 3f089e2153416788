import pLimit, { type LimitFunction } from 'p-limit';
import { ApiException } from '../errors/api-exception';

const retryAfterSeconds = 5;

/** Limits expensive work overall and to one at a time per person, so that a flood of one person delays no other. */
export class FairQueue {
  private readonly lanes = new Map<number, LimitFunction>();
  private readonly all: LimitFunction;

  /** @param maxWaiting how much of one person's work may wait */
  constructor(
    atOnce: number,
    private readonly maxWaiting: number,
  ) {
    this.all = pLimit(atOnce);
  }

  /** Runs a person's work in its turn. @throws what the work does, and ApiException TOO_MANY_REQUESTS. */
  async run<T>(person: number, work: () => Promise<T>): Promise<T> {
    const lane = this.lanes.get(person) ?? pLimit(1);
    this.lanes.set(person, lane);
    if (lane.pendingCount >= this.maxWaiting)
      throw new ApiException('TOO_MANY_REQUESTS', { retryAfterSeconds });
    try {
      return await lane(() => this.all(work));
    } finally {
      if (lane.activeCount + lane.pendingCount === 0) this.lanes.delete(person);
    }
  }
}
