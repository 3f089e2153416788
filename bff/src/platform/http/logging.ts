import type { IncomingMessage } from 'node:http';
import { type LoggerService, RequestMethod } from '@nestjs/common';
import type { Params } from 'nestjs-pino';
import type { Config } from '../config/config';
import { standardOutput } from './log-output';
import { redacted } from './redaction';

/** A caller's own request id that is safe to log. */
const clientRequestId = /^[\w.-]{1,64}$/;

/** Undefined without one: an empty object would cost a logger of its own. */
const clientIdOf = ({ headers }: IncomingMessage): object | undefined => {
  const id = headers['x-request-id'];
  return typeof id === 'string' && clientRequestId.test(id) ? { client_request_id: id } : undefined;
};

const pathOf = (url = '') => url.split('?', 1)[0];

/**
 * Whether a call is the health check of a load balancer, which comes every second. `originalUrl` is the whole path: inside
 * middleware, `url` lacks the prefix `/api`.
 */
const isProbe = ({ url, originalUrl = url }: IncomingMessage & { originalUrl?: string }): boolean =>
  pathOf(originalUrl)?.startsWith('/api/health') ?? false;

/** What the log has of objects that hold more than is logged. */
const serializers = {
  // `raw.ip` is the client behind the trusted proxies.
  req: (request: IncomingMessage & { remoteAddress?: string; raw?: { ip?: string } }) => ({
    method: request.method,
    path: pathOf(request.url),
    address: request.raw?.ip ?? request.remoteAddress,
  }),
  res: (response: { statusCode: number }) => ({ status: response.statusCode }),
  // Without the parameters of a failed statement, which may be typed secrets.
  err: ({ message, type, stack }: { message?: string; type?: string; stack?: string }) => ({
    type,
    message,
    stack,
  }),
};

const withoutSecrets = (logged: Record<string, unknown>) =>
  redacted(logged, (name) => Object.hasOwn(serializers, name));

/** One structured line per call of the API on standard output, without headers, bodies and query strings. */
export function logging(config: Config): Params {
  return {
    // Without a name the wildcard, which nestjs-pino uses by default, is refused by path-to-regexp 8.
    forRoutes: [{ path: '{*path}', method: RequestMethod.ALL }],
    pinoHttp: {
      level: config.logLevel,
      stream: standardOutput(),
      quietReqLogger: true,
      // Its type knows no undefined, which pino-http takes.
      customProps: (request) => clientIdOf(request) as object,
      customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
      autoLogging: { ignore: isProbe },
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
