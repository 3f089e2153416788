import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module';
import { acceptForms } from './platform/http/forms';
import { withoutListings } from './platform/http/logging';
import { fastifyAdapter } from './platform/http/server';
import { BackgroundTasks } from './platform/tasks/background-tasks.service';
import { makePrivate, writePrivately } from './platform/files/private-files';
import { ConfigError, readConfig } from './platform/config/config';
import { Database } from './platform/database/database';
import { EventStreams } from './people/live/event-streams.service';
import { HealthService } from './platform/health/health.service';
import { serveReference } from './platform/openapi/reference';
import { serveSites } from './front/sites/sites';

/** The longest wait for requests in progress, once no more are accepted. */
const stopSeconds = 10;

interface Running {
  /**
   * Reports the server as not ready, asks every connection to close, and waits until load balancers have noticed; event streams
   * are ended half way, so that their pages find another server.
   */
  leave(): Promise<void>;
  close(): Promise<unknown>;
}

async function start(stopping: AbortSignal): Promise<Running> {
  const config = readConfig();
  const leaving = new AbortController();
  const adapter = fastifyAdapter(config, leaving.signal);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule, adapter, {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(withoutListings(app.get(Logger)));
  app.setGlobalPrefix('api');
  await acceptForms(app);
  await serveReference(app, AppModule);
  if (config.environment === 'test') app.get(Database).refuseSecondConnections();
  await app.init();
  const sites = await serveSites(app);
  app.get(BackgroundTasks).start('making files private', () => makePrivate(config.dataDir, stopping));
  return {
    async leave() {
      const half = config.drainSeconds * 500;
      app.get(HealthService, { strict: false }).leave();
      leaving.abort();
      await pause(half);
      // They would stay open for hours.
      app.get(EventStreams).end();
      await pause(half);
    },
    async close() {
      // Requests in progress still need the database, which closes with the application.
      await sites.close();
      await app.close();
    },
  };
}

/**
 * Stops on SIGTERM, SIGINT and the end of the parent process, also while starting: reports itself as not ready, then accepts
 * no more connections and finishes requests in progress. The same signal a second time exits at once.
 */
function stopOnSignals(started: Promise<Running>, stopping: AbortController): void {
  const received = new Set<string>();
  const stop = async (signal: string) => {
    if (received.has(signal)) process.exit(0);
    received.add(signal);
    if (received.size > 1) return;
    const exitLater = () => setTimeout(() => process.exit(0), stopSeconds * 1000).unref();
    const startDeadline = exitLater();
    const running = await started;
    clearTimeout(startDeadline);
    await running.leave();
    stopping.abort();
    exitLater();
    await running.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop(signal).catch(fail));
  process.on('disconnect', () => void stop('disconnect').catch(fail));
}

/** Writes to stderr, because the logger may not be running. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof ConfigError ? error.message : inspect(error)}\n`);
  process.exit(1);
}

writePrivately();
const stopping = new AbortController();
const started = start(stopping.signal);
stopOnSignals(started, stopping);
started.catch(fail);
