import { Injectable, type ExecutionContext } from '@nestjs/common';
import {
  SkipThrottle,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { Config } from '../config';
import type { IdentifiedRequest } from './actor';
import { addressKey } from './address';
import type { Clock } from './clock';
import { Failure } from './failure';

const minute = 60_000;

/** The route is called by machines that watch the server, and never slowed. */
export const Unthrottled = () => SkipThrottle();

type Counted = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Counts calls in fixed windows: one number per caller, and all of them dropped when the window ends, so that
 * neither time nor memory grows with the calls of a window (the package's own store keeps every hit).
 */
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

/** One allowance for all routes together: a signed-in person's own, and for strangers their address's. */
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

@Injectable()
export class ThrottleGuard extends ThrottlerGuard {
  protected override async throwThrottlingException(
    _context: ExecutionContext,
    { timeToBlockExpire }: { timeToBlockExpire: number },
  ): Promise<void> {
    throw new Failure('TOO_MANY_REQUESTS', { retryAfterSeconds: timeToBlockExpire });
  }
}
