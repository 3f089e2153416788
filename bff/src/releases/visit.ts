import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { previewSeconds } from '@bank/contracts/releases';
import { cookie, readCookie } from '../common/cookies';
import type { Config } from '../config';
import { localSeconds } from './local-remotes.service';
import { sealed, unsealed } from './sealed';

/** Tells a browser from another while there is a canary, and says nothing else; see `isInShare`. */
const visitorCookie = 'bank_visitor';
const previewCookie = 'bank_preview';
const localCookie = 'bank_local_remotes';
const visitorSeconds = 30 * 24 * 60 * 60;
const visitorPurpose = 'visitor';

/** What of a request decides which releases it gets. */
export interface Visit {
  /** Undefined for a browser that was given none yet, for one that made its own, and for what keeps no cookies. */
  visitor?: string | undefined;
  /** A release that failed in this browser: `<remote>@<version>`. */
  avoid?: string | undefined;
  /** The proof that this browser may be shown a release which others are not. */
  preview?: string | undefined;
  /** The proof that this browser may take remotes from its own machine. */
  local?: string | undefined;
}

export function visitOf(request: Pick<FastifyRequest, 'headers' | 'query'>, config: Config): Visit {
  const { avoid } = (request.query ?? {}) as { avoid?: unknown };
  const read = (name: string) => readCookie(request, name, isSecure(config));
  const visitor = unsealed(config.signingKey, visitorPurpose, read(visitorCookie));
  return {
    visitor: typeof visitor === 'string' ? visitor : undefined,
    avoid: typeof avoid === 'string' ? avoid : undefined,
    preview: read(previewCookie),
    local: read(localCookie),
  };
}

/** Whether the sites are reached by https, so that a cookie's name has its prefix. */
const isSecure = ({ shellOrigin }: Config): boolean => shellOrigin.startsWith('https:');

export const newVisitor = (): string => randomBytes(16).toString('base64url');

/** A visitor's number, which nobody but the bank can hand out. */
export const visitorCookieOf = (visitor: string, config: Config): string =>
  made(visitorCookie, sealed(config.signingKey, visitorPurpose, visitor), visitorSeconds, config);

export const previewCookieOf = (proof: string, config: Config): string =>
  made(previewCookie, proof, previewSeconds, config);

/** Has a browser forget the proof. */
export const noPreviewCookie = (config: Config): string => made(previewCookie, '', 0, config);

/** Under which name a browser of a team's own carries its proof. */
export const previewCookieName = (config: Config): string =>
  `${isSecure(config) ? '__Host-' : ''}${previewCookie}`;

export const localCookieOf = (proof: string, config: Config): string =>
  made(localCookie, proof, localSeconds, config);

/** Has a browser forget the proof. */
export const noLocalCookie = (config: Config): string => made(localCookie, '', 0, config);

const made = (name: string, value: string, maxAgeSeconds: number, config: Config): string =>
  cookie(name, value, { secure: isSecure(config), maxAgeSeconds });

/**
 * Whether a visitor is among the share, in percent, that a canary reaches: the same answer at every visit, other
 * people for every version, and who was in at 10 % stays in at 20 %.
 */
export function isInShare(visitor: string | undefined, version: string, share: number): boolean {
  if (!visitor) return false;
  const drawn = createHash('sha256').update(`${visitor} ${version}`).digest().readUInt32BE();
  return drawn / 2 ** 32 < share / 100;
}
