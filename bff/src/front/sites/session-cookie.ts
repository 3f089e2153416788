import type { FastifyRequest } from 'fastify';
import { cookie, isSecure, readCookie } from '../../platform/http/cookies';
import type { Config } from '../../platform/config/config';

/**
 * The session that a form without a script opened, until a script of the same browser takes it over: its refresh token, which
 * no script reads and no other site's page sends.
 */
const name = 'bank_session';

/** No longer than a session lives without activity. */
const sessionCookieSeconds = 300;

export const sessionCookie = (token: string, config: Config, seconds = sessionCookieSeconds): string =>
  cookie(name, token, { secure: isSecure(config), maxAgeSeconds: seconds, sameSite: 'Strict' });

export const expiredSessionCookie = (config: Config): string => sessionCookie('', config, 0);

/** Undefined without one, or with one that is no token. */
export function sessionCookieOf(request: FastifyRequest, config: Config): string | undefined {
  const token = readCookie(request, name, isSecure(config));
  return token && /^[\w.~+/-]{1,512}=*$/.test(token) ? token : undefined;
}
