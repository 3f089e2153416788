import { SkipThrottle, type ThrottlerModuleOptions, type ThrottlerStorage } from '@nestjs/throttler';
import type { Config } from '../config/config';
import type { IdentifiedRequest } from './actor';
import { addressKey } from '../security/address';
import type { Clock } from '../time/clock.service';

const minute = 60_000;

/** For routes of monitoring: not rate limited. */
export const Unthrottled = () => SkipThrottle();

type Counted = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Counts requests in fixed windows, one number per caller; the package's own store keeps every hit in memory. */
export class FixedWindowStorage implements ThrottlerStorage {
  private hits = new Map<string, number>();
  private windowEnd = 0;

  constructor(private readonly clock: Clock) {}

  async increment(key: string, ttl: number, limit: number): Promise<Counted> {
    const now = this.clock.now().getTime();
    if (now >= this.windowEnd) {
      this.hits = new Map();
      this.windowEnd = (Math.floor(now / ttl) + 1) * ttl;
    }
    const totalHits = (this.hits.get(key) ?? 0) + 1;
    this.hits.set(key, totalHits);
    const seconds = Math.ceil((this.windowEnd - now) / 1000);
    return {
      totalHits,
      timeToExpire: seconds,
      isBlocked: totalHits > limit,
      timeToBlockExpire: seconds,
    };
  }
}

/** One limit for all routes together, per signed-in user or per anonymous address. */
export function throttleOptions(config: Config, clock: Clock): ThrottlerModuleOptions {
  return {
    throttlers: [{ ttl: minute, limit: config.callsPerMinute }],
    storage: new FixedWindowStorage(clock),
    setHeaders: false,
    getTracker: (request) => {
      const { user, ip } = request as IdentifiedRequest;
      return user ? `user ${user.userId}` : `address ${addressKey(ip)}`;
    },
    generateKey: (_context, tracker) => tracker,
  };
}
