import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { releaseVersion, remoteManifest, sites } from '@bank/contracts/remotes';
import { securityHeaders } from '../../platform/http/security-headers';
import type { Config } from '../../platform/config/config';
import { isServedFile, type ReleaseFiles } from '../releases/release-files.service';
import type { ServedReleases } from '../releases/served-releases.service';
import { visitOf } from '../releases/visit';
import type { ShellFiles } from '../remotes/shell-files.service';

/** For files that only one browser may get. */
const privateHeaders = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' };

/**
 * Serves the built files of shells and remotes, named by their content, with Brotli and gzip copies: `/assets/<site>/<file>`
 * and `/remotes/<name>/<version>/<file>`. A shell that retries a remote requests `<version>+<attempt>`, the same version
 * (semver 2.0.0, section 10) at an address that no cache has seen fail.
 */
export async function serveBuiltFiles(
  server: FastifyInstance,
  config: Config,
  { files, served, shells }: { files: ReleaseFiles; served: ServedReleases; shells: ShellFiles },
) {
  const headers = securityHeaders('asset', config.shellOrigin);
  await server.register(fastifyStatic, {
    root: config.hostsDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  });
  server.get<{ Params: { site: string; file: string } }>('/assets/:site/:file', async (request, reply) => {
    const { site, file } = request.params;
    const known = sites.find((candidate) => candidate === site);
    const found = known && (await shells.find(known, file, visitOf(request, config)));
    if (!found) return reply.callNotFound();
    return reply.headers({ ...headers, ...(found.isPrivate && privateHeaders) }).sendFile(file, found.folder);
  });
  server.get<{ Params: Record<'name' | 'version' | 'file', string> }>(
    '/remotes/:name/:version/:file',
    async (request, reply) => {
      const { name, file } = request.params;
      const version = request.params.version.replace(/\+\d+$/, '');
      const isKnown =
        remoteManifest.shape.name.safeParse(name).success &&
        releaseVersion.safeParse(version).success &&
        isServedFile(file);
      if (!isKnown) return reply.callNotFound();
      const { preview } = visitOf(request, config);
      const { audience, hash } = await served.find({ remote: name, version, file }, preview);
      if (audience === 'nobody' || !(await files.isHere(name, version, file, hash)))
        return reply.callNotFound();
      return reply
        .headers({ ...headers, ...(audience === 'preview' && privateHeaders) })
        .sendFile(file, files.folderOf(name, version));
    },
  );
}
