import { Worker } from 'node:worker_threads';

/** Longer than any honest file of ten megabytes takes; a thread that takes longer, or more memory, is ended. */
const deadlineMilliseconds = 10_000;
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** A program of its own beside the server's (`webpack.shared.js`), which webpack would else look for in the sources. */
const program = new URL(/* webpackIgnore: true */ './pdf-reader-worker.js', import.meta.url);

/** Opens PDF files in a thread of its own, one at a time; it stays, since starting it takes longer than most files. */
export class PdfReader {
  private thread: Worker | undefined;

  /** Whether the file at a path opens in a reader, has a page and holds no program. Wait for it before the next one. */
  opens(path: string): Promise<boolean> {
    const thread = (this.thread ??= this.start());
    return new Promise((resolve) => {
      const settle = (answer: boolean) => {
        clearTimeout(timer);
        thread.removeAllListeners('message').removeAllListeners('exit');
        if (!answer) this.stop();
        resolve(answer);
      };
      const timer = setTimeout(settle, deadlineMilliseconds, false);
      thread.once('message', settle).once('exit', () => settle(false));
      thread.postMessage(path);
    });
  }

  private start(): Worker {
    const thread = new Worker(program, { resourceLimits });
    // What ends it, such as too much memory, is told by its exit.
    thread.on('error', () => undefined).unref();
    return thread;
  }

  /** A file that does not open may have left the thread in any state. */
  private stop(): void {
    void this.thread?.terminate();
    this.thread = undefined;
  }
}
