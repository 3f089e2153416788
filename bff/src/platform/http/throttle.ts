import { SkipThrottle, type ThrottlerModuleOptions } from '@nestjs/throttler';
import type { Config } from '../config/config';
import type { IdentifiedRequest } from './actor';
import { addressKey } from '../security/address';
import type { SharedLimits } from '../security/shared-limits.service';

const minute = 60_000;

/** For routes of monitoring: not rate limited. */
export const Unthrottled = () => SkipThrottle();

/** One limit for all routes together, per signed-in user or per anonymous address. */
export function throttleOptions(config: Config, limits: SharedLimits): ThrottlerModuleOptions {
  return {
    throttlers: [{ ttl: minute, limit: config.callsPerMinute }],
    storage: limits.of('calls'),
    setHeaders: false,
    getTracker: (request) => {
      const { user, ip } = request as IdentifiedRequest;
      return user ? `user ${user.userId}` : `address ${addressKey(ip)}`;
    },
    generateKey: (_context, tracker) => tracker,
  };
}
