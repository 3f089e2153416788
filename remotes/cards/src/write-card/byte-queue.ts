import { WriterError } from './serial';

/** How long to wait for a byte, and what ends the wait before. */
export interface Patience {
  /** Epoch milliseconds. */
  until: number;
  cancelled?: AbortSignal;
  /** The error of a wait without a byte. */
  problem: 'silent' | 'late';
}

/** The bytes that a serial line receives, however they arrive, to be taken one by one. */
export class ByteQueue {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly received: number[] = [];
  private isOver = false;
  private wake: (() => void) | undefined;

  /** `onLost` is called when the line ends by itself: the writer was unplugged. */
  constructor(
    readable: ReadableStream<Uint8Array>,
    private readonly onLost: () => void,
  ) {
    this.reader = readable.getReader();
    void this.pump();
  }

  /** Drops what came before a command: late answers, noise of the line. */
  clear(): void {
    this.received.length = 0;
  }

  /** @throws WriterError `unplugged`, `cancelled`, or the patience's own problem. */
  async next(patience: Patience): Promise<number> {
    for (;;) {
      if (patience.cancelled?.aborted) throw new WriterError('cancelled');
      const byte = this.received.shift();
      if (byte !== undefined) return byte;
      if (this.isOver) throw new WriterError('unplugged');
      if (Date.now() >= patience.until) throw new WriterError(patience.problem);
      await this.change(patience);
    }
  }

  /** Ends the reading without calling `onLost`. */
  async close(): Promise<void> {
    this.isOver = true;
    await this.reader.cancel().catch(() => undefined);
    this.reader.releaseLock();
    this.wake?.();
  }

  private change({ until, cancelled }: Patience): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        cancelled?.removeEventListener('abort', done);
        this.wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, Math.max(0, until - Date.now()));
      cancelled?.addEventListener('abort', done);
      this.wake = done;
    });
  }

  private async pump(): Promise<void> {
    try {
      for (;;) {
        const { value, done } = await this.reader.read();
        if (done) break;
        this.received.push(...value);
        this.wake?.();
      }
    } catch {
      // The line broke, which counts like its end.
    }
    if (this.isOver) return;
    this.isOver = true;
    this.wake?.();
    this.onLost();
  }
}
