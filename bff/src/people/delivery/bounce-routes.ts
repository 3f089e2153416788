import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { contentDigest } from '@bank/contracts/rails/signature';
import type { FastifyError, FastifyInstance } from 'fastify';
import { SignedPort } from '../../ports/messages/signed-port';
import { BouncesService } from './bounces.service';

const bouncesPath = '/mail/bounces';
/** A report of 500 addresses. */
const mostBytes = 256 * 1024;

/** Receives a mail provider's reports of mails that came back, on the customer site's origin; see `SignedPort`. */
export async function serveBounces(server: FastifyInstance, app: NestFastifyApplication): Promise<void> {
  const port = new SignedPort(app, 'mail', ['application/json'], ({ mailBounceKey }) => mailBounceKey);
  const bounces = app.get(BouncesService, { strict: false });
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error: FastifyError, request, reply) => port.refuse(error, request, reply));
    scope.post(bouncesPath, async (request, reply) => {
      if (!port.isOurs(request, reply)) return reply;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await port.verify(request, contentDigest(body));
      return port.answer(request, reply, bounces.receive(body));
    });
  });
}
