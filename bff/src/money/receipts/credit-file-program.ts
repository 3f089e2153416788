import 'reflect-metadata';
import { setPriority } from 'node:os';
import process from 'node:process';
import { parentPort } from 'node:worker_threads';
import { type INestApplicationContext, Logger, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentStorageService } from '../../platform/documents/document-storage.service';
import { ApiException } from '../../platform/errors/api-exception';
import { CreditFileBooking } from './credit-file-booking.service';
import { CreditFileProgramModule } from './credit-file-program.module';
import { CreditFileReader } from './credit-file-reader.service';

/** The program of the thread that reads and books files of credits; see `CreditFileThread`. */
export type Order = { id: number } & (
  | { kind: 'read'; file: string; foresee: boolean }
  | { kind: 'book' }
  /** Ends the booking after the slice in progress. */
  | { kind: 'stop' }
);
export type Reply =
  | { kind: 'done'; id: number; result: unknown }
  /** `code` of an ApiException. */
  | { kind: 'failed'; id: number; code?: string; stack: string }
  | { kind: 'log'; level: 'log' | 'warn' | 'error'; text: string; details: string[] };

/** On Linux of this thread alone: the calls of customers come first. */
const niceness = 5;

let stopping = new AbortController();

async function work(app: INestApplicationContext, order: Order): Promise<unknown> {
  if (order.kind === 'read') {
    const content = await app.get(DocumentStorageService).read(order.file);
    return app.get(CreditFileReader).read(content, order);
  }
  stopping = new AbortController();
  return app.get(CreditFileBooking).bookAll(stopping.signal);
}

const reply = (message: Reply) => parentPort?.postMessage(message);

const logger: LoggerService = {
  log: () => undefined,
  warn: (text: string) => reply({ kind: 'log', level: 'warn', text, details: [] }),
  error: (text: string, stack?: string) =>
    reply({ kind: 'log', level: 'error', text, details: stack ? [stack] : [] }),
};

async function answer(order: Order): Promise<void> {
  try {
    reply({ kind: 'done', id: order.id, result: await work(await context, order) });
  } catch (error) {
    const { stack = String(error) } = error as Error;
    const code = error instanceof ApiException ? error.code : undefined;
    reply({ kind: 'failed', id: order.id, stack, ...(code && { code }) });
  }
}

if (process.platform === 'linux') setPriority(niceness);
Logger.overrideLogger(logger);
const context = NestFactory.createApplicationContext(CreditFileProgramModule, {
  logger,
  abortOnError: false,
});
// Each order reports it.
context.catch(() => undefined);
parentPort?.on('message', (order: Order) => {
  if (order.kind === 'stop') stopping.abort();
  else void answer(order);
});
