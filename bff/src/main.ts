import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module';
import { acceptForms } from './common/forms';
import { fastifyAdapter } from './common/server';
import { Background } from './common/background';
import { makePrivate, writePrivately } from './common/private-files';
import { ConfigError, readConfig } from './config';
import { EventStreams } from './events/event-streams';
import { HealthService } from './health/health.service';
import { serveReference } from './openapi/reference';
import { serveSites } from './remotes/sites';

/** The longest that a stop waits for what is under way, once it takes no more calls. */
const stopSeconds = 10;

/** What was started, and the steps of its end. */
interface Running {
  /** Says that the server is leaving, and waits until nobody sends it calls any more. */
  leave(): Promise<void>;
  close(): Promise<unknown>;
}

async function start(stopping: AbortSignal): Promise<Running> {
  const config = readConfig();
  const adapter = fastifyAdapter(config, stopping);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule, adapter, {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  app.setGlobalPrefix('api');
  await acceptForms(app);
  await serveReference(app);
  await app.init();
  const sites = await serveSites(app);
  app.get(Background).start('making files private', () => makePrivate(config.dataDir, stopping));
  return {
    async leave() {
      app.get(HealthService, { strict: false }).leave();
      await pause(config.drainSeconds * 1000);
    },
    async close() {
      // Streams of events would else be under way for hours.
      app.get(EventStreams).end();
      // What is under way still needs the database, which closes with the application.
      await sites.close();
      await app.close();
    },
  };
}

/**
 * Stops on the usual signals, and with the parent process that started this one, also while still starting: first the
 * server says that it is not ready, then it takes no more connections and finishes what is under way. The same signal
 * once more ends it at once.
 */
function stopWhenAsked(started: Promise<Running>, stopping: AbortController): void {
  const asked = new Set<string>();
  const stop = async (signal: string) => {
    if (asked.has(signal)) process.exit(0);
    asked.add(signal);
    if (asked.size > 1) return;
    const late = () => setTimeout(() => process.exit(0), stopSeconds * 1000).unref();
    const startedLate = late();
    const running = await started;
    clearTimeout(startedLate);
    await running.leave();
    stopping.abort();
    late();
    await running.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop(signal).catch(fail));
  process.on('disconnect', () => void stop('disconnect').catch(fail));
}

/** Nothing logs yet, or any more: what went wrong is said in plain words where an operator looks. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof ConfigError ? error.message : inspect(error)}\n`);
  process.exit(1);
}

writePrivately();
const stopping = new AbortController();
const started = start(stopping.signal);
stopWhenAsked(started, stopping);
started.catch(fail);
