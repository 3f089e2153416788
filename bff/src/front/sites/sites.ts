import { createServer, type RequestListener, type Server } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LocalRemote } from '@bank/contracts/local-remotes';
import type { Registry, Site } from '@bank/contracts/remotes';
import { simpleCookiePattern } from '@bank/contracts/simple-mode';
import { customerGallery, withoutLocalRemote } from '@bank/contracts/routes';
import { etagOf } from '../../platform/http/etag';
import { acceptsBrotli } from '../../platform/http/accepted-encoding';
import { bodyDeadlines, limitBodies } from '../../platform/http/body-deadline';
import { Demonstration } from '../../platform/bank-settings/demonstration.service';
import { securityHeaders } from '../../platform/http/security-headers';
import { refuseMalformed, refuseUnreadable } from '../../platform/http/server';
import { Config } from '../../platform/config/config';
import { serveFrameForms } from '../embed/frame-forms';
import { serveEmbed } from '../embed/embed-files';
import { embedPort, separateFrames } from '../embed/embed-port';
import { isAllowed, LocalRemotes, requestedLocalRemote } from '../releases/local-remotes.service';
import { GalleryPasses } from '../releases/gallery-passes.service';
import { ReleaseFiles } from '../releases/release-files.service';
import { Previews } from '../releases/previews.service';
import { ServedReleases } from '../releases/served-releases.service';
import { localCookieOf, newVisitor, visitOf, visitOfOpenPage, visitorCookieOf } from '../releases/visit';
import { hostFailure } from '../inline-scripts/host-failure';
import { hostContentPolicy, hostIntegrityPolicy } from '../remotes/content-policy';
import { HostDocumentsService } from '../remotes/host-documents.service';
import type { RenderedDocument } from '../remotes/rendered-documents';
import { serveAppFiles } from './app-files';
import { documentLanguage } from './document-language';
import { galleryVisit } from './gallery-visit';
import { serveOneClick } from './one-click';
import { servePartnerDocs } from './partner-docs';
import { partnerSite } from './partner-site';
import { servePlainForms } from './plain-forms';
import { RegistryService } from '../remotes/registry.service';
import { serveBounces } from '../../people/delivery/bounce-routes';
import { ShellFiles } from '../remotes/shell-files.service';
import { serveCardNetwork } from '../../ports/card-network/card-routes';
import { serveRails } from '../../ports/payment-rail/rail-routes';
import { serveSearchFiles } from './search-files';
import { sessionCookieOf } from './session-cookie';
import { serveBuiltFiles } from './static-files';
import { serveWaitingSession } from './waiting-session';

/**
 * Serves the documents and files of the sites beside `/api`, and listens on four ports from `PORT`: the customer shell, the
 * back-office, the partner demonstration site (without `/api`) and the frames of the widgets.
 * @throws Error when a port is taken.
 */
export async function serveSites(app: NestFastifyApplication): Promise<{ close(): Promise<void> }> {
  const config = app.get(Config);
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  await serveBuiltFiles(server, config, {
    files: app.get(ReleaseFiles, { strict: false }),
    served: app.get(ServedReleases, { strict: false }),
    shells: app.get(ShellFiles, { strict: false }),
  });
  separateFrames(server, config);
  serveEmbed(server, app);
  await serveRails(server, app);
  await serveCardNetwork(server, app);
  await serveBounces(server, app);
  await serveFrameForms(server, app);
  await servePlainForms(server, config, app.get(HostDocumentsService));
  await servePartnerDocs(server, config, app.get(RegistryService), {
    isDemonstration: await app.get(Demonstration, { strict: false }).isDemonstration(),
  });
  await serveOneClick(server, config);
  serveWaitingSession(server, config);
  serveAppFiles(server, config, app.get(ShellFiles, { strict: false }));
  serveSearchFiles(server, config, app.get(RegistryService));
  serveRegistry(server, config, app.get(RegistryService));
  serveHostFailure(server, config);
  serveDocuments(server, config, {
    documents: app.get(HostDocumentsService),
    registry: app.get(RegistryService),
    previews: app.get(Previews, { strict: false }),
    locals: app.get(LocalRemotes, { strict: false }),
    passes: app.get(GalleryPasses, { strict: false }),
  });
  await server.ready();
  const partner = await partnerSite(config);
  const shells: RequestListener = (request, response) => server.routing(request, response);
  const partners: RequestListener = (request, response) => partner.routing(request, response);
  const listeners = [
    ...(await listen(shells, config, config.port)),
    ...(await listen(shells, config, config.port + 1)),
    ...(await listen(partners, config, config.port + 2)),
    ...(await listen(shells, config, embedPort(config))),
  ];
  return { close: () => Promise.all(listeners.map(close)).then(() => undefined) };
}

function serveRegistry(server: FastifyInstance, config: Config, registry: RegistryService) {
  const headers = { ...securityHeaders('api', config.shellOrigin), 'Cache-Control': 'no-cache' };
  const cache = new WeakMap<Registry, { body: string; etag: string }>();
  server.get('/remotes.json', async (request, reply) => {
    const visit = visitOfOpenPage(request, config);
    const { registry: current } = await registry.page(siteOf(request, config), visit);
    const { body, etag } = cache.get(current) ?? bodyOf(current);
    cache.set(current, { body, etag });
    reply.headers({ ...headers, ETag: etag, Vary: 'Cookie' });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
}

/** Two versions of the server have two of this file during an update: a browser checks that it has its document's. */
function serveHostFailure(server: FastifyInstance, config: Config) {
  const headers = { ...securityHeaders('asset', config.shellOrigin), 'Cache-Control': 'no-cache' };
  server.get(hostFailure.path, (_request, reply) =>
    reply.headers(headers).type('text/javascript; charset=utf-8').send(hostFailure.script),
  );
}

function bodyOf(registry: Registry) {
  const body = JSON.stringify(registry);
  return { body, etag: etagOf(body) };
}

interface DocumentServices {
  documents: HostDocumentsService;
  registry: RegistryService;
  previews: Previews;
  locals: LocalRemotes;
  passes: GalleryPasses;
}

function serveDocuments(server: FastifyInstance, config: Config, services: DocumentServices) {
  const { documents, registry, previews, locals, passes } = services;
  server.get('/*', async (request, reply) => {
    const { pathname, search } = new URL(config.shellOrigin + request.url);
    if (isNotADocument(pathname)) return reply.callNotFound();
    const ownPath = pagePathOf(pathname);
    if (pathname !== ownPath) return reply.redirect(ownPath + search, 302);
    const visit = visitOf(request, config);
    const local = locals.allowedBy(visit.local);
    const site = siteOf(request, config);
    reply.headers(documentHeaders(config, site, local));
    const gallery = await galleryVisit(request, reply, { site, config, passes });
    if (gallery === 'redirect') return reply.redirect(customerGallery.path, 303);
    const requested = requestedLocalRemote(search);
    const isDevelopment = config.environment === 'development';
    if (requested && (isDevelopment || isAllowed(requested, local))) {
      if (isDevelopment) {
        void reply.header('Set-Cookie', localCookieOf(locals.issue(requested, visit.local), config));
      }
      return reply.redirect(pathname + withoutLocalRemote(search, requested.remote), 302);
    }
    if (!visit.visitor && !isOfWorker(request) && (await registry.hasCanary())) {
      visit.visitor = newVisitor();
      void reply.header('Set-Cookie', visitorCookieOf(visit.visitor, config));
    }
    const preview = await previews.read(visit.preview);
    const hasSession = sessionCookieOf(request, config) !== undefined;
    const isSimple = simpleCookiePattern.test(request.headers.cookie ?? '');
    const overrides = {
      local,
      requested,
      preview,
      language: documentLanguage(request),
      hasSession,
      isSimple,
      isGallery: gallery === 'open',
    };
    const opened = await documents.open(site, pathname, visit, overrides);
    if ('redirect' in opened) return reply.redirect(opened.redirect + search, 302);
    const addresses = local.map(({ address }) => address);
    void reply.header('Content-Security-Policy', hostContentPolicy(config, addresses, opened.style));
    return sendDocument(request, reply, opened);
  });
}

/** Whether the worker of the customer site fetches the document that it keeps, which has no canary in it (W3C Fetch Metadata). */
const isOfWorker = ({ headers }: FastifyRequest) => headers['sec-fetch-dest'] === 'empty';

/**
 * Repeated slashes and backslashes as one slash, since a redirect to a path with two leading ones would leave the site; without
 * one at the end, where a form of the page would be sent to a path that does not exist.
 */
const pagePathOf = (pathname: string) => pathname.replace(/(?:[/\\]|%5c)+/gi, '/').replace(/(?<=.)\/$/, '');

/** Allows the reader's machine only while the document loads a remote from there. */
function documentHeaders(config: Config, site: Site, remotes: LocalRemote[]): Record<string, string> {
  const local = remotes.map(({ address }) => address);
  return {
    ...securityHeaders(site === 'shell' ? 'shell' : 'document', config.shellOrigin),
    'Content-Security-Policy': hostContentPolicy(config, local),
    ...hostIntegrityPolicy(config, local),
  };
}

/** Missing calls and files get a 404 error, not a document. */
const isNotADocument = (pathname: string) =>
  /^\/(api|assets|embed|rails|remotes)(\/|$)/.test(pathname) || /\.\w+$/.test(pathname);

const siteOf = ({ socket }: FastifyRequest, { port }: Config): Site =>
  socket.localPort === port + 1 ? 'back-office' : 'shell';

function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, etag, sequence, plain, brotli }: RenderedDocument,
) {
  // By it the worker of the customer site learns of newer releases (hosts/shell/src/worker/).
  reply.headers({
    ETag: etag,
    'Registry-Sequence': sequence,
    Vary: 'Accept-Encoding, Accept-Language, Cookie',
  });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  reply.status(status).type('text/html; charset=utf-8');
  if (!acceptsBrotli(request.headers['accept-encoding'])) return reply.send(plain);
  return reply.header('Content-Encoding', 'br').send(brotli);
}

/** Without `HOST` on both loopback addresses, since `localhost` may be either. */
async function listen(handle: RequestListener, config: Config, port: number): Promise<Server[]> {
  if (config.host) return [await listenOn(handle, config, config.host, port)];
  const first = await listenOn(handle, config, '127.0.0.1', port);
  const second = await listenOn(handle, config, '::1', port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return undefined;
    throw error;
  });
  return second ? [first, second] : [first];
}

/** Milliseconds; bounds slow senders and forgotten connections. */
const serverOptions = {
  keepAliveTimeout: 72_000,
  headersTimeout: 60_000,
  // The upper bound; most bodies have less, see `limitBodies`.
  requestTimeout: bodyDeadlines.longest,
  // Node's own refusal would lack the security headers.
  requireHostHeader: false,
};

function listenOn(handle: RequestListener, config: Config, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(serverOptions, (request, response) => {
      // The absolute form of an address (RFC 9112, section 3.2.2): the named host does not matter.
      request.url = request.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '/') ?? '';
      const hasHost = request.headers.host !== undefined || request.httpVersion === '1.0';
      if (hasHost && request.url.startsWith('/')) handle(request, response);
      else refuseMalformed(config, response);
    });
    limitBodies(server);
    server.on('clientError', refuseUnreadable(config));
    server.on('checkExpectation', (_request, response) => refuseMalformed(config, response, 417));
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** Accepts no more connections, ends idle ones, and waits for requests in progress. */
const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
