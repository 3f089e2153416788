import type { FastifyRequest } from 'fastify';

export interface CookieOptions {
  /** The site is served over https: the cookie then belongs to this host alone, and never travels in clear. */
  secure: boolean;
  /** Without it the cookie ends with the browser's session; 0 removes it. */
  maxAgeSeconds?: number;
  /** `Lax` unless told: it comes along when a person follows a link to the bank. */
  sameSite?: 'Lax' | 'Strict';
}

/** A value of `Set-Cookie` for the whole host, out of reach for scripts. */
export function cookie(
  name: string,
  value: string,
  { secure, maxAgeSeconds, sameSite = 'Lax' }: CookieOptions,
): string {
  return [
    `${nameOf(name, secure)}=${encodeURIComponent(value)}`,
    'Path=/',
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}

/** The value that the request brings of a cookie that `cookie` made; undefined without one, or with a broken one. */
export function readCookie(
  { headers }: Pick<FastifyRequest, 'headers'>,
  name: string,
  secure: boolean,
): string | undefined {
  const start = `${nameOf(name, secure)}=`;
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(start));
  if (found === undefined) return undefined;
  try {
    return decodeURIComponent(found.slice(start.length));
  } catch {
    return undefined;
  }
}

/** Browsers keep a name with this prefix only from the host itself, over https and without a domain (RFC 6265bis). */
const nameOf = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name);
