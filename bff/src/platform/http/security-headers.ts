import type { FastifyInstance } from 'fastify';

/** Denies pages what a bank does not need; serial ports are for writers of magnetic stripes. */
function permissions(serial: string): string {
  return (
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), ' +
    `payment=(), ${serial}, usb=()`
  );
}

/** Headers of every response. */
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': permissions('serial=()'),
};

/**
 * Headers by kind of response. `api` is data, never rendered; `reference` is the page at `/api/docs`, whose script sets
 * styles; the policy of a `document` comes from its site.
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
  /** A document of the customer site, where cards are written. */
  shell: {
    'Cache-Control': 'no-cache',
    'Permissions-Policy': permissions('serial=(self)'),
  },
  /** Files whose name changes with their content. */
  asset: {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'public, max-age=31536000, immutable',
  },
} as const;

export type AnswerKind = keyof typeof byKind;

/** For the loader and the frames, which partner pages load, also when such a page is isolated (COEP). */
export const crossOriginHeaders = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const;

const year = 365 * 24 * 60 * 60;

/** The security headers of a kind of response; HSTS for an https origin. */
export function securityHeaders(kind: AnswerKind, origin: string): Record<string, string> {
  return {
    ...everywhere,
    ...byKind[kind],
    ...(origin.startsWith('https:') && {
      'Strict-Transport-Security': `max-age=${year}; includeSubDomains`,
    }),
  };
}

/** Adds the headers of `api` to every response without its own, and keeps caches from storing failures. */
export function completeHeaders(server: FastifyInstance, origin: string): void {
  const fallback = securityHeaders('api', origin);
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('Content-Security-Policy')) void reply.headers(fallback);
    if (reply.statusCode >= 400) void reply.header('Cache-Control', 'no-store');
    done();
  });
}
