import { Injectable, type ExecutionContext } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import { ApiException } from '../errors/api-exception';

/** Refuses requests beyond the rate limit with the error of the wire contract. */
@Injectable()
export class ThrottleGuard extends ThrottlerGuard {
  protected override async throwThrottlingException(
    _context: ExecutionContext,
    { timeToBlockExpire }: { timeToBlockExpire: number },
  ): Promise<void> {
    throw new ApiException('TOO_MANY_REQUESTS', { retryAfterSeconds: timeToBlockExpire });
  }
}
