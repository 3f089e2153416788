import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LocalRemote } from '@bank/contracts/local-remotes';
import type { Registry, Site } from '@bank/contracts/remotes';
import { withoutLocalRemote } from '@bank/contracts/routes';
import { bodyPatience, limitBodies } from '../common/body-deadline';
import { securityHeaders } from '../common/security-headers';
import { refuseMalformed, refuseUnreadable } from '../common/server';
import { Config } from '../config';
import { serveArrivals } from '../embed/arrivals';
import { serveEmbed } from '../embed/embed-files';
import { embedPort, separateFrames } from '../embed/embed-port';
import { askedOf, isTaken, LocalRemotes } from '../releases/local-remotes.service';
import { ReleaseFiles } from '../releases/release-files';
import { Previews } from '../releases/previews';
import { ServedReleases } from '../releases/served-releases';
import { localCookieOf, newVisitor, visitOf, visitorCookieOf } from '../releases/visit';
import { hostContentPolicy, hostIntegrityPolicy } from './content-policy';
import { DocumentsService, type SentDocument } from './documents.service';
import { partnerSite } from './partner-site';
import { RegistryService } from './registry.service';
import { serveBuiltFiles } from './static-files';

/**
 * Puts the documents and files of the shells beside `/api`, and listens: the customer shell on `PORT`, the
 * back-office on the next one (the port that a request came to says which shell it asks for), the partner
 * demonstration site, which has no `/api`, on the third, and the frames of the widgets on the fourth.
 * @throws Error when a port is taken.
 */
export async function serveSites(app: NestFastifyApplication): Promise<{ close(): Promise<void> }> {
  const config = app.get(Config);
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  await serveBuiltFiles(server, config, {
    files: app.get(ReleaseFiles, { strict: false }),
    served: app.get(ServedReleases, { strict: false }),
  });
  separateFrames(server, config);
  serveEmbed(server, app);
  await serveArrivals(server, app);
  serveRegistry(server, config, app.get(RegistryService));
  serveDocuments(server, config, {
    documents: app.get(DocumentsService),
    registry: app.get(RegistryService),
    previews: app.get(Previews, { strict: false }),
    locals: app.get(LocalRemotes, { strict: false }),
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
  return { close: () => Promise.all(listeners.map(closed)).then(() => undefined) };
}

function serveRegistry(server: FastifyInstance, config: Config, registry: RegistryService) {
  const headers = { ...securityHeaders('api', config.shellOrigin), 'Cache-Control': 'no-cache' };
  const made = new WeakMap<Registry, { body: string; etag: string }>();
  server.get('/remotes.json', async (request, reply) => {
    const current = await registry.registry(visitOf(request, config));
    const { body, etag } = made.get(current) ?? answerOf(current);
    made.set(current, { body, etag });
    reply.headers({ ...headers, ETag: etag, Vary: 'Cookie' });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
}

function answerOf(registry: Registry) {
  const body = JSON.stringify(registry);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

interface DocumentServices {
  documents: DocumentsService;
  registry: RegistryService;
  previews: Previews;
  locals: LocalRemotes;
}

function serveDocuments(server: FastifyInstance, config: Config, services: DocumentServices) {
  const { documents, registry, previews, locals } = services;
  server.get('/*', async (request, reply) => {
    const { pathname, search } = new URL(config.shellOrigin + request.url);
    if (isNotADocument(pathname)) return reply.callNotFound();
    // Two slashes at the start of a path would name another host to whoever follows it.
    if (pathname !== ownPath(pathname)) return reply.redirect(ownPath(pathname) + search, 302);
    const visit = visitOf(request, config);
    const taken = locals.of(visit.local);
    reply.headers(documentHeaders(config, taken));
    const asked = askedOf(search);
    const isAllowed = config.environment === 'development';
    if (asked && (isAllowed || isTaken(asked, taken))) {
      if (isAllowed) void reply.header('Set-Cookie', localCookieOf(locals.issue(asked, visit.local), config));
      return reply.redirect(pathname + withoutLocalRemote(search, asked.remote), 302);
    }
    if (!visit.visitor && (await registry.hasCanary())) {
      visit.visitor = newVisitor();
      void reply.header('Set-Cookie', visitorCookieOf(visit.visitor, config));
    }
    const preview = await previews.read(visit.preview);
    const own = { taken, asked, preview };
    const opened = await documents.open(siteOf(request, config), pathname, visit, own);
    if ('elsewhere' in opened) return reply.redirect(opened.elsewhere + search, 302);
    return sendDocument(request, reply, opened);
  });
}

/** A path that stays on its origin, whatever follows it: slashes and backslashes in a row count as one slash. */
const ownPath = (pathname: string) => pathname.replace(/(?:[/\\]|%5c)+/gi, '/');

/** Of a shell's document; open towards the reader's own machine only while it takes a remote from there. */
function documentHeaders(config: Config, taken: LocalRemote[]): Record<string, string> {
  const local = taken.map(({ address }) => address);
  return {
    ...securityHeaders('document', config.shellOrigin),
    'Content-Security-Policy': hostContentPolicy(config, local),
    ...hostIntegrityPolicy(config, local),
  };
}

/** A missing call, file or remote is told as such; only an address for people gets a document. */
const isNotADocument = (pathname: string) =>
  /^\/(api|assets|embed|remotes)(\/|$)/.test(pathname) || /\.\w+$/.test(pathname);

const siteOf = ({ socket }: FastifyRequest, { port }: Config): Site =>
  socket.localPort === port + 1 ? 'back-office' : 'shell';

function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, etag, plain, brotli }: SentDocument,
) {
  reply.headers({ ETag: etag, Vary: 'Accept-Encoding, Cookie' });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  reply.status(status).type('text/html; charset=utf-8');
  if (!/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(plain);
  return reply.header('Content-Encoding', 'br').send(brotli);
}

/** Both loopback addresses unless a host is named: `localhost` means either, and nobody else is let in. */
async function listen(handle: RequestListener, config: Config, port: number): Promise<Server[]> {
  if (config.host) return [await listenOn(handle, config, config.host, port)];
  const first = await listenOn(handle, config, '127.0.0.1', port);
  const second = await listenOn(handle, config, '::1', port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return undefined;
    throw error;
  });
  return second ? [first, second] : [first];
}

/** In milliseconds: a slow sender or a forgotten connection must not hold the server. */
const patience = {
  keepAliveTimeout: 72_000,
  headersTimeout: 60_000,
  // The most that any body may take; most have less, see `limitBodies`.
  requestTimeout: bodyPatience.longest,
  // Node would answer by itself, without the headers that every answer has.
  requireHostHeader: false,
};

function listenOn(handle: RequestListener, config: Config, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(patience, (request, response) => {
      // As a proxy would write it (RFC 9112, section 3.2.2): whose host is named does not matter here.
      request.url = request.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '/') ?? '';
      const isNamed = request.headers.host !== undefined || request.httpVersion === '1.0';
      if (isNamed && request.url.startsWith('/')) handle(request, response);
      else refuseMalformed(config, response);
    });
    limitBodies(server);
    server.on('clientError', refuseUnreadable(config));
    server.on('checkExpectation', (_request, response) => refuseMalformed(config, response, 417));
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** Takes no more connections, ends the idle ones, and waits for the requests under way. */
const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
