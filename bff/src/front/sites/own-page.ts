import type { FastifyRequest } from 'fastify';

/**
 * Whether a page of this very origin sent a request. By the browser's own word (`Sec-Fetch-Site`), or by `Origin` from one
 * that does not give it; a request with neither is refused.
 */
export function isOfOwnPage({ headers }: Pick<FastifyRequest, 'headers'>, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}
