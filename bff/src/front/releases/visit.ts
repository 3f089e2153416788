import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { previewSeconds } from '@bank/contracts/releases';
import { cookie, cookieName, isSecure, readCookie } from '../../platform/http/cookies';
import { addressKey } from '../../platform/security/address';
import type { Config } from '../../platform/config/config';
import { localSeconds } from './local-remotes.service';
import { sealed, unsealed } from './sealed';

/** A random number that distinguishes browsers while there is a canary; see `isInShare`. */
const visitorCookie = 'bank_visitor';
const previewCookie = 'bank_preview';
const localCookie = 'bank_local_remotes';
const galleryCookie = 'bank_gallery';
const visitorSeconds = 30 * 24 * 60 * 60;
const visitorPurpose = 'visitor';

/** The parts of a request that decide which releases it gets. */
export interface Visit {
  /** Undefined for a new browser, a forged cookie, or a browser without cookies. */
  visitor?: string | undefined;
  /** A release that failed in this browser: `<remote>@<version>`. */
  avoid?: string | undefined;
  /** The version of the shell that the open page has. */
  shell?: string | undefined;
  preview?: string | undefined;
  /** The proof that this browser may load remotes from its own machine. */
  local?: string | undefined;
}

/**
 * A visit by its cookies alone: what an address names decides nothing, since a link would otherwise open a release that was
 * withdrawn, or a canary.
 */
export function visitOf(request: Pick<FastifyRequest, 'headers'>, config: Config): Visit {
  const read = (name: string) => readCookie(request, name, isSecure(config));
  const visitor = unsealed(config.signingKeys, visitorPurpose, read(visitorCookie));
  return {
    visitor: typeof visitor === 'string' ? visitor : undefined,
    preview: read(previewCookie),
    local: read(localCookie),
  };
}

/** As `visitOf`, for the remotes of a page that is open already: it names its shell, and what failed in it. */
export function visitOfOpenPage(request: Pick<FastifyRequest, 'headers' | 'query'>, config: Config): Visit {
  const { avoid, shell } = (request.query ?? {}) as { avoid?: unknown; shell?: unknown };
  return {
    ...visitOf(request, config),
    avoid: typeof avoid === 'string' ? avoid : undefined,
    shell: typeof shell === 'string' ? shell : undefined,
  };
}

export const newVisitor = (): string => randomBytes(16).toString('base64url');

/** By what a browser without cookies is distinguished from others. */
export interface Sender {
  address: string;
  browser: string | undefined;
}

export const senderOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Sender => ({
  address: ip,
  browser: headers['user-agent'],
});

/** Distinguishes browsers without a cookie, and identifies no person: a keyed digest of network and browser, one per purpose. */
export const senderDigest = (
  { address, browser = '' }: Sender,
  purpose: string,
  { signingKey }: Pick<Config, 'signingKey'>,
): Buffer =>
  createHmac('sha256', signingKey)
    .update(`${purpose} ${addressKey(address)} ${browser}`)
    .digest();

/** The number of a visitor of a frame, where browsers send no cookies: of all with one browser in one network. */
export const frameVisitorOf = (request: FastifyRequest, config: Config): string =>
  senderDigest(senderOf(request), 'frame visitor', config).toString('base64url');

/** The sealed number of a visitor. */
export const visitorCookieOf = (visitor: string, config: Config): string =>
  cookieOf(visitorCookie, sealed(config.signingKey, visitorPurpose, visitor), visitorSeconds, config);

export const previewCookieOf = (proof: string, config: Config): string =>
  cookieOf(previewCookie, proof, previewSeconds, config);

export const expiredPreviewCookie = (config: Config): string => cookieOf(previewCookie, '', 0, config);

/** The pass that a browser opened the gallery by. */
export const galleryPassIn = (request: Pick<FastifyRequest, 'headers'>, config: Config): string | undefined =>
  readCookie(request, galleryCookie, isSecure(config));

export const galleryCookieOf = (pass: string, seconds: number, config: Config): string =>
  cookieOf(galleryCookie, pass, seconds, config);

/** For a team's browser, which sets the cookie itself. */
export const previewCookieName = (config: Config): string => cookieName(previewCookie, isSecure(config));

export const localCookieOf = (proof: string, config: Config): string =>
  cookieOf(localCookie, proof, localSeconds, config);

export const expiredLocalCookie = (config: Config): string => cookieOf(localCookie, '', 0, config);

const cookieOf = (name: string, value: string, maxAgeSeconds: number, config: Config): string =>
  cookie(name, value, { secure: isSecure(config), maxAgeSeconds });

/**
 * Whether a visitor is in the share, in percent, that gets a canary: stable across visits and as the share grows, and
 * different visitors for each version.
 */
export function isInShare(visitor: string | undefined, version: string, share: number): boolean {
  if (!visitor) return false;
  const draw = createHash('sha256').update(`${visitor} ${version}`).digest().readUInt32BE();
  return draw / 2 ** 32 < share / 100;
}
