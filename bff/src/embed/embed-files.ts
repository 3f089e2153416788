import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { embedProtocol } from '@bank/contracts/embed-frame';
import { widgets } from '@bank/contracts/partners';
import { forOtherHouses, securityHeaders } from '../common/security-headers';
import { Config } from '../config';
import { FrameFilesService } from './frame-files.service';
import { type FrameAnswer, FramesService } from './frames.service';
import { LoaderService } from './loader.service';

/** The address of the newest loader; a pinned page names a version instead. */
const evergreen = 'v1';

/** Where a person goes on when a page cannot show the frame. */
const ownPages = { chat: '/contact', signup: '/signup' } as const;

const version = /^\d[\w.-]*$/;
const remoteName = /^[a-z][a-z0-9-]{1,39}$/;
const fileName = /^[\w-][\w.-]*$/;

/** Puts what partners' pages load beside the shells: the loader, the frames and their files, all below `/embed`. */
export function serveEmbed(server: FastifyInstance, app: NestFastifyApplication): void {
  const config = app.get(Config);
  serveLoader(server, config, app.get(LoaderService));
  serveFrames(server, config, { frames: app.get(FramesService), files: app.get(FrameFilesService) });
}

function serveLoader(server: FastifyInstance, { shellOrigin }: Config, loaders: LoaderService) {
  const pinned = {
    ...securityHeaders('asset', shellOrigin),
    ...forOtherHouses,
    'Access-Control-Allow-Origin': '*',
  };
  const newest = { ...pinned, 'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400' };
  server.get<{ Params: { version: string } }>('/embed/:version/loader.js', async (request, reply) => {
    const isNewest = request.params.version === evergreen;
    const asked = isNewest ? (await loaders.newest()).version : request.params.version;
    const folder = version.test(asked) ? await loaders.published(asked) : undefined;
    if (!folder) return reply.callNotFound();
    return reply.headers(isNewest ? newest : pinned).sendFile('loader.js', folder);
  });
  server.get('/embed/versions.json', async (_request, reply) =>
    reply.headers(newest).send({ ...(await loaders.newest()), protocol: embedProtocol }),
  );
}

function serveFrames(
  server: FastifyInstance,
  config: Config,
  { frames, files }: { frames: FramesService; files: FrameFilesService },
) {
  const assets = securityHeaders('asset', config.shellOrigin);
  const { host } = new URL(config.embedOrigin);
  // Where the frames have an origin of their own, no other one serves them: they share nothing with a session.
  const isElsewhere = (asked: string) => config.embedOrigin !== config.shellOrigin && asked !== host;
  server.get<{ Params: { widget: string }; Querystring: { partner?: string } }>(
    '/embed/frame/:widget',
    async (request, reply) => {
      const widget = widgets.find((known) => known === request.params.widget);
      if (!widget || isElsewhere(request.host)) return reply.callNotFound();
      return sendFrame(reply, config, await frames.open(widget, String(request.query.partner)));
    },
  );
  server.get<{ Params: { remote: string; file: string } }>(
    '/embed/assets/:remote/:file',
    async (request, reply) => {
      const { remote, file } = request.params;
      const isFile = remoteName.test(remote) && fileName.test(file);
      const folder = isFile ? await files.folderWith(remote, file) : undefined;
      if (!folder) return reply.callNotFound();
      return reply.headers(assets).sendFile(file, folder);
    },
  );
  server.get<{ Params: { widget: string } }>('/embed/open/:widget', (request, reply) => {
    const widget = widgets.find((known) => known === request.params.widget);
    return widget ? reply.redirect(config.shellOrigin + ownPages[widget], 302) : reply.callNotFound();
  });
}

/** `frame-ancestors` says more than `X-Frame-Options` can, and the page's own isolation asks for ours. */
function sendFrame(reply: FastifyReply, config: Config, { status, policy, preloads, html }: FrameAnswer) {
  const { 'X-Frame-Options': _, ...headers } = securityHeaders('document', config.shellOrigin);
  return reply
    .status(status)
    .headers({
      ...headers,
      ...forOtherHouses,
      ...(preloads && { Link: preloads }),
      'Content-Security-Policy': policy,
      'Cross-Origin-Embedder-Policy': 'require-corp',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}
