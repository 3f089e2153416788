import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config';

/** Where the port of the frames stands after the first one. */
export const embedPort = ({ port }: Config): number => port + 3;

export const isOnEmbedPort = ({ socket }: FastifyRequest, config: Config): boolean =>
  socket.localPort === embedPort(config);

/** The routes that frames need, and those that a site goes on serving to pages that name it: the loader, the way to the bank. */
const framesOwn = /^\/(embed\/(frame|assets)|api\/embed)\//;
const everyones = /^\/embed\//;

/**
 * Keeps the frames and the sites apart: on their own port there is nothing but what frames need, so that no document
 * there can meet a session, and what frames need is nowhere else. Judged by the route, however the address spells it.
 */
export function separateFrames(server: FastifyInstance, config: Config): void {
  server.addHook('onRequest', async (request, reply) => {
    const { url: route = '' } = request.routeOptions;
    const isFrames = framesOwn.test(route);
    const isHere = isOnEmbedPort(request, config) ? isFrames || everyones.test(route) : !isFrames;
    // What is no route at all is told as such anyway.
    if (route && !isHere) return reply.callNotFound();
  });
}
