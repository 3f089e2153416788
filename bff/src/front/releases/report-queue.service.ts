import { Injectable } from '@nestjs/common';
import { BoundedQueue } from '../../platform/tasks/bounded-queue';

/** The reports that use this server's database connections at once, and those that wait. */
const most = { atOnce: 3, waiting: 300 };

/**
 * Keeps what browsers report from taking the connections that the bank's customers need: reports change the same few rows, and a
 * fault of a release has thousands of browsers send them at once. Refused reports are lost: the same fault is reported by others.
 */
@Injectable()
export class ReportQueue extends BoundedQueue {
  constructor() {
    super(most.atOnce, most.waiting, ['TOO_MANY_REQUESTS', { retryAfterSeconds: 10 }]);
  }
}
