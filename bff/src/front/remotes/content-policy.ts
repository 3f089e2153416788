import type { Config } from '../../platform/config/config';
import { hashSource } from '../inline-scripts/inline-script';
import { inlineScriptHashes } from './host-document';

/**
 * The policy of the shells' documents (CSP level 3): own files and hashed inline scripts only.
 * @param local the dev servers on the reader's machine that this document loads remotes from
 * @param style the document's inline style sheet
 */
export function hostContentPolicy(config: Config, local: string[] = [], style?: string): string {
  const development = config.environment === 'development';
  const builders = development
    ? [...Object.values(config.devRemotes), ...Object.values(config.devHosts), ...local]
    : local;
  const sockets = builders.map((address) => address.replace(/^http/, 'ws'));
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineScriptHashes(development), ...builders],
    'style-src': ["'self'", ...(style === undefined ? [] : [hashSource(style)]), ...builders],
    'font-src': ["'self'", ...builders],
    'img-src': ["'self'", 'data:', 'blob:', ...builders],
    'connect-src': ["'self'", ...builders, ...sockets],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return policy(directives);
}

/**
 * Makes a browser refuse scripts without a hash (W3C SRI, Integrity-Policy; no browser supports it for styles yet). Not set
 * with dev servers, whose files change under the page.
 * @param local as in `hostContentPolicy`
 */
export const hostIntegrityPolicy = (config: Config, local: string[]): Record<string, string> =>
  config.environment === 'development' || local.length > 0
    ? {}
    : { 'Integrity-Policy': 'blocked-destinations=(script)' };

/** The policy of the service worker, which only fetches from its own site. */
export const workerContentPolicy = policy({
  'default-src': ["'none'"],
  'connect-src': ["'self'"],
  'frame-ancestors': ["'none'"],
});

/** The policy of the documentation for partners: own files, and the bank's scripts and frames in its playground. */
export const partnerDocsContentPolicy = (embedOrigin: string) =>
  policy({
    ...partnerDirectives(embedOrigin, ["'self'", embedOrigin]),
    'font-src': ["'self'"],
  });

/** The policy of the partner demonstration site: own files, and the bank's loader and frames. */
export const partnerContentPolicy = (embedOrigin: string) =>
  policy(partnerDirectives(embedOrigin, ["'self'", embedOrigin]));

/** The policy of its strictest page: scripts by nonce only, and no Trusted Types policy. */
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

/** Narrow on purpose: the value becomes part of a policy. */
const plainOrigin = /^https?:\/\/[\w.:[\]-]+$/;

/**
 * The policy of a refused frame, whose script reports the reason to the page.
 * @param page the origin that the page claims
 */
export const refusalContentPolicy = (page: string, script: string) =>
  policy({
    'default-src': ["'none'"],
    'script-src': [hashSource(script)],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': [plainOrigin.test(page) ? page : "'none'"],
  });

/**
 * The policy of a frame on a partner's page.
 * @param page the only origin that may embed it
 * @param continueAt the target of its form
 * @param script its inline script
 */
export const frameContentPolicy = (page: string, continueAt: string, script: string) =>
  policy({
    'default-src': ["'none'"],
    'script-src': ["'self'", hashSource(script)],
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
