import { Injectable } from '@nestjs/common';
import { ApiException } from '../../platform/errors/api-exception';

/** The reports that use this server's database connections at once, and those that wait for it. */
const most = { atOnce: 3, waiting: 300 };
const retrySeconds = 10;

/**
 * Keeps what browsers report from taking the connections that the bank's customers need: reports change the same few rows, and a
 * fault of a release has thousands of browsers send them at once. One that is refused is met again.
 */
@Injectable()
export class ReportRoom {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** Does the work when there is room for it. @throws ApiException TOO_MANY_REQUESTS when too many wait. */
  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running < most.atOnce) this.running += 1;
    else if (this.waiting.length >= most.waiting)
      throw new ApiException('TOO_MANY_REQUESTS', { retryAfterSeconds: retrySeconds });
    // Work that ends gives its place to the next.
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
