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

/**
 * For how long the cookie outlives its use, seconds: a page that is left before it stored the answer takes the session over
 * again. Well within the time in which a refresh token may be repeated (`SessionsService`).
 */
const repeatSeconds = 5;

/** No token begins with it. */
const takenMark = 'taken.';

export const sessionCookie = (token: string, config: Config, seconds = sessionCookieSeconds): string =>
  cookie(name, token, { secure: isSecure(config), maxAgeSeconds: seconds, sameSite: 'Strict' });

export const expiredSessionCookie = (config: Config): string => sessionCookie('', config, 0);

/** The cookie of a session that was taken over, which nothing prolongs: its token is spent. */
export const takenSessionCookie = (token: string, config: Config): string =>
  sessionCookie(takenMark + token, config, repeatSeconds);

interface WaitingSession {
  token: string;
  /** A script took it over in the last seconds. */
  isTaken: boolean;
}

/** Undefined without one, or with one that is no token. */
export function sessionCookieOf(request: FastifyRequest, config: Config): WaitingSession | undefined {
  const value = readCookie(request, name, isSecure(config)) ?? '';
  const isTaken = value.startsWith(takenMark);
  const token = isTaken ? value.slice(takenMark.length) : value;
  return /^[\w.~+/-]{1,512}=*$/.test(token) ? { token, isTaken } : undefined;
}
