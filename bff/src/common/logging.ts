import type { IncomingMessage } from 'node:http';
import { RequestMethod } from '@nestjs/common';
import type { Params } from 'nestjs-pino';
import type { Config } from '../config';

/** Names under which a secret could reach the log in an object that somebody logs. */
const secrets = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'currentPassword',
  'newPassword',
  'confirmPassword',
  'passwordHash',
  'access_token',
  'refresh_token',
  'mfa_token',
  'token',
  'code',
  'validation_code',
  'secret',
  'recovery_codes',
  'track1',
  'track2',
  'track3',
];

/** What a caller's own name for a call may be, harmless in a log. */
const clientRequestId = /^[\w.-]{1,64}$/;

const clientIdOf = ({ headers }: IncomingMessage): object => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && clientRequestId.test(given) ? { client_request_id: given } : {};
};

const pathOf = (url = '') => url.split('?', 1)[0];

/**
 * One structured line per call on the standard output: who asked for what and how it went. Headers, bodies and
 * query strings never come in; what a line may hold is listed here.
 */
export function logging(config: Config): Params {
  return {
    // On Fastify the package's own default logs nothing outside the prefix.
    forRoutes: [{ path: '*', method: RequestMethod.ALL }],
    pinoHttp: {
      level: config.logLevel,
      quietReqLogger: true,
      customProps: (request) => clientIdOf(request),
      customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
      autoLogging: { ignore: ({ url }) => pathOf(url)?.startsWith('/api/health') ?? false },
      serializers: {
        // `raw.ip` is the caller behind the trusted proxies.
        req: (request: IncomingMessage & { remoteAddress?: string; raw?: { ip?: string } }) => ({
          method: request.method,
          path: pathOf(request.url),
          address: request.raw?.ip ?? request.remoteAddress,
        }),
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
        // A failed statement carries its parameters, which may be anything that a person typed.
        err: ({ message, type, stack }: { message?: string; type?: string; stack?: string }) => ({
          type,
          message,
          stack,
        }),
      },
      redact: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
    },
  };
}
