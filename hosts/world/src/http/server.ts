import formBody from '@fastify/formbody';
import { messageBytes } from '@bank/contracts/rails/xml';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { WorldConfig } from '../config';
import { playErrorOf } from '../play/play-routes';

/** The program has no sign-in: it answers only to this machine, and under no other name (DNS rebinding). */
const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/** A server that answers only under its own names, and changes nothing at the request of another site. */
export function createServer({ port, logLevel }: Pick<WorldConfig, 'port' | 'logLevel'>): FastifyInstance {
  const server = Fastify({
    // A message that is too large is answered as such by the reader of messages.
    bodyLimit: messageBytes + 1,
    logger: { level: logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    // Calls that are never answered would keep the world from ending.
    forceCloseConnections: true,
  });
  void server.register(formBody, { bodyLimit: 64 * 1024 });
  server.addHook('onRequest', async (request, reply) => {
    const [, name, at] = /^(.+?)(?::(\d+))?$/.exec(request.host) ?? [];
    const isOwn = ownNames.includes(name ?? '') && (port === 0 || Number(at ?? 80) === port);
    if (!isOwn) return reply.code(421).send({ error: 'WRONG_HOST' });
    const site = request.headers['sec-fetch-site'];
    const origin = request.headers.origin;
    const isForeign =
      (site !== undefined && site !== 'same-origin' && site !== 'none') ||
      (origin !== undefined && origin !== `http://${request.host}`);
    if (request.method !== 'GET' && isForeign) return reply.code(403).send({ error: 'FOREIGN_SITE' });
    return undefined;
  });
  server.setErrorHandler(async (error, request, reply) => {
    const known = playErrorOf(error);
    if (known) return reply.code(known.status).send(known.body);
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode >= 500) request.log.error(error);
    return reply.code(statusCode).send({ error: statusCode >= 500 ? 'FAILED' : 'BAD_REQUEST' });
  });
  return server;
}
