import { Readable } from 'node:stream';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { creditFileBytes } from '@bank/contracts/credit-files';
import { contentDigest, SignatureError, signResponse } from '@bank/contracts/rails/signature';
import { messageBytes } from '@bank/contracts/rails/xml';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../platform/config/config';
import { ApiException } from '../../platform/errors/api-exception';
import { allowSlowBody } from '../../platform/http/body-deadline';
import { toErrorResponse } from '../../platform/http/api-exception.filter';
import { requestLanguage } from '../../platform/http/language';
import { RefusalRecorder } from '../../platform/http/refusal-recorder';
import { securityHeaders } from '../../platform/http/security-headers';
import { signedRequestOf } from '../messages/counterpart';
import { type Handled, InboxService, MessageIdReused } from '../messages/inbox.service';
import { SepaFilesService } from './sepa-files.service';
import { SepaInboxService } from './sepa-inbox.service';

const railMessagesPath = '/rails/sepa/messages';
const railFilesPath = '/rails/sepa/files';

/**
 * Receives the messages and files of the clearing house on the customer site's origin. Answers 200 with a message, 202 without one,
 * 400 with the reason code of what is no message; every answer to a signed request is signed.
 */
export async function serveRails(server: FastifyInstance, app: NestFastifyApplication): Promise<void> {
  const port = new RailPort(app);
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/xml',
      { parseAs: 'buffer', bodyLimit: messageBytes },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler((error: FastifyError, request, reply) => port.refuse(error, request, reply));
    scope.post(railMessagesPath, (request, reply) => port.receive(request, reply));
  });
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/xml', (_request, body, done) => done(null, body));
    scope.setErrorHandler((error: FastifyError, request, reply) => port.refuse(error, request, reply));
    scope.post(railFilesPath, { bodyLimit: creditFileBytes }, (request, reply) =>
      port.receiveFile(request, reply),
    );
  });
}

/** The nonce of a request's signature, which its answer is bound to. */
const nonceOf = ({ headers }: FastifyRequest): string | undefined =>
  /;nonce="([^"]+)"/.exec(String(headers['signature-input'] ?? ''))?.[1];

/** @throws ApiException for what the counterpart did wrong, otherwise the error. */
function refuseFaults(error: unknown): never {
  if (error instanceof SignatureError) throw new ApiException('SIGNATURE_REFUSED');
  throw error instanceof MessageIdReused ? new ApiException('MESSAGE_ID_REUSED') : error;
}

/** A body as it arrives. @throws ApiException TOO_LARGE while it is read. */
function atMost(bytes: number, body: Readable): Readable {
  return Readable.from(
    (async function* () {
      let size = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > bytes) throw new ApiException('TOO_LARGE');
        yield chunk;
      }
    })(),
  );
}

class RailPort {
  private readonly config: Config;
  private readonly inbox: InboxService;
  private readonly messages: SepaInboxService;
  private readonly files: SepaFilesService;
  private readonly refusals: RefusalRecorder;

  constructor(app: NestFastifyApplication) {
    this.config = app.get(Config);
    this.inbox = app.get(InboxService, { strict: false });
    this.messages = app.get(SepaInboxService, { strict: false });
    this.files = app.get(SepaFilesService, { strict: false });
    this.refusals = app.get(RefusalRecorder, { strict: false });
  }

  async receive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!this.isOurs(request, reply)) return reply;
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    await this.verify(request, contentDigest(body));
    return this.answer(request, reply, this.messages.receive(body));
  }

  /** The signature is verified before the file is read: nothing is stored for anybody else. */
  async receiveFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!this.isOurs(request, reply)) return reply;
    const digest = String(request.headers['content-digest'] ?? '');
    await this.verify(request, digest);
    allowSlowBody(request.raw);
    const content = atMost(creditFileBytes, request.body as Readable);
    return this.answer(request, reply, this.files.receive(content, digest));
  }

  /** Only the customer site's origin has ports. @throws ApiException NOT_CONFIGURED. */
  private isOurs(request: FastifyRequest, reply: FastifyReply): boolean {
    const { rail, port } = this.config;
    const isOurs = request.socket.localPort === port;
    if (!isOurs) reply.callNotFound();
    else if (!rail) throw new ApiException('NOT_CONFIGURED');
    return isOurs;
  }

  private async verify(request: FastifyRequest, digest: string): Promise<void> {
    const { rail, shellOrigin } = this.config;
    const signed = signedRequestOf(request, shellOrigin);
    await this.inbox.verify('sepa', rail ? [rail.key] : [], signed, digest).catch(refuseFaults);
  }

  private async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    handled: Promise<Handled>,
  ): Promise<FastifyReply> {
    const { answer, fault } = await handled.catch(refuseFaults);
    if (fault)
      return this.send(
        request,
        reply,
        400,
        JSON.stringify({ code: 'MALFORMED_MESSAGE', reason_code: fault }),
      );
    return this.send(request, reply, answer === null ? 202 : 200, answer ?? '');
  }

  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (error instanceof ApiException) this.refusals.note(error, request);
    const { status, headers, body } = toErrorResponse(error, requestLanguage(request), request.id);
    void reply.headers(headers);
    return this.send(request, reply, status, JSON.stringify(body));
  }

  private async send(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    body: string,
  ): Promise<FastifyReply> {
    const { rail, shellOrigin } = this.config;
    const nonce = nonceOf(request);
    const digest = contentDigest(body);
    const signature = rail && nonce ? await signResponse(rail.key, { status, digest }, { nonce }) : {};
    return reply
      .status(status)
      .headers({ ...securityHeaders('api', shellOrigin), ...signature, 'Content-Digest': digest })
      .type(body.startsWith('{') ? 'application/json; charset=utf-8' : 'application/xml; charset=utf-8')
      .send(body);
  }
}
