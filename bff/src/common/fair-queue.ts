import pLimit, { type LimitFunction } from 'p-limit';
import { Failure } from './failure';

const retryAfterSeconds = 5;

/** Limits expensive work: so much at once overall, one at a time per person, so that nobody waits behind another’s flood. */
export class FairQueue {
  private readonly lanes = new Map<number, LimitFunction>();
  private readonly all: LimitFunction;

  /** @param longest how much of one person's work may wait */
  constructor(
    atOnce: number,
    private readonly longest: number,
  ) {
    this.all = pLimit(atOnce);
  }

  /** Does a person's work when it is its turn. @throws what the work does, and Failure TOO_MANY_REQUESTS. */
  async run<T>(person: number, work: () => Promise<T>): Promise<T> {
    const lane = this.lanes.get(person) ?? pLimit(1);
    this.lanes.set(person, lane);
    if (lane.pendingCount >= this.longest) throw new Failure('TOO_MANY_REQUESTS', { retryAfterSeconds });
    try {
      return await lane(() => this.all(work));
    } finally {
      if (lane.activeCount + lane.pendingCount === 0) this.lanes.delete(person);
    }
  }
}
