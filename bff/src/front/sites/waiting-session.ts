import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tokens } from '@bank/contracts/auth';
import { waitingSession } from '@bank/contracts/routes';
import { acceptBrowserForms } from '../../platform/http/forms';
import { securityHeaders } from '../../platform/http/security-headers';
import type { Config } from '../../platform/config/config';
import { isOfOwnPage } from './own-page';
import { expiredSessionCookie, sessionCookieOf, takenSessionCookie } from './session-cookie';

/** The session that a form opened without a script: a script of the same browser takes it over, or a form ends it. */
export function serveWaitingSession(server: FastifyInstance, config: Config): void {
  const secure = securityHeaders('api', config.shellOrigin);
  const headers = { ...secure, 'Set-Cookie': expiredSessionCookie(config) };

  const refresh = async (request: FastifyRequest) => {
    const waiting = isOfOwnPage(request, config.shellOrigin) ? sessionCookieOf(request, config) : undefined;
    if (!waiting) return undefined;
    const answer = await call('/api/auth/refresh', waiting.token, request);
    return answer.statusCode === 200 ? { ...waiting, tokens: answer.json<Tokens>() } : undefined;
  };

  const call = (url: string, token: string, request: FastifyRequest) =>
    server.inject({
      method: 'POST',
      url,
      remoteAddress: request.ip,
      headers: { authorization: `Bearer ${token}`, 'user-agent': request.headers['user-agent'] },
    });

  void server.register(async (scope) => {
    acceptBrowserForms(scope, 200);
    scope.post(waitingSession.take, async (request, reply) => {
      const taken = await refresh(request);
      if (!taken) return reply.headers(headers).status(401).send('');
      // A repeated use leaves the cookie its end: prolonged by page after page it would present the spent token as a thief does.
      const spent = taken.isTaken ? {} : { 'Set-Cookie': takenSessionCookie(taken.token, config) };
      return reply.headers({ ...secure, ...spent }).send(taken.tokens);
    });
    scope.post(waitingSession.end, async (request, reply) => {
      const taken = await refresh(request);
      if (taken) await call('/api/auth/logout', taken.tokens.access_token, request);
      return reply.headers(headers).redirect('/', 303);
    });
  });
}
