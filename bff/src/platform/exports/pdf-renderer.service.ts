import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { BoundedQueue } from '../tasks/bounded-queue';
import { ApiException } from '../errors/api-exception';
import { programFile } from '../tasks/programs';

/** The deadline of one file; the largest takes a second or two. */
const timeout = 30_000;

const maxWaiting = 20;

/** A function of the worker that writes a PDF file. */
export type PdfDrawing = (...data: never[]) => Readable | Promise<Readable>;

/** A drawing's name in the worker, and its data. */
export type PdfOrder = [name: string, ...data: unknown[]];

type Drawn = { file: Uint8Array } | { error: string };

/** Draws PDF files one after another on a worker thread, which keeps the event loop free. */
@Injectable()
export class PdfRenderer implements OnApplicationShutdown {
  private readonly queue = new BoundedQueue(1, maxWaiting, ['UNAVAILABLE', { retryAfterSeconds: 10 }]);
  private readonly logger = new Logger('PdfRenderer');
  private worker: Worker | undefined;

  /**
   * The file that the drawing of this name in `pdf-worker.ts` writes.
   * @throws ApiException UNAVAILABLE when too many files wait, or this one takes too long.
   */
  draw<Drawing extends PdfDrawing>(name: string, ...data: Parameters<Drawing>): Promise<Buffer> {
    const order: PdfOrder = [name, ...data];
    return this.queue.run(async () => {
      const worker = (this.worker ??= this.start());
      try {
        const drawn = await replyOf(worker, order);
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
    const worker = new Worker(programFile('pdf-worker'), { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    worker.unref();
    // An unhandled error event would end the server.
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

/** The worker's reply to one order. @throws Error when the worker ends first, ApiException after the deadline. */
function replyOf(worker: Worker, order: PdfOrder): Promise<Drawn> {
  let cleanUp = () => {};
  return new Promise<Drawn>((settle, reject) => {
    const onExit = (code: number) => reject(new Error(`the PDF worker ended (${code})`));
    const tooLate = () => reject(new ApiException('UNAVAILABLE', { retryAfterSeconds: 60 }));
    const timer = setTimeout(tooLate, timeout);
    worker.once('message', settle).once('error', reject).once('exit', onExit);
    worker.postMessage(order);
    cleanUp = () => {
      clearTimeout(timer);
      worker.off('message', settle).off('error', reject).off('exit', onExit);
    };
  }).finally(() => cleanUp());
}
