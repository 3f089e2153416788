import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { embedProtocol } from '@bank/contracts/embed-frame';
import { widgets } from '@bank/contracts/partners';
import { forOtherHouses, securityHeaders } from '../common/security-headers';
import { Config } from '../config';
import { EmbedDoor } from './embed-door.service';
import { isOnEmbedPort } from './embed-port';
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
  const services = {
    door: app.get(EmbedDoor),
    frames: app.get(FramesService),
    files: app.get(FrameFilesService),
  };
  serveFrames(server, config, services);
}

function serveLoader(server: FastifyInstance, config: Config, loaders: LoaderService) {
  const pinned = {
    ...securityHeaders('asset', config.shellOrigin),
    ...forOtherHouses,
    'Access-Control-Allow-Origin': '*',
  };
  const newest = { ...pinned, 'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400' };
  server.get<{ Params: { version: string } }>('/embed/:version/loader.js', async (request, reply) => {
    const isNewest = request.params.version === evergreen;
    const asked = isNewest ? (await loaders.newest()).version : request.params.version;
    const folder = version.test(asked) ? await loaders.published(asked) : undefined;
    if (!folder) return reply.callNotFound();
    void reply.headers(isNewest ? newest : pinned);
    if (!isNewest || isOnEmbedPort(request, config)) return reply.sendFile('loader.js', folder);
    // Pages that still name the customer site: the loader is told where the frames are instead.
    const loader = await readFile(path.join(folder, 'loader.js'), 'utf8');
    const told = `{const bank=${JSON.stringify(config.embedOrigin)};${loader}}`;
    return reply.type('application/javascript; charset=utf-8').send(told);
  });
  server.get('/embed/versions.json', async (_request, reply) =>
    reply.headers(newest).send({ ...(await loaders.newest()), protocol: embedProtocol }),
  );
}

function serveFrames(
  server: FastifyInstance,
  config: Config,
  { door, frames, files }: { door: EmbedDoor; frames: FramesService; files: FrameFilesService },
) {
  const assets = securityHeaders('asset', config.shellOrigin);
  server.get<{ Params: { widget: string }; Querystring: { partner?: unknown; page?: unknown } }>(
    '/embed/frame/:widget',
    async (request, reply) => {
      const widget = widgets.find((known) => known === request.params.widget);
      if (!widget) return reply.callNotFound();
      const [key, page] = [String(request.query.partner), String(request.query.page)];
      const partner = await door.partnerOf(request, key);
      return sendFrame(reply, config, await frames.open(partner, { widget, key, page }));
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

/**
 * `frame-ancestors` says more than `X-Frame-Options` can, and the page's own isolation asks for ours. The bank is told the
 * frames' origin, and no more, by the form that leads to it; the token makes each document good for one load.
 */
function sendFrame(reply: FastifyReply, config: Config, { status, policy, preloads, html }: FrameAnswer) {
  const { 'X-Frame-Options': _, ...headers } = securityHeaders('document', config.shellOrigin);
  return reply
    .status(status)
    .headers({
      ...headers,
      ...forOtherHouses,
      ...(preloads && { Link: preloads }),
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Referrer-Policy': 'strict-origin',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}
