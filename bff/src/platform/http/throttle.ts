import type { ExecutionContext } from '@nestjs/common';
import { SkipThrottle, type ThrottlerModuleOptions } from '@nestjs/throttler';
import type { Config } from '../config/config';
import type { IdentifiedRequest } from './actor';
import { addressKey } from '../security/address';
import type { SharedLimits } from '../security/shared-limits.service';

const minute = 60_000;
/** All sessions of a user together may make the calls of so many. */
const sessionsPerUser = 4;
const ofUser = 'user';

/** For routes of monitoring: not rate limited. */
export const Unthrottled = () => SkipThrottle({ default: true, [ofUser]: true });

/**
 * One limit for all routes together, per session or per anonymous address: a flood of calls by a stolen session does not keep
 * its owner from ending that session, or from reporting a card as lost. One for all sessions of a user beside it.
 */
export function throttleOptions(config: Config, limits: SharedLimits): ThrottlerModuleOptions {
  const limit = config.callsPerMinute;
  return {
    throttlers: [
      {
        ttl: minute,
        limit,
        getTracker: (request) => {
          const { user, ip } = request as IdentifiedRequest;
          return user ? `session ${user.sessionId}` : `address ${addressKey(ip)}`;
        },
      },
      {
        name: ofUser,
        ttl: minute,
        limit: sessionsPerUser * limit,
        skipIf: (context) => !userOf(context),
        getTracker: (request) => `user ${(request as IdentifiedRequest).user?.userId}`,
      },
    ],
    storage: limits.of('calls'),
    setHeaders: false,
    generateKey: (_context, tracker) => tracker,
  };
}

const userOf = (context: ExecutionContext) => context.switchToHttp().getRequest<IdentifiedRequest>().user;
