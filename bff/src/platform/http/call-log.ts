import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PinoLogger } from 'nestjs-pino';
import { isApi } from './request-path';

/** A caller's own request id that is safe to log. */
const clientRequestId = /^[\w.-]{1,64}$/;

const clientIdOf = ({ headers }: FastifyRequest): object => {
  const id = headers['x-request-id'];
  return typeof id === 'string' && clientRequestId.test(id) ? { client_request_id: id } : {};
};

/** The health check of a load balancer comes every second. */
const isProbe = (url: string) => url.startsWith('/api/health');

/**
 * Logs one line per call of the API, without headers, bodies and query strings. Add it before other hooks, which may refuse a
 * call. `onResponse` would not do: Fastify runs it for no caller that hangs up before the response.
 */
export function logCalls(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (isApi(request.url) && !isProbe(request.url)) {
      const { ip } = request;
      // By then a connection that is gone has no address.
      reply.raw.once('close', () => record(request, ip, reply));
    }
    done();
  });
}

function record(request: FastifyRequest, ip: string, reply: FastifyReply): void {
  const { headersSent, statusCode, writableFinished } = reply.raw;
  const line = {
    reqId: request.id,
    req: { method: request.method, url: request.url, ip },
    ...clientIdOf(request),
    ...(headersSent && { res: reply }),
    responseTime: Math.round(reply.elapsedTime),
  };
  if (headersSent && statusCode >= 500) PinoLogger.root.error(line, 'request failed');
  else PinoLogger.root.info(line, writableFinished ? 'request completed' : 'request aborted');
}
