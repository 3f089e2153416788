import { Injectable, UseInterceptors, type CallHandler, type NestInterceptor } from '@nestjs/common';
import { defer, from, lastValueFrom, type Observable } from 'rxjs';
import { SignInQueue } from './sign-in-queue.service';

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
