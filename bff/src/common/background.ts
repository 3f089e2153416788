import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';

/** Work that an answer does not wait for, yet that a graceful stop does. */
@Injectable()
export class Background implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Background');
  private readonly running = new Set<Promise<void>>();

  /** Starts the work; its failure is logged and harms nobody. */
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
