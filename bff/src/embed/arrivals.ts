import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { continuePath } from '@bank/contracts/routes';
import { securityHeaders } from '../common/security-headers';
import { Config } from '../config';
import { browserSecretCookie } from './browser-secret';
import { ContinueService } from './continue.service';
import { EmbedDoor } from './embed-door.service';

/** A code and its name. */
const longestForm = 200;

/**
 * Where the last step of a frame leads: a form that it posts to the bank, in a tab of its own. The `Origin` that the
 * browser adds tells it from the form of any other page, and an address that was pasted or forwarded has no form at all;
 * so a browser only ever gets the secret of what was typed in it. Whatever came, the answer is the page that asks.
 */
export async function serveArrivals(server: FastifyInstance, app: NestFastifyApplication): Promise<void> {
  const [config, door, continuing] = [app.get(Config), app.get(EmbedDoor), app.get(ContinueService)];
  const headers = { ...securityHeaders('document', config.shellOrigin), 'Cache-Control': 'no-store' };
  await server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: longestForm },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.post(continuePath, async (request, reply) => {
      await door.arrival(request);
      void reply.headers(headers);
      const code = isArrival(request, door) && (request.body as URLSearchParams).get('code');
      const bound = code ? await continuing.bind(code) : undefined;
      if (bound) void reply.header('Set-Cookie', browserSecretCookie(bound.secret, bound.seconds, config));
      return reply.redirect(continuePath, 303);
    });
  });
}

/** A form of a frame of ours that opens a page, and no page in another. */
function isArrival(request: FastifyRequest, door: EmbedDoor): boolean {
  const destination = request.headers['sec-fetch-dest'];
  const isPage = destination === undefined || destination === 'document';
  return isPage && door.isFromFrame(request) && request.body instanceof URLSearchParams;
}
