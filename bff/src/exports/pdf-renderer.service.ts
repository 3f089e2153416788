import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { BoundedQueue } from '../common/bounded-queue';
import { Failure } from '../common/failure';
import type { PdfOrder } from '../pdf-worker';

/** The server is started in the folder of the repository. */
const workerFile = 'bff/dist/pdf-worker.js';

/** The longest that one file may take: the largest takes a second or two. */
const patience = 30_000;

/** Files that may wait for the one that is drawn. */
const mostWaiting = 20;

type Drawn = { file: Uint8Array } | { error: string };

/** Draws PDF files one after another, on a thread of its own: no call waits for a page to be drawn. */
@Injectable()
export class PdfRenderer implements OnApplicationShutdown {
  private readonly queue = new BoundedQueue(1, mostWaiting, ['UNAVAILABLE', { retryAfterSeconds: 10 }]);
  private readonly logger = new Logger('PdfRenderer');
  private worker: Worker | undefined;

  /** @throws Failure UNAVAILABLE when too many files wait, or this one takes too long. */
  draw(...order: PdfOrder): Promise<Buffer> {
    return this.queue.run(async () => {
      const worker = (this.worker ??= this.start());
      try {
        const drawn = await answerOf(worker, order);
        if ('error' in drawn) throw new Error(drawn.error);
        return Buffer.from(drawn.file);
      } catch (error) {
        await this.stop();
        throw error;
      }
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  private start(): Worker {
    const worker = new Worker(resolve(workerFile), { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    worker.unref();
    // One that fails while nobody waits for it must not take the server along.
    worker.on('error', (error) => this.logger.error('the PDF worker failed', (error as Error).stack));
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = undefined;
    });
    return worker;
  }

  private async stop(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }
}

/** The worker's answer to one order, or how it came to an end instead. */
function answerOf(worker: Worker, order: PdfOrder): Promise<Drawn> {
  let over = () => {};
  return new Promise<Drawn>((settle, reject) => {
    const onExit = (code: number) => reject(new Error(`the PDF worker ended (${code})`));
    const tooLate = () => reject(new Failure('UNAVAILABLE', { retryAfterSeconds: 60 }));
    const timer = setTimeout(tooLate, patience);
    worker.once('message', settle).once('error', reject).once('exit', onExit);
    worker.postMessage(order);
    over = () => {
      clearTimeout(timer);
      worker.off('message', settle).off('error', reject).off('exit', onExit);
    };
  }).finally(() => over());
}
