import {
  contentDigest,
  type RailKey,
  SignatureError,
  signResponse,
  type Verified,
} from '@bank/contracts/rails/signature';
import { Logger } from '@nestjs/common';
import type { ErrorCode } from '@bank/contracts/errors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../platform/config/config';
import { ApiException, InvalidInput } from '../../platform/errors/api-exception';
import { logFault, toErrorResponse } from '../../platform/http/api-exception.filter';
import { requestLanguage } from '../../platform/http/language';
import { RefusalRecorder } from '../../platform/http/refusal-recorder';
import { securityHeaders } from '../../platform/http/security-headers';
import { signedRequestOf } from './counterpart';
import { type Handled, InboxService, MessageIdReused } from './inbox.service';

/** The digest that a request names as its body's. */
export const namedDigest = ({ headers }: FastifyRequest): string => String(headers['content-digest'] ?? '');

/** The media type of a request, without its parameters; empty without one. */
const mediaTypeOf = ({ headers }: FastifyRequest): string =>
  (headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase();

/** When a message is to be sent again that met a fault of the bank, seconds. */
const faultRetrySeconds = '30';

/** Refusals that the work on a message may end with; what else it refuses is a fault of the bank's own. */
const refusals = new Set<ErrorCode>(['TOO_LARGE', 'UNAVAILABLE']);

/** @throws ApiException for what the counterpart did wrong, otherwise an error after which it sends the message again. */
function refuseFaults(error: unknown): never {
  if (error instanceof SignatureError) throw new ApiException('SIGNATURE_REFUSED');
  if (error instanceof MessageIdReused) throw new ApiException('MESSAGE_ID_REUSED');
  const isRefused = error instanceof ApiException || error instanceof InvalidInput;
  if (!isRefused || (error instanceof ApiException && refusals.has(error.code))) throw error;
  const fault = new Error(`the work on a message was refused: ${error.message}`, { cause: error });
  fault.stack = error.stack ?? '';
  throw fault;
}

/**
 * A counterpart's way into the bank on the customer site's origin. Answers to requests with a verified signature are signed,
 * and no others: a signed answer to a forged request would pass for the answer to a true one of the same nonce.
 */
export class SignedPort {
  private readonly logger: Logger;
  private readonly config: Config;
  private readonly inbox: InboxService;
  private readonly refusals: RefusalRecorder;
  /** The verified properties of signed requests; answers are bound to their nonces. */
  private readonly verified = new WeakMap<FastifyRequest, Verified>();

  /**
   * @param name by which nonces count once
   * @param types the media types of its messages
   * @param keyOf the key of both sides; undefined where the port is not configured
   */
  constructor(
    app: NestFastifyApplication,
    private readonly name: string,
    private readonly types: readonly string[],
    private readonly keyOf: (config: Config) => RailKey | undefined,
  ) {
    this.logger = new Logger(`Port ${name}`);
    this.config = app.get(Config);
    this.inbox = app.get(InboxService, { strict: false });
    this.refusals = app.get(RefusalRecorder, { strict: false });
  }

  /** Registers routes that each take a message of at most a size, by their paths. */
  serve(
    server: FastifyInstance,
    bodyLimit: number,
    routes: Record<string, (message: Buffer) => Promise<Handled>>,
  ): Promise<void> {
    return this.inScope(server, (scope) => {
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
        done(null, body),
      );
      for (const [path, receive] of Object.entries(routes)) {
        scope.post(path, async (request, reply) => {
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          if (contentDigest(body) !== namedDigest(request)) throw new ApiException('SIGNATURE_REFUSED');
          await this.admit(request);
          return this.answer(request, reply, receive(body));
        });
      }
    });
  }

  /**
   * A scope that takes only what is registered in it, and answers what is not the counterpart's before a body is read. Its
   * routes get the signature over the named digest verified; they admit the request, and compare that digest with the body's.
   */
  async inScope(server: FastifyInstance, register: (scope: FastifyInstance) => void): Promise<void> {
    await server.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.setErrorHandler((error: FastifyError, request, reply) => this.refuse(error, request, reply));
      scope.addHook('onRequest', async (request, reply) => {
        if (this.isOurs(request, reply)) await this.verify(request);
      });
      register(scope);
    });
  }

  /** Only the customer site's origin has ports. @throws ApiException NOT_CONFIGURED. */
  private isOurs(request: FastifyRequest, reply: FastifyReply): boolean {
    const isOurs = request.socket.localPort === this.config.port;
    if (!isOurs) reply.callNotFound();
    else if (!this.keyOf(this.config)) throw new ApiException('NOT_CONFIGURED');
    return isOurs;
  }

  /** The signature comes first, so that what is unsigned is refused as that whatever its type and size. */
  private async verify(request: FastifyRequest): Promise<void> {
    const key = this.keyOf(this.config);
    const signed = signedRequestOf(request, this.config.shellOrigin);
    const verifying = this.inbox.verify(key ? [key] : [], signed, namedDigest(request));
    this.verified.set(request, await verifying.catch(refuseFaults));
  }

  /**
   * Admits a verified request once. Where the body is known, it is compared with its digest before: a copy with another body
   * does not keep the true request out.
   * @throws ApiException SIGNATURE_REFUSED for one that came before, UNSUPPORTED_MEDIA_TYPE.
   */
  async admit(request: FastifyRequest): Promise<void> {
    const verified = this.verified.get(request);
    if (!verified) throw new ApiException('SIGNATURE_REFUSED');
    await this.inbox.useNonce(this.name, verified).catch(refuseFaults);
    if (!this.types.includes(mediaTypeOf(request))) throw new ApiException('UNSUPPORTED_MEDIA_TYPE');
  }

  /** Answers 200 with a message, 202 without one, 400 with the reason code of what is no message. */
  async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    handled: Promise<Handled>,
  ): Promise<FastifyReply> {
    const { answer, fault } = await handled.catch(refuseFaults);
    if (fault) {
      const body = JSON.stringify({ code: 'MALFORMED_MESSAGE', reason_code: fault });
      return this.send(request, reply, 400, body);
    }
    return this.send(request, reply, answer === null ? 202 : 200, answer ?? '');
  }

  private refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (error instanceof ApiException) this.refusals.note(error, request);
    // Such as a body that is not what was signed: its sender may not take the answer for one to its own request.
    if (error instanceof ApiException && error.code === 'SIGNATURE_REFUSED') this.verified.delete(request);
    const { status, headers, body } = toErrorResponse(error, requestLanguage(request), request.id);
    logFault(this.logger, error, body);
    void reply.headers({ ...headers, ...(body.code === 'INTERNAL' && { 'Retry-After': faultRetrySeconds }) });
    return this.send(request, reply, status, JSON.stringify(body));
  }

  private async send(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    body: string,
  ): Promise<FastifyReply> {
    const key = this.keyOf(this.config);
    const nonce = this.verified.get(request)?.nonce;
    const digest = contentDigest(body);
    const signature = key && nonce ? await signResponse(key, { status, digest }, { nonce }) : {};
    return reply
      .status(status)
      .headers({ ...securityHeaders('api', this.config.shellOrigin), ...signature, 'Content-Digest': digest })
      .type(body.startsWith('{') ? 'application/json; charset=utf-8' : 'application/xml; charset=utf-8')
      .send(body);
  }
}
