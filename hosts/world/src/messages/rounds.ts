/** How often a queue is read when nothing announces a message, ms. */
const pollMs = 250;
const firstPauseMs = 200;
const longestPauseMs = 30_000;

/** Rounds that send due messages, several at once if necessary, until they are stopped. */
export class Rounds {
  private readonly running = new Set<Promise<void>>();
  private readonly ending = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly sendDue: () => Promise<void>) {}

  get stopping(): AbortSignal {
    return this.ending.signal;
  }

  start(): void {
    this.timer = setInterval(() => this.kick(), pollMs);
    this.kick();
  }

  /** Aborts the running sends: the next start repeats them. */
  async stop(): Promise<void> {
    this.ending.abort();
    clearInterval(this.timer);
    await Promise.all(this.running);
  }

  /** Sends the due messages now. */
  kick(): void {
    if (this.stopping.aborted) return;
    // While the database is away, the next round tries again.
    const round = this.sendDue().catch(() => {});
    this.running.add(round);
    void round.finally(() => this.running.delete(round));
  }
}

/** The pause before a message is sent again, ms: longer after each try, and not the same for all. */
export const pauseAfter = (attempts: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** attempts) * (0.75 + Math.random() / 2);
