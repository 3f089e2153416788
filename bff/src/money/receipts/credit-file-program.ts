import 'reflect-metadata';
import { setPriority } from 'node:os';
import process from 'node:process';
import { parentPort } from 'node:worker_threads';
import { type INestApplicationContext, Logger, type LoggerService, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import { ConfigModule } from '../../platform/config/config.module';
import { databaseOptions } from '../../platform/database/connection-options';
import { Database } from '../../platform/database/database';
import { DocumentStorageService } from '../../platform/documents/document-storage.service';
import { FileKeys } from '../../platform/documents/file-keys.service';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { InboxService } from '../../ports/messages/inbox.service';
import { OutboxService } from '../../ports/messages/outbox.service';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { SepaFilesService } from '../../ports/payment-rail/sepa-files.service';
import { SepaInboxService } from '../../ports/payment-rail/sepa-inbox.service';
import { SepaMessagesService } from '../../ports/payment-rail/sepa-messages.service';
import { SepaRailService } from '../../ports/payment-rail/sepa-rail.service';
import { LedgerService } from '../ledger/ledger.service';
import { CreditFileBooking } from './credit-file-booking.service';
import { CreditFileReader } from './credit-file-reader.service';
import { IncomingCreditsService } from './incoming-credits.service';
import { ReceiptsService } from './receipts.service';

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

/** One for the slice that is booked, the others for files that are read meanwhile. */
const connections = 3;
/** On Linux of this thread alone: the calls of customers come first. */
const niceness = 5;

@Module({
  imports: [ConfigModule],
  providers: [
    {
      provide: Database,
      inject: [Config],
      useFactory: async (config: Config) => {
        const options = await databaseOptions({ ...config, databaseConnections: connections });
        return Database.over(await new DataSource(options).initialize(), config.databasePackets);
      },
    },
    ...[AuditService, Clock, DocumentStorageService, EventsService, FileKeys, IncidentsService, RandomSource],
    ...[NotificationsService, InboxService, OutboxService],
    ...[SepaFilesService, SepaInboxService, SepaMessagesService],
    { provide: PaymentRail, useClass: SepaRailService },
    ...[CreditFileBooking, CreditFileReader, IncomingCreditsService, LedgerService, ReceiptsService],
  ],
})
class CreditFileProgram {}

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
const context = NestFactory.createApplicationContext(CreditFileProgram, { logger, abortOnError: false });
// Each order reports it.
context.catch(() => undefined);
parentPort?.on('message', (order: Order) => {
  if (order.kind === 'stop') stopping.abort();
  else void answer(order);
});
