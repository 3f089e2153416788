import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';

/** Work that a response does not wait for, but a graceful shutdown does. */
@Injectable()
export class BackgroundTasks implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Background');
  private readonly running = new Set<Promise<void>>();

  /** Starts the work; a failure is logged only. */
  start(name: string, work: () => Promise<unknown>): void {
    const promise = work()
      .then(() => undefined)
      .catch((error: unknown) => this.logger.error(`${name} failed`, (error as Error).stack))
      .finally(() => this.running.delete(promise));
    this.running.add(promise);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }
}
