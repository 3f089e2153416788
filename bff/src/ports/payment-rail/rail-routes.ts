import { Readable } from 'node:stream';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { creditFileBytes } from '@bank/contracts/credit-files';
import { contentDigest } from '@bank/contracts/rails/signature';
import { messageBytes } from '@bank/contracts/rails/xml';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiException } from '../../platform/errors/api-exception';
import { allowSlowBody } from '../../platform/http/body-deadline';
import { SignedPort } from '../messages/signed-port';
import { SepaFilesService } from './sepa-files.service';
import { SepaInboxService } from './sepa-inbox.service';

const railMessagesPath = '/rails/sepa/messages';
const railFilesPath = '/rails/sepa/files';
/** One is an alias of the other (RFC 7303, section 9.2). */
const xmlTypes = ['application/xml', 'text/xml'];

/** Receives the messages and files of the clearing house on the customer site's origin; see `SignedPort`. */
export async function serveRails(server: FastifyInstance, app: NestFastifyApplication): Promise<void> {
  const port = new RailPort(app);
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: messageBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error: FastifyError, request, reply) => port.refuse(error, request, reply));
    scope.post(railMessagesPath, (request, reply) => port.receive(request, reply));
  });
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.setErrorHandler((error: FastifyError, request, reply) => port.refuse(error, request, reply));
    scope.post(railFilesPath, { bodyLimit: creditFileBytes }, (request, reply) =>
      port.receiveFile(request, reply),
    );
  });
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
  private readonly port: SignedPort;
  private readonly messages: SepaInboxService;
  private readonly files: SepaFilesService;

  constructor(app: NestFastifyApplication) {
    this.port = new SignedPort(app, 'sepa', xmlTypes, ({ rail }) => rail?.key);
    this.messages = app.get(SepaInboxService, { strict: false });
    this.files = app.get(SepaFilesService, { strict: false });
  }

  async receive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!this.port.isOurs(request, reply)) return reply;
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    await this.port.verify(request, contentDigest(body));
    return this.port.answer(request, reply, this.messages.receive(body));
  }

  /** The signature is verified before the file is read: nothing is stored for anybody else. */
  async receiveFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!this.port.isOurs(request, reply)) return reply;
    const digest = String(request.headers['content-digest'] ?? '');
    await this.port.verify(request, digest);
    allowSlowBody(request.raw);
    const content = atMost(creditFileBytes, request.body as Readable);
    return this.port.answer(request, reply, this.files.receive(content, digest));
  }

  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return this.port.refuse(error, request, reply);
  }
}
