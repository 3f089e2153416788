import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Tokens } from '@bank/contracts/auth';
import { waitingSession } from '@bank/contracts/routes';
import { acceptBrowserForms } from '../../platform/http/forms';
import { securityHeaders } from '../../platform/http/security-headers';
import type { Config } from '../../platform/config/config';
import { isOfOwnPage } from './own-page';
import { expiredSessionCookie, sessionCookieOf, takenSessionCookie } from './session-cookie';

/** What shows the form again by which a session is ended. */
const home = '/dashboard';

/** The session that a form opened without a script: a script of the same browser takes it over, or a form ends it. */
export function serveWaitingSession(server: FastifyInstance, config: Config): void {
  const secure = securityHeaders('api', config.shellOrigin);
  const expired = { 'Set-Cookie': expiredSessionCookie(config) };

  const waitingOf = (request: FastifyRequest) =>
    isOfOwnPage(request, config.shellOrigin) ? sessionCookieOf(request, config) : undefined;

  const call = (url: string, token: string, request: FastifyRequest, key?: string) =>
    server.inject({
      method: 'POST',
      url,
      remoteAddress: request.ip,
      headers: {
        authorization: `Bearer ${token}`,
        'user-agent': request.headers['user-agent'],
        ...(key && { 'idempotency-key': key }),
      },
    });

  // The same key for the same token: the browser still has that one when an answer was lost, and is no thief.
  const refresh = (token: string, request: FastifyRequest) => {
    const key = createHmac('sha256', config.fingerprintKey).update(token).digest('hex');
    return call('/api/auth/refresh', token, request, key);
  };

  const end = async (token: string, request: FastifyRequest) => {
    const refreshed = await refresh(token, request);
    if (refreshed.statusCode !== 200) return refreshed;
    return call('/api/auth/logout', refreshed.json<Tokens>().access_token, request);
  };

  void server.register(async (scope) => {
    acceptBrowserForms(scope, 200);
    scope.post(waitingSession.take, async (request, reply) => {
      void reply.headers(secure);
      const waiting = waitingOf(request);
      if (!waiting) return reply.status(401).send('');
      const answer = await refresh(waiting.token, request);
      if (answer.statusCode === 401) return reply.headers(expired).status(401).send('');
      if (answer.statusCode !== 200) return passOn(answer, reply);
      // A repeated use leaves the cookie its end: prolonged by page after page it would present the spent token as a thief does.
      if (!waiting.isTaken) void reply.header('Set-Cookie', takenSessionCookie(waiting.token, config));
      return reply.send(answer.json<Tokens>());
    });
    scope.post(waitingSession.end, async (request, reply) => {
      void reply.headers(secure);
      const waiting = waitingOf(request);
      if (!waiting) return reply.redirect('/', 303);
      const { statusCode } = await end(waiting.token, request);
      // The session goes on where the server could not end it, and so does its cookie.
      if (statusCode >= 300 && statusCode !== 401) return reply.redirect(home, 303);
      return reply.headers(expired).redirect('/', 303);
    });
  });
}

/** A refusal for the moment, without its body: the session waits on. */
function passOn(
  { statusCode, headers }: Awaited<ReturnType<FastifyInstance['inject']>>,
  reply: FastifyReply,
) {
  const after = headers['retry-after'];
  if (after !== undefined) void reply.header('Retry-After', after);
  return reply.status(statusCode).send('');
}
