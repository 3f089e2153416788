export interface Rounds {
  /**
   * One round of work, which ends early when the signal is aborted; returns the pause before the next one in ms, if it is
   * not `everyMs`.
   */
  work: (stopping: AbortSignal) => Promise<number | undefined>;
  everyMs: number;
  /** A failure that lasts over several rounds is reported once. */
  onFailure: (error: Error) => void;
}

/** Work in rounds, one after another, until it is stopped. */
export class RepeatedTask {
  private timer: NodeJS.Timeout | undefined;
  private round = Promise.resolve();
  private failing = false;
  private readonly stopping = new AbortController();

  constructor(private readonly rounds: Rounds) {}

  /** Whether the task ends with its current round. */
  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  start(): void {
    this.wait(this.rounds.everyMs);
  }

  /** Resolves when the current round has ended; no other one begins. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.round;
  }

  private wait(milliseconds: number): void {
    this.timer = setTimeout(() => {
      this.round = this.run().then((pause) => {
        if (!this.isStopping) this.wait(pause);
      });
    }, milliseconds).unref();
  }

  private async run(): Promise<number> {
    const { work, everyMs, onFailure } = this.rounds;
    try {
      const pause = await work(this.stopping.signal);
      this.failing = false;
      return pause ?? everyMs;
    } catch (error) {
      if (!this.failing) onFailure(error as Error);
      this.failing = true;
      return everyMs;
    }
  }
}
