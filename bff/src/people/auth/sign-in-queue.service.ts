import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { BoundedQueue } from '../../platform/tasks/bounded-queue';

/** Waiting sign-ins per running one: two or three seconds of work. */
const waitingPerRunning = 25;

/** The queue of the process; not in the interceptor, which Nest instantiates per module. */
@Injectable()
export class SignInQueue extends BoundedQueue {
  constructor({ databaseSignInConnections: running }: Config) {
    super(running, running * waitingPerRunning, ['UNAVAILABLE', { retryAfterSeconds: 2 }]);
  }
}
