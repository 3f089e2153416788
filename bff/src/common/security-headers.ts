import type { FastifyInstance } from 'fastify';

/** Headers that every answer of the server carries. */
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
};

/**
 * What each kind of answer adds. `api` is data, which a browser must never render; `reference` is the page at
 * `/api/docs`, whose reader sets styles from its script; a `document` gets its policy from the site that sends it.
 */
const byKind = {
  api: {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
  },
  reference: {
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
      "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
  },
  document: {
    'Cache-Control': 'no-cache',
  },
  /** Files whose name changes with their content. */
  asset: {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'public, max-age=31536000, immutable',
  },
} as const;

export type AnswerKind = keyof typeof byKind;

/** For what pages of other houses load: the loader, and the frames, also where such a page isolates itself (COEP). */
export const forOtherHouses = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const;

const year = 365 * 24 * 60 * 60;

/** The security headers of one kind of answer; a site reached by https is reached by https only from then on. */
export function securityHeaders(kind: AnswerKind, origin: string): Record<string, string> {
  return {
    ...everywhere,
    ...byKind[kind],
    ...(origin.startsWith('https:') && {
      'Strict-Transport-Security': `max-age=${year}; includeSubDomains`,
    }),
  };
}

/**
 * Completes every answer of a server as it leaves: one to which no part gave headers of its own is data, which no browser
 * renders; and no cache keeps what failed, so that a file which comes later is found.
 */
export function completeHeaders(server: FastifyInstance, origin: string): void {
  const otherwise = securityHeaders('api', origin);
  server.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('Content-Security-Policy')) void reply.headers(otherwise);
    if (reply.statusCode >= 400) void reply.header('Cache-Control', 'no-store');
  });
}
