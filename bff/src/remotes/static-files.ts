import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sites } from '@bank/contracts/remotes';
import { securityHeaders } from '../common/security-headers';
import type { Config } from '../config';

const remoteName = /^[a-z][a-z0-9-]{1,39}$/;
const fileName = /^[\w-][\w.-]*$/;

/**
 * Serves the built files of shells and remotes, whose names change with their content, from their prepared Brotli
 * and gzip copies: `/assets/<site>/<file>` and `/remotes/<name>/<version>/<file>`. A shell that retries a remote asks for
 * `<version>+<attempt>`, which is the same version (semver 2.0.0, section 10) at an address that no cache has seen fail.
 */
export async function serveBuiltFiles(server: FastifyInstance, config: Config) {
  const headers = securityHeaders('asset', config.shellOrigin);
  await server.register(fastifyStatic, {
    root: config.hostsDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  });
  const send = (reply: FastifyReply, folder: string, file: string) => {
    if (!fileName.test(file)) return reply.callNotFound();
    return reply.headers(headers).sendFile(file, path.join(folder, 'dist'));
  };
  server.get<{ Params: { site: string; file: string } }>('/assets/:site/:file', (request, reply) => {
    const { site, file } = request.params;
    const known = sites.find((candidate) => candidate === site);
    return known ? send(reply, path.join(config.hostsDir, known), file) : reply.callNotFound();
  });
  server.get<{ Params: { name: string; file: string } }>(
    '/remotes/:name/:version/:file',
    (request, reply) => {
      const { name, file } = request.params;
      return remoteName.test(name)
        ? send(reply, path.join(config.remotesDir, name), file)
        : reply.callNotFound();
    },
  );
}
