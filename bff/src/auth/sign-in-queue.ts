import { Injectable, UseInterceptors, type CallHandler, type NestInterceptor } from '@nestjs/common';
import { defer, from, lastValueFrom, type Observable } from 'rxjs';
import { BoundedQueue } from '../common/bounded-queue';
import { Config } from '../config';

/** Sign-ins that may wait per one under way: two or three seconds of work. */
const waitingPerRunning = 25;

/**
 * Calls of strangers that sign in or up wait here, in memory, before they take a connection. As many are under way as
 * sign-in has connections, so that a flood of them leaves the rest of the bank its processor and its database.
 */
@Injectable()
export class SignInQueue implements NestInterceptor {
  private readonly queue: BoundedQueue;

  constructor({ databaseSignInConnections: atOnce }: Config) {
    const refusal = { retryAfterSeconds: 2 };
    this.queue = new BoundedQueue(atOnce, atOnce * waitingPerRunning, ['UNAVAILABLE', refusal]);
  }

  /** @throws Failure UNAVAILABLE at once when too many wait. */
  intercept(_context: unknown, next: CallHandler<unknown>): Observable<unknown> {
    return defer(() => from(this.queue.run(() => lastValueFrom(next.handle(), { defaultValue: undefined }))));
  }
}

/** The route signs strangers in or up, or resets a password: it waits its turn, and is refused when too many wait. */
export const QueuedSignIn = () => UseInterceptors(SignInQueue);
