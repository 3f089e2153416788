import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type CardMessageName, cardMessages, cardPath } from '@bank/contracts/rails/cards';
import { contentDigest } from '@bank/contracts/rails/signature';
import type { FastifyError, FastifyInstance } from 'fastify';
import { SignedPort } from '../messages/signed-port';
import { CardInboxService } from './card-inbox.service';

const messageBytes = 16 * 1024;

/** Receives the messages of the card network on the customer site's origin; see `SignedPort`. */
export async function serveCardNetwork(server: FastifyInstance, app: NestFastifyApplication): Promise<void> {
  const port = new SignedPort(app, 'cards', ['application/json'], ({ cardNetwork }) => cardNetwork?.key);
  const inbox = app.get(CardInboxService, { strict: false });
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: messageBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error: FastifyError, request, reply) => port.refuse(error, request, reply));
    for (const name of Object.keys(cardMessages) as CardMessageName[]) {
      scope.post(cardPath(name), async (request, reply) => {
        if (!port.isOurs(request, reply)) return reply;
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await port.verify(request, contentDigest(body));
        return port.answer(request, reply, inbox.receive(name, body));
      });
    }
  });
}
