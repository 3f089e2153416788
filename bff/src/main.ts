import 'reflect-metadata';
import { inspect } from 'node:util';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module';
import { acceptForms } from './common/forms';
import { fastifyAdapter } from './common/server';
import { Background } from './common/background';
import { makePrivate, writePrivately } from './common/private-files';
import { Config, ConfigError, readConfig } from './config';
import { EventStreams } from './events/event-streams';
import { serveReference } from './openapi/reference';
import { serveSites } from './remotes/sites';

/** The longest that a stop waits for what is under way. */
const stopSeconds = 10;

type Close = () => Promise<unknown>;

/** Answers how to close what was started. */
async function start(stopping: AbortSignal): Promise<Close> {
  const adapter = fastifyAdapter(readConfig(), stopping);
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
  app.get(Background).start('making files private', () => makePrivate(app.get(Config).dataDir, stopping));
  return async () => {
    // Streams of events would else be under way for hours.
    app.get(EventStreams).end();
    // What is under way still needs the database, which closes with the application.
    await sites.close();
    await app.close();
  };
}

/** Stops on the usual signals, and with the parent process that started this one, also while still starting. */
function stopWhenAsked(started: Promise<Close>, stopping: AbortController): void {
  const stop = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    setTimeout(() => process.exit(0), stopSeconds * 1000).unref();
    started.then((close) => close()).then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
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
