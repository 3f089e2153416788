import type { LoggerService } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Params } from 'nestjs-pino';
import { stdSerializers } from 'pino-http';
import type { Config } from '../config/config';
import { standardOutput } from './log-output';
import { redacted } from './redaction';
import { pathOf } from './request-path';

/** What the log has of objects that hold more than is logged. */
const serializers = {
  req: ({ method, url, ip }: Pick<FastifyRequest, 'method' | 'url' | 'ip'>) => ({
    method,
    path: pathOf(url),
    address: ip,
  }),
  res: ({ statusCode }: Pick<FastifyReply, 'statusCode'>) => ({ status: statusCode }),
  // Without the parameters of a failed statement, which may be typed secrets.
  err: (error: Error) => {
    const { type, message, stack } = stdSerializers.err(error);
    return { type, message, stack };
  },
};

const withoutSecrets = (logged: Record<string, unknown>) =>
  redacted(logged, (name) => Object.hasOwn(serializers, name));

/** The log of the server: structured lines on standard output. */
export function logging(config: Config): Params {
  return {
    // None: the middleware keeps a logger for each request in an AsyncLocalStorage, which costs every promise in Node 20, an
    // eighth of the server's processor time. `logCalls` logs the calls without one.
    forRoutes: [],
    pinoHttp: {
      level: config.logLevel,
      stream: standardOutput(),
      wrapSerializers: false,
      serializers,
      formatters: { log: withoutSecrets },
    },
  };
}

/** Classes of Nest that log a line for each module and each route at every start, about five hundred in all. */
const listingContexts = new Set<unknown>(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/** The same logger, but it drops what `listingContexts` log at the level `log`. */
export function withoutListings(logger: LoggerService): LoggerService {
  const log: LoggerService['log'] = (message, ...more: unknown[]) => {
    if (!listingContexts.has(more.at(-1))) logger.log(message, ...more);
  };
  return Object.assign(Object.create(logger) as LoggerService, { log });
}
