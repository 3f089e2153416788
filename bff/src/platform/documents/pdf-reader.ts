import { Worker } from 'node:worker_threads';
import { programFile } from '../tasks/programs';

/** More than legitimate files of 10 MB need; beyond these limits the thread is terminated. */
const deadlineMilliseconds = 10_000;
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** Opens PDF files in a worker thread, which is kept running, since starting it takes longer than most files. */
export class PdfReader {
  private thread: Worker | undefined;

  /** Whether a file opens, has a page and contains no script. Not concurrent: await each before the next. */
  opens(path: string): Promise<boolean> {
    const thread = (this.thread ??= this.start());
    return new Promise((resolve) => {
      const settle = (isReadable: boolean) => {
        clearTimeout(timer);
        thread.removeAllListeners('message').removeAllListeners('exit');
        if (!isReadable) this.stop();
        resolve(isReadable);
      };
      const timer = setTimeout(settle, deadlineMilliseconds, false);
      thread.once('message', settle).once('exit', () => settle(false));
      thread.postMessage(path);
    });
  }

  private start(): Worker {
    const thread = new Worker(programFile('pdf-reader-worker'), { resourceLimits });
    // The exit event reports the end, such as out of memory.
    thread.on('error', () => undefined).unref();
    return thread;
  }

  /** Terminates the thread, whose state is unknown after a file that did not open. */
  private stop(): void {
    void this.thread?.terminate();
    this.thread = undefined;
  }
}
