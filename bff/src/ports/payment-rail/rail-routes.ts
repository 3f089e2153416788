import { Readable } from 'node:stream';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { creditFileBytes } from '@bank/contracts/credit-files';
import { messageBytes } from '@bank/contracts/rails/xml';
import type { FastifyInstance } from 'fastify';
import { ApiException } from '../../platform/errors/api-exception';
import { allowSlowBody } from '../../platform/http/body-deadline';
import { atMost } from '../../platform/http/bounded-body';
import { namedDigest, SignedPort } from '../messages/signed-port';
import { SepaFilesService } from './sepa-files.service';
import { SepaInboxService } from './sepa-inbox.service';

/** One is an alias of the other (RFC 7303, section 9.2). */
const xmlTypes = ['application/xml', 'text/xml'];

/** Receives the messages and files of the clearing house on the customer site's origin; see `SignedPort`. */
export async function serveRails(server: FastifyInstance, app: NestFastifyApplication): Promise<void> {
  const port = new SignedPort(app, 'sepa', xmlTypes, ({ rail }) => rail?.key);
  const messages = app.get(SepaInboxService, { strict: false });
  const files = app.get(SepaFilesService, { strict: false });
  await port.serve(server, messageBytes, {
    '/rails/sepa/messages': (message) => messages.receive(message),
  });
  await port.inScope(server, (scope) => {
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.post('/rails/sepa/files', { bodyLimit: creditFileBytes }, async (request, reply) => {
      await port.admit(request);
      allowSlowBody(request.raw);
      const content = atMost(creditFileBytes, request.body as Readable, () => new ApiException('TOO_LARGE'));
      return port.answer(request, reply, files.receive(Readable.from(content), namedDigest(request)));
    });
  });
}
