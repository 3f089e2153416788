import { Logger } from '@nestjs/common';

/**
 * Work that a server repeats by itself, one round a while after the other, until it stops. A lasting failure is logged
 * once.
 */
export class Rounds {
  private readonly logger: Logger;
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private round = Promise.resolve();
  private failing = false;

  /** @param work one round; ends early when the signal is aborted */
  constructor(
    private readonly name: string,
    private readonly everyMs: number,
    private readonly work: (stopping: AbortSignal) => Promise<void>,
  ) {
    this.logger = new Logger(name);
  }

  start(): void {
    this.timer = setTimeout(() => {
      this.round = this.run().then(() => {
        if (!this.stopping.signal.aborted) this.start();
      });
    }, this.everyMs).unref();
  }

  /** Resolves when the round that runs has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.round;
  }

  private async run(): Promise<void> {
    try {
      await this.work(this.stopping.signal);
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.logger.error(`a round of ${this.name} failed`, (error as Error).stack);
      this.failing = true;
    }
  }
}
