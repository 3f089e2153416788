import { createHash } from 'node:crypto';
import type { Config } from '../config';
import { inlineScriptHashes } from './host-document';

/**
 * The policy of the shells' documents (CSP level 3): own files only, no inline code but what is hashed.
 * @param local where this document's reader takes remotes from: dev servers of their own machine
 */
export function hostContentPolicy(config: Config, local: string[] = []): string {
  const development = config.environment === 'development';
  const builders = development
    ? [...Object.values(config.devRemotes), ...Object.values(config.devHosts), ...local]
    : local;
  const sockets = builders.map((address) => address.replace(/^http/, 'ws'));
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineScriptHashes(development), ...builders],
    'style-src': ["'self'", ...builders],
    'font-src': ["'self'", ...builders],
    'img-src': ["'self'", 'data:', 'blob:', ...builders],
    'connect-src': ["'self'", ...builders, ...sockets],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return policy(directives);
}

/**
 * Makes a browser refuse every script of a shell that comes without a hash (W3C SRI, Integrity-Policy; for styles no browser
 * knows it yet, and their tags carry a hash all the same). Not where something comes from a dev server, which changes its files under the page.
 * @param local the remotes of this document that come from a developer's machine
 */
export const hostIntegrityPolicy = (config: Config, local: string[]): Record<string, string> =>
  config.environment === 'development' || local.length > 0
    ? {}
    : { 'Integrity-Policy': 'blocked-destinations=(script)' };

/** The policy of the partner demonstration site: its own files, and the bank's loader and frames. */
export const partnerContentPolicy = (embedOrigin: string) =>
  policy(partnerDirectives(embedOrigin, ["'self'", embedOrigin]));

/** The policy of its strictest page: scripts by a nonce alone, and no Trusted Types policy at all. */
export const strictPartnerContentPolicy = (embedOrigin: string, nonce: string) =>
  policy({
    ...partnerDirectives(embedOrigin, [`'nonce-${nonce}'`]),
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  });

const partnerDirectives = (embedOrigin: string, scripts: string[]) => ({
  'default-src': ["'none'"],
  'script-src': scripts,
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'frame-src': [embedOrigin],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
});

/** An origin, and nothing that could be read as another part of a policy. */
const plainOrigin = /^https?:\/\/[\w.:[\]-]+$/;

/**
 * The policy of a refusal to show a frame: it has one script, which nobody hears but the page that it names.
 * @param page what calls itself the page's origin
 */
export const refusalContentPolicy = (page: string, script: string) =>
  policy({
    'default-src': ["'none'"],
    'script-src': [`'sha256-${createHash('sha256').update(script).digest('base64')}'`],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': [plainOrigin.test(page) ? page : "'none'"],
  });

/**
 * The policy of a frame on a partner's page.
 * @param page the origin that alone may show it
 * @param continueAt where its form leads, in a tab of the bank's own
 */
export const frameContentPolicy = (page: string, continueAt: string) =>
  policy({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': [continueAt],
    'frame-ancestors': [page],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['bank-frame'],
  });

function policy(directives: Record<string, string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
