import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { SignedPort } from '../../ports/messages/signed-port';
import { BouncesService } from './bounces.service';

/** A report of 500 addresses. */
const mostBytes = 256 * 1024;

/** Receives a mail provider's reports of mails that came back, on the customer site's origin; see `SignedPort`. */
export async function serveBounces(server: FastifyInstance, app: NestFastifyApplication): Promise<void> {
  const port = new SignedPort(app, 'mail', ['application/json'], ({ mailBounceKey }) => mailBounceKey);
  const bounces = app.get(BouncesService, { strict: false });
  await port.serve(server, mostBytes, {
    '/mail/bounces': (report) => bounces.receive(report),
  });
}
