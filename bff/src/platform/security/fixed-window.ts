import type { ThrottlerStorage } from '@nestjs/throttler';
import { ApiException } from '../errors/api-exception';
import type { Clock } from '../time/clock.service';

type Counted = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** A caller's count in the current window. */
interface Count {
  /** On this server. */
  own: number;
  /** On all others, as far as known. */
  others: number;
  /** Of `own`, what the others know. */
  told: number;
  limit: number;
}

/**
 * A caller is made known to other servers from this share of the limit on: up to ten servers together then exceed no limit
 * by callers that they keep for themselves.
 */
const toldFrom = 0.1;

/** Counts requests in fixed windows, one number per caller; the package's own store keeps every hit in memory. */
export class FixedWindowStorage implements ThrottlerStorage {
  private counts = new Map<string, Count>();
  private windowEnd = 0;

  constructor(private readonly clock: Clock) {}

  /** @param ttl the length of the windows in ms, the same in every call */
  async increment(key: string, ttl: number, limit: number): Promise<Counted> {
    const now = this.clock.now().getTime();
    // After the clock was set back, a window ends far later than any that began since.
    if (now >= this.windowEnd || now < this.windowEnd - 2 * ttl) {
      this.counts = new Map();
      this.windowEnd = (Math.floor(now / ttl) + 1) * ttl;
    }
    const count = this.counts.get(key) ?? { own: 0, others: 0, told: 0, limit };
    count.own += 1;
    this.counts.set(key, count);
    const totalHits = count.own + count.others;
    const seconds = Math.ceil((this.windowEnd - now) / 1000);
    return {
      totalHits,
      timeToExpire: seconds,
      isBlocked: totalHits > limit,
      timeToBlockExpire: seconds,
    };
  }

  /** Counts as `increment`. @throws ApiException TOO_MANY_REQUESTS above the limit, until the window ends. */
  async admit(key: string, ttl: number, limit: number): Promise<void> {
    const { isBlocked, timeToExpire } = await this.increment(key, ttl, limit);
    if (isBlocked) throw new ApiException('TOO_MANY_REQUESTS', { retryAfterSeconds: timeToExpire });
  }

  /** The callers near their limits whose counts have grown since the last call, and when their window ends, in ms. */
  grown(): { windowEnd: number; callers: { key: string; own: number }[] } {
    const callers: { key: string; own: number }[] = [];
    for (const [key, count] of this.counts) {
      const { own, told, limit } = count;
      if (own === told || own < limit * toldFrom) continue;
      count.told = own;
      callers.push({ key, own });
    }
    return { windowEnd: this.windowEnd, callers };
  }

  /** Takes over what other servers counted of a caller in a window; of an earlier window it is ignored. */
  setOthers(windowEnd: number, key: string, others: number): void {
    const count = this.counts.get(key);
    if (count && windowEnd === this.windowEnd) count.others = others;
  }
}
