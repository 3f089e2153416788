import { Injectable, UseInterceptors, type CallHandler, type NestInterceptor } from '@nestjs/common';
import { defer, from, lastValueFrom, type Observable } from 'rxjs';
import { BoundedQueue } from '../../platform/tasks/bounded-queue';
import { Config } from '../../platform/config/config';

/** Waiting sign-ins per running one: two or three seconds of work. */
const waitingPerRunning = 25;

/** The queue of the process; not in the interceptor, which Nest instantiates per module. */
@Injectable()
export class SignInQueue extends BoundedQueue {
  constructor({ databaseSignInConnections: running }: Config) {
    super(running, running * waitingPerRunning, ['UNAVAILABLE', { retryAfterSeconds: 2 }]);
  }
}

/** Queues unauthenticated sign-ins and sign-ups before they take a connection; as many run as their pool has connections. */
@Injectable()
export class SignInQueueInterceptor implements NestInterceptor {
  constructor(private readonly queue: SignInQueue) {}

  /** @throws ApiException UNAVAILABLE at once when the queue is full. */
  intercept(_context: unknown, next: CallHandler<unknown>): Observable<unknown> {
    return defer(() => from(this.queue.run(() => lastValueFrom(next.handle(), { defaultValue: undefined }))));
  }
}

/** For routes of signing in or up and of resetting passwords: requests wait in the sign-in queue. */
export const QueuedSignIn = () => UseInterceptors(SignInQueueInterceptor);
