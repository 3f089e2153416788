import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tokens } from '@bank/contracts/auth';
import { waitingSession } from '@bank/contracts/routes';
import { securityHeaders } from '../../platform/http/security-headers';
import type { Config } from '../../platform/config/config';
import { isOfOwnPage } from './own-page';
import { expiredSessionCookie, sessionCookieOf } from './session-cookie';

/**
 * The session that a form opened without a script: a script of the same browser takes it over once, or a form ends it. The
 * cookie is spent by either.
 */
export function serveWaitingSession(server: FastifyInstance, config: Config): void {
  const headers = {
    ...securityHeaders('api', config.shellOrigin),
    'Set-Cookie': expiredSessionCookie(config),
  };

  const refresh = async (request: FastifyRequest): Promise<Tokens | undefined> => {
    const token = isOfOwnPage(request, config.shellOrigin) ? sessionCookieOf(request, config) : undefined;
    if (!token) return undefined;
    const answer = await call('/api/auth/refresh', token, request);
    return answer.statusCode === 200 ? answer.json<Tokens>() : undefined;
  };

  const call = (url: string, token: string, request: FastifyRequest) =>
    server.inject({
      method: 'POST',
      url,
      remoteAddress: request.ip,
      headers: { authorization: `Bearer ${token}`, 'user-agent': request.headers['user-agent'] },
    });

  void server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 200 },
      (_request, _body, done) => done(null),
    );
    scope.post(waitingSession.take, async (request, reply) => {
      const tokens = await refresh(request);
      return tokens ? reply.headers(headers).send(tokens) : reply.headers(headers).status(401).send('');
    });
    scope.post(waitingSession.end, async (request, reply) => {
      const tokens = await refresh(request);
      if (tokens) await call('/api/auth/logout', tokens.access_token, request);
      return reply.headers(headers).redirect('/', 303);
    });
  });
}
