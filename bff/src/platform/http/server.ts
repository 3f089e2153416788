import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import { ApiException } from '../errors/api-exception';
import { toErrorResponse } from './api-exception.filter';
import { logCalls } from './call-log';
import { requestLanguage } from './language';
import { ApiMethods, longestParameter, MethodNotAllowed } from './methods';
import { isApi, pathOf } from './request-path';
import { completeHeaders, securityHeaders } from './security-headers';

/** The largest body that is not an upload. */
const bodyLimit = 1024 * 1024;
/** The largest body that is read to its end, only so that its sender sees the refusal. */
const readLimit = 16 * bodyLimit;

/** Nest's Fastify adapter with the hooks of every API request, none of which costs each call a promise. */
export function fastifyAdapter(config: Config, leaving: AbortSignal): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit,
    routerOptions: { maxParamLength: longestParameter },
    // Never the caller's own, which is logged beside it.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trust(config.trustProxy),
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      refuse(error, request, reply, config),
  });
  const server = adapter.getInstance() as unknown as FastifyInstance;
  const methods = new ApiMethods(server);
  logCalls(server);
  addHeaders(server, config);
  completeHeaders(server, config.shellOrigin);
  acceptJsonOnly(server);
  typeNoEmptyBody(server);
  readRefusedBodies(server);
  server.addHook('onSend', (_request, reply, _payload, done) => {
    // A kept-alive connection would be used for another call, and keep the server from stopping.
    if (leaving.aborted) void reply.header('Connection', 'close');
    done();
  });
  server.addHook('onRequest', (request, _reply, done) => {
    if (!isApi(request.url) || request.routeOptions.url?.startsWith('/api/')) return done();
    const allow = methods.allowed(pathOf(request.url));
    return allow ? done(new MethodNotAllowed(allow)) : done();
  });
  return adapter;
}

/** A number is that of trusted hops. */
const trust = (proxies: Config['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;

function addHeaders(server: FastifyInstance, config: Config): void {
  const headers = {
    shell: securityHeaders('api', config.shellOrigin),
    reference: securityHeaders('reference', config.shellOrigin),
  };
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('X-Request-Id', request.id);
    if (isApi(request.url)) {
      void reply.headers(request.url.startsWith('/api/docs') ? headers.reference : headers.shell);
    }
    done();
  });
}

/**
 * JSON is the only body of the API. An empty one counts as absent, also one without a length. Forms and plain text are
 * refused, so that no page of another site can post one.
 */
function acceptJsonOnly(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = utf8Of(body as Buffer);
    if (text === undefined) done(new ApiException('MALFORMED_REQUEST'));
    else if (text === '') done(null, undefined);
    else void parse(request, text, done);
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined for other bytes, in which a name would be stored with characters that nobody typed (RFC 8259, section 8.1). */
function utf8Of(body: Uint8Array): string | undefined {
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}

/**
 * An empty body has no type, whichever a client states: for a call without fields, such as a refresh, many state the one of a
 * form or of plain text (`curl -d ''`).
 */
function typeNoEmptyBody(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw: { headers }, url }, _reply, done) => {
    if (headers['content-length'] === '0' && isApi(url)) delete headers['content-type'];
    done();
  });
}

/**
 * Refuses a body that is too large once it has arrived. Fastify would close the connection while the sender still writes (RFC
 * 9112, section 9.6). `limitBodies` ends one that does not arrive.
 */
function readRefusedBodies(server: FastifyInstance): void {
  server.addHook('onSend', ({ raw }, reply, _payload, done) => {
    const isShort = Number(raw.headers['content-length']) <= readLimit;
    if (reply.statusCode !== 413 || !isShort || raw.complete) return done();
    void reply.removeHeader('connection');
    finished(raw, () => done());
    raw.resume();
  });
}

/** Responds to what Fastify refuses before routing, such as a malformed URL. */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const { status, headers, body } = toErrorResponse(error, requestLanguage(request), request.id);
  void reply
    .status(status)
    .headers({ 'X-Request-Id': request.id, ...securityHeaders('api', config.shellOrigin), ...headers })
    .send(body);
}

/** Responds to input that is not HTTP or did not arrive in time, for which there is no request object. */
export const refuseUnreadable =
  ({ shellOrigin }: Pick<Config, 'shellOrigin'>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
    const status =
      error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    const { headers, body } = refusalOfUnreadable(shellOrigin);
    const lines = Object.entries({ ...headers, Connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  };

/** Responds to a request without a host, or with an unsupported `Expect`. */
export function refuseMalformed(
  { shellOrigin }: Config,
  response: ServerResponse,
  status: 400 | 417 = 400,
): void {
  const { headers, body } = refusalOfUnreadable(shellOrigin);
  response.writeHead(status, { ...headers, Connection: 'close' }).end(body);
}

function refusalOfUnreadable(origin: string): { headers: Record<string, string>; body: string } {
  const id = randomUUID();
  const body = JSON.stringify(toErrorResponse({ code: 'FST_', statusCode: 400 }, 'fr', id).body);
  return {
    headers: {
      ...securityHeaders('api', origin),
      'X-Request-Id': id,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
    },
    body,
  };
}
