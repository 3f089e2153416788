import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config';

export const embedPort = ({ port }: Config): number => port + 3;

export const isOnEmbedPort = ({ socket }: FastifyRequest, config: Config): boolean =>
  socket.localPort === embedPort(config);

/** Routes of the frames' port only. */
const frameRoutes = /^\/(embed\/(frame|assets)|api\/embed)\//;
/** Routes of every port: the loader, and the links to the bank. */
const sharedRoutes = /^\/embed\//;

/**
 * Serves the frames' routes on their own port only, and no other route there, so that no document of that origin can reach
 * a session. Decided by the matched route, not by the spelling of the address.
 */
export function separateFrames(server: FastifyInstance, config: Config): void {
  server.addHook('onRequest', async (request, reply) => {
    const { url: route = '' } = request.routeOptions;
    const isFrameRoute = frameRoutes.test(route);
    const isServed = isOnEmbedPort(request, config)
      ? isFrameRoute || sharedRoutes.test(route)
      : !isFrameRoute;
    if (route && !isServed) return reply.callNotFound();
  });
}
