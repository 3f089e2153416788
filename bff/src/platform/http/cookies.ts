import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config';

interface CookieOptions {
  /** The site is served over https: the cookie is bound to this host and sent over https only. */
  secure: boolean;
  /** Without it the cookie ends with the browser's session; 0 removes the cookie. */
  maxAgeSeconds?: number;
  /** Default `Lax`: the cookie is sent when a person follows a link to the bank. */
  sameSite?: 'Lax' | 'Strict';
}

/** Whether the bank's sites are served over https. */
export const isSecure = ({ shellOrigin }: Pick<Config, 'shellOrigin'>): boolean =>
  shellOrigin.startsWith('https:');

/** A value of `Set-Cookie` for the whole host, not readable by scripts. */
export function cookie(
  name: string,
  value: string,
  { secure, maxAgeSeconds, sameSite = 'Lax' }: CookieOptions,
): string {
  return [
    `${cookieName(name, secure)}=${encodeURIComponent(value)}`,
    'Path=/',
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}

/** The request's value of a cookie that `cookie` made; undefined without a valid one. */
export function readCookie(
  { headers }: Pick<FastifyRequest, 'headers'>,
  name: string,
  secure: boolean,
): string | undefined {
  const start = `${cookieName(name, secure)}=`;
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(start));
  if (found === undefined) return undefined;
  try {
    return decodeURIComponent(found.slice(start.length));
  } catch {
    return undefined;
  }
}

/** Browsers accept the prefix only from the host itself, over https and without a domain (RFC 6265bis). */
export const cookieName = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name);
