import { Worker } from 'node:worker_threads';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { ErrorCode } from '@bank/contracts/errors';
import { ApiException } from '../../platform/errors/api-exception';
import { programFile } from '../../platform/tasks/programs';
import type { Order, Reply } from './credit-file-program';
import type { ReadCreditFile } from './credit-file-reader.service';

/** A slice and what is read ahead of it take a fraction of this. V8 sizes in NODE_OPTIONS, as the image has, override these. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 24 };
/** Files seldom come alone. */
const idleMs = 10_000;

interface Waiting {
  settle: (result: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * Reads and books files of credits on a thread of its own, which has its own connections to the database: a large file takes
 * a minute of processor time, and the calls of customers do not wait for it.
 */
@Injectable()
export class CreditFileThread implements OnApplicationShutdown {
  private readonly logger = new Logger('CreditFiles');
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private orders = 0;

  async onApplicationShutdown(): Promise<void> {
    await this.end();
  }

  /**
   * Reads a stored file through; never throws for what it contains.
   * @throws ApiException NOT_FOUND when the file is gone, UNAVAILABLE when the store is away.
   */
  async read(file: string, { foresee }: { foresee: boolean }): Promise<ReadCreditFile> {
    const read = (await this.ask({ kind: 'read', file, foresee })) as ReadCreditFile;
    // Between threads a buffer becomes plain bytes.
    return { ...read, slices: read.slices.map((digest) => Buffer.from(digest)) };
  }

  /** Books the files that wait, until all are booked or, after the slices in progress, the signal is aborted. */
  async book(stopping: AbortSignal): Promise<void> {
    const stop = () => this.post({ id: 0, kind: 'stop' });
    stopping.addEventListener('abort', stop);
    try {
      await this.ask({ kind: 'book' });
    } finally {
      stopping.removeEventListener('abort', stop);
    }
  }

  private ask(order: Omit<Extract<Order, { kind: 'read' }>, 'id'> | { kind: 'book' }): Promise<unknown> {
    clearTimeout(this.idle);
    this.worker ??= this.start();
    this.orders += 1;
    const id = this.orders;
    return new Promise((settle, reject) => {
      this.waiting.set(id, { settle, reject });
      this.post({ id, ...order });
    });
  }

  private post(order: Order): void {
    this.worker?.postMessage(order);
  }

  private start(): Worker {
    const worker = new Worker(programFile('credit-files'), { resourceLimits });
    worker.unref();
    worker.on('message', (reply: Reply) => this.take(reply));
    worker.on('error', (error) => this.fail(worker, error as Error));
    worker.on('exit', (code) => this.fail(worker, new Error(`the thread ended (${code})`)));
    return worker;
  }

  private take(reply: Reply): void {
    if (reply.kind === 'log') return this.logger[reply.level](reply.text, ...reply.details);
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (this.waiting.size === 0) this.idle = setTimeout(() => void this.end(), idleMs).unref();
    if (reply.kind === 'done') waiting?.settle(reply.result);
    else waiting?.reject(errorOf(reply));
  }

  /** Callers repeat in their next round what they asked of the thread. */
  private fail(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(error);
  }

  private async end(): Promise<void> {
    clearTimeout(this.idle);
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }
}

function errorOf({ code, stack }: Extract<Reply, { kind: 'failed' }>): Error {
  if (code) return new ApiException(code as ErrorCode, { retryAfterSeconds: 10 });
  return Object.assign(new Error('the thread failed'), { stack });
}
