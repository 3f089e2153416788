import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { embedProtocol } from '@bank/contracts/embed-frame';
import { applicationReference } from '@bank/contracts/partner-applications';
import { type Widget, widgets } from '@bank/contracts/partners';
import { crossOriginHeaders, securityHeaders } from '../../platform/http/security-headers';
import { Config } from '../../platform/config/config';
import { frameVisitorOf } from '../releases/visit';
import { EmbedAdmission } from './embed-admission.service';
import { isOnEmbedPort } from './embed-port';
import { FrameFilesService } from './frame-files.service';
import { type FrameResponse, FramesService } from './frames.service';
import { loaderNames, LoaderService } from './loader.service';
import { testRibbon } from './test-ribbon';

/** In the address of the newest scripts; a page may pin a version instead. */
const evergreen = 'v1';

/** The bank's page to open when a page cannot show the frame. */
const ownPages = {
  chat: '/contact',
  signup: '/signup',
  exchange: '/dashboard/rates',
  pay: '/dashboard?action=transfer',
  'application-status': '/login',
} as const satisfies Record<Widget, string>;

const version = /^\d[\w.-]*$/;
const remoteName = /^[a-z][a-z0-9-]{1,39}$/;
const fileName = /^[\w-][\w.-]*$/;

/** Serves what partners' pages load below `/embed`: the loader, the frames and their files. */
export function serveEmbed(server: FastifyInstance, app: NestFastifyApplication): void {
  const config = app.get(Config);
  serveLoader(server, config, app.get(LoaderService));
  serveFrames(server, config, app.get(EmbedAdmission), app.get(FramesService));
  serveFrameFiles(server, config, app.get(FrameFilesService));
  serveTestRibbon(server, config);
  serveOwnPages(server, config);
}

function serveLoader(server: FastifyInstance, config: Config, loaders: LoaderService) {
  const pinned = {
    ...securityHeaders('asset', config.shellOrigin),
    ...crossOriginHeaders,
    'Access-Control-Allow-Origin': '*',
  };
  const newest = { ...pinned, 'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400' };
  for (const name of loaderNames)
    server.get<{ Params: { version: string } }>(`/embed/:version/${name}.js`, async (request, reply) => {
      const isNewest = request.params.version === evergreen;
      const wanted = isNewest ? (await loaders.newest(name)).version : request.params.version;
      const folder = version.test(wanted) ? await loaders.published(name, wanted) : undefined;
      if (!folder) return reply.callNotFound();
      void reply.headers(isNewest ? newest : pinned);
      if (isOnEmbedPort(request, config)) return reply.sendFile(`${name}.js`, folder);
      // A page may load it from the customer site, which serves no frames: the script must know the frames' origin.
      const content = await readFile(path.join(folder, `${name}.js`), 'utf8');
      const script = `{const bank=${JSON.stringify(config.embedOrigin)};${content}}`;
      return reply.type('application/javascript; charset=utf-8').send(script);
    });
  server.get('/embed/versions.json', async (_request, reply) =>
    reply.headers(newest).send({
      ...(await loaders.newest('loader')),
      tools: await loaders.newest('tools'),
      protocol: embedProtocol,
    }),
  );
}

function serveFrames(
  server: FastifyInstance,
  config: Config,
  admission: EmbedAdmission,
  frames: FramesService,
) {
  server.get<{
    Params: { widget: string };
    Querystring: { partner?: unknown; page?: unknown; avoid?: unknown };
  }>('/embed/frame/:widget', async (request, reply) => {
    const widget = widgets.find((known) => known === request.params.widget);
    if (!widget) return reply.callNotFound();
    const { key, reference } = attributeOf(String(request.query.partner));
    const page = String(request.query.page);
    const partner = await admission.partnerOf(request, key);
    const visit = { visitor: frameVisitorOf(request, config), avoid: String(request.query.avoid) };
    return sendFrame(reply, config, await frames.open(partner, { widget, key, reference, page, ...visit }));
  });
}

/**
 * What a page writes into `partner`: its key, and its own name for an application behind a colon. With a wrong name the whole
 * counts as an unknown key, so that a partner sees the mistake at the first try.
 */
function attributeOf(partner: string): { key: string; reference?: string } {
  const [key = '', reference, ...more] = partner.split(':');
  if (reference === undefined) return { key };
  const isReference = more.length === 0 && applicationReference.safeParse(reference).success;
  return isReference ? { key, reference } : { key: partner };
}

function serveFrameFiles(server: FastifyInstance, config: Config, files: FrameFilesService) {
  const headers = securityHeaders('asset', config.shellOrigin);
  server.get<{ Params: { remote: string; file: string } }>(
    '/embed/assets/:remote/:file',
    async (request, reply) => {
      const { remote, file } = request.params;
      const isFile = remoteName.test(remote) && fileName.test(file);
      const folder = isFile ? await files.folderWith(remote, file) : undefined;
      if (!folder) return reply.callNotFound();
      return reply.headers(headers).sendFile(file, folder);
    },
  );
}

function serveTestRibbon(server: FastifyInstance, config: Config) {
  const headers = { ...securityHeaders('asset', config.shellOrigin), 'Cache-Control': 'public, max-age=300' };
  server.get(testRibbon.path, (_request, reply) =>
    reply.headers(headers).type('text/css; charset=utf-8').send(testRibbon.css),
  );
}

function serveOwnPages(server: FastifyInstance, config: Config) {
  server.get<{ Params: { widget: string } }>('/embed/open/:widget', (request, reply) => {
    const widget = widgets.find((known) => known === request.params.widget);
    return widget ? reply.redirect(config.shellOrigin + ownPages[widget], 302) : reply.callNotFound();
  });
}

/**
 * `X-Frame-Options` cannot name origins as `frame-ancestors` does. An isolated page only embeds a document with
 * `require-corp`. The form to the bank needs the frame's origin as referrer. A document's token is good for one load.
 */
function sendFrame(reply: FastifyReply, config: Config, { status, policy, preloads, html }: FrameResponse) {
  const { 'X-Frame-Options': _, ...headers } = securityHeaders('document', config.shellOrigin);
  return reply
    .status(status)
    .headers({
      ...headers,
      ...crossOriginHeaders,
      ...(preloads && { Link: preloads }),
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Referrer-Policy': 'strict-origin',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}
