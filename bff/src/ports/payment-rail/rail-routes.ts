import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { contentDigest, SignatureError, signResponse } from '@bank/contracts/rails/signature';
import { messageBytes } from '@bank/contracts/rails/xml';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../platform/config/config';
import { ApiException } from '../../platform/errors/api-exception';
import { toErrorResponse } from '../../platform/http/api-exception.filter';
import { requestLanguage } from '../../platform/http/language';
import { RefusalRecorder } from '../../platform/http/refusal-recorder';
import { securityHeaders } from '../../platform/http/security-headers';
import { signedRequestOf } from '../messages/counterpart';
import { InboxService, MessageIdReused } from '../messages/inbox.service';
import { SepaInboxService } from './sepa-inbox.service';

export const railMessagesPath = '/rails/sepa/messages';

/**
 * Receives the messages of the clearing house on the customer site's origin. Answers 200 with a message, 202 without one,
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
}

/** The nonce of a request's signature, which its answer is bound to. */
const nonceOf = ({ headers }: FastifyRequest): string | undefined =>
  /;nonce="([^"]+)"/.exec(String(headers['signature-input'] ?? ''))?.[1];

class RailPort {
  private readonly config: Config;
  private readonly inbox: InboxService;
  private readonly messages: SepaInboxService;
  private readonly refusals: RefusalRecorder;

  constructor(app: NestFastifyApplication) {
    this.config = app.get(Config);
    this.inbox = app.get(InboxService, { strict: false });
    this.messages = app.get(SepaInboxService, { strict: false });
    this.refusals = app.get(RefusalRecorder, { strict: false });
  }

  async receive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { rail, port, shellOrigin } = this.config;
    if (request.socket.localPort !== port) {
      reply.callNotFound();
      return reply;
    }
    if (!rail) throw new ApiException('NOT_CONFIGURED');
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const signed = signedRequestOf(request, shellOrigin);
    await this.inbox.verify('sepa', [rail.key], signed, contentDigest(body)).catch((error: unknown) => {
      throw error instanceof SignatureError ? new ApiException('SIGNATURE_REFUSED') : error;
    });
    const { answer, fault } = await this.messages.receive(body).catch((error: unknown) => {
      throw error instanceof MessageIdReused ? new ApiException('MESSAGE_ID_REUSED') : error;
    });
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
