import type { FastifyInstance } from 'fastify';
import type { Config } from '../../platform/config/config';
import { acceptBrowserForms } from '../../platform/http/forms';
import { securityHeaders } from '../../platform/http/security-headers';

const longestBody = 1_000;

/**
 * Takes the POST by which a mail program unsubscribes a person (RFC 8058): without cookies, and without a redirect. The link's
 * token names the person and the message; a browser that opens the link gets a page that asks first.
 */
export async function serveOneClick(server: FastifyInstance, config: Config): Promise<void> {
  await server.register(async (scope) => {
    acceptBrowserForms(scope, longestBody);
    scope.post('/unsubscribe', { config: { form: true } }, async (request, reply) => {
      if (request.socket.localPort === config.port + 1) return reply.callNotFound();
      const token = new URL(config.shellOrigin + request.url).searchParams.get('token') ?? '';
      const answer = await server.inject({
        method: 'POST',
        url: '/api/messages/unsubscribe',
        remoteAddress: request.ip,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ token }),
      });
      return reply
        .headers({ ...securityHeaders('shell', config.shellOrigin), 'Cache-Control': 'no-store' })
        .status(answer.statusCode)
        .send('');
    });
  });
}
