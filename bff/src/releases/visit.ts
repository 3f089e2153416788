import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config';
import { localSeconds } from './local-remotes.service';
import { previewSeconds } from './previews';

/** Tells a browser from another while there is a canary, and says nothing else; see `isInShare`. */
const visitorCookie = 'bank_visitor';
const previewCookie = 'bank_preview';
const localCookie = 'bank_local_remotes';
const visitorSeconds = 30 * 24 * 60 * 60;

/** What of a request decides which releases it gets. */
export interface Visit {
  /** Undefined for a browser that was given none yet, and for what keeps no cookies. */
  visitor?: string | undefined;
  /** A release that failed in this browser: `<remote>@<version>`. */
  avoid?: string | undefined;
  /** The proof that this browser may be shown a release which others are not. */
  preview?: string | undefined;
  /** The proof that this browser may take remotes from its own machine. */
  local?: string | undefined;
}

export function visitOf({ headers, query }: FastifyRequest): Visit {
  const { avoid } = (query ?? {}) as { avoid?: unknown };
  return {
    visitor: cookieOf(headers.cookie, visitorCookie, /^[\w-]{22}$/),
    avoid: typeof avoid === 'string' ? avoid : undefined,
    preview: cookieOf(headers.cookie, previewCookie, /^[\w.-]{20,400}$/),
    local: cookieOf(headers.cookie, localCookie, /^[\w.-]{20,3000}$/),
  };
}

/** One cookie's value (RFC 6265, section 5.4), when it has the expected form. */
export function cookieOf(header: string | undefined, name: string, form: RegExp): string | undefined {
  const pair = header?.split('; ').find((candidate) => candidate.startsWith(`${name}=`));
  const value = pair?.slice(name.length + 1);
  return value !== undefined && form.test(value) ? value : undefined;
}

export const newVisitor = (): string => randomBytes(16).toString('base64url');

export const visitorCookieOf = (visitor: string, config: Config): string =>
  cookie(visitorCookie, visitor, visitorSeconds, config);

export const previewCookieOf = (proof: string, config: Config): string =>
  cookie(previewCookie, proof, previewSeconds, config);

export const localCookieOf = (proof: string, config: Config): string =>
  cookie(localCookie, proof, localSeconds, config);

/** Has a browser forget the proof. */
export const noLocalCookie = (config: Config): string => cookie(localCookie, '', 0, config);

const cookie = (name: string, value: string, seconds: number, { shellOrigin }: Config): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure(shellOrigin)}`;

const secure = (origin: string): string => (origin.startsWith('https:') ? '; Secure' : '');

/**
 * Whether a visitor is among the share, in percent, that a canary reaches: the same answer at every visit, other
 * people for every version, and who was in at 10 % stays in at 20 %.
 */
export function isInShare(visitor: string | undefined, version: string, share: number): boolean {
  if (!visitor) return false;
  const drawn = createHash('sha256').update(`${visitor} ${version}`).digest().readUInt32BE();
  return drawn / 2 ** 32 < share / 100;
}
