import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type CardMessageName, cardMessages, cardPath } from '@bank/contracts/rails/cards';
import type { FastifyInstance } from 'fastify';
import { SignedPort } from '../messages/signed-port';
import { CardInboxService } from './card-inbox.service';

const messageBytes = 16 * 1024;

/** Receives the messages of the card network on the customer site's origin; see `SignedPort`. */
export async function serveCardNetwork(server: FastifyInstance, app: NestFastifyApplication): Promise<void> {
  const port = new SignedPort(app, 'cards', ['application/json'], ({ cardNetwork }) => cardNetwork?.key);
  const inbox = app.get(CardInboxService, { strict: false });
  const names = Object.keys(cardMessages) as CardMessageName[];
  const routes = names.map(
    (name) => [cardPath(name), (message: Buffer) => inbox.receive(name, message)] as const,
  );
  await port.serve(server, messageBytes, Object.fromEntries(routes));
}
