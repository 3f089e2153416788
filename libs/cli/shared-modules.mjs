import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { LIBRARIES_DIR } from './paths.mjs';

const require = createRequire(import.meta.url);

/** Packages whose state must exist once in a page: the host provides them, remotes have no copy. */
const singletons = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];

/** Stateless files of our libraries that few pages need: a remote that needs one bundles it. */
const bundled = [
  'client/account-queries',
  'client/api-query',
  'client/approval-dialog',
  'client/approval-gate',
  'client/approval-texts',
  'client/bulk',
  'client/call-texts',
  'client/case-files-field',
  'client/choice-list',
  'client/contract-form',
  'client/detail-columns',
  'client/detail-page',
  'client/device-choice',
  'client/export-buttons',
  'client/export-texts',
  'client/file-integrity',
  'client/file-list',
  'client/filter-panel',
  'client/filter-texts',
  'client/form',
  'client/form-fields',
  'client/form-frame',
  'client/idle-guard',
  'client/late-part',
  'client/long-wait',
  'client/lazy-part',
  'client/local-remote',
  'client/lost-files',
  'client/override-badge',
  'client/passkeys',
  'client/personal-storage',
  'client/preview-badge',
  'client/preview-page',
  'client/preview-texts',
  'client/query-table',
  'client/reason-form',
  'client/refresh-button',
  'client/registry-sequence',
  'client/saved-views',
  'client/selection',
  'client/selection-bar',
  'client/show-file',
  'client/signature',
  'client/step-form',
  'client/stories',
  'client/ticket',
  'client/transaction-columns',
  'client/transaction-description',
  'client/transaction-details',
  'client/transaction-filters',
  'client/transaction-status',
  'client/transaction-texts',
  'client/transaction-words',
  'client/transactions-page',
  'client/undo',
  'client/use-case-files',
  'client/use-debounced',
  'client/use-idle',
  'client/use-is-shown',
  'client/use-kept',
  'client/use-lost-files',
  'client/use-new-items',
  'client/use-online',
  'client/use-polling',
  'client/use-seen',
  'client/use-step',
  'client/verification',
  'client/work',
  'client/work-bar',
  'i18n/difference-texts',
  'i18n/lazy',
  'i18n/pagination-texts',
  'ui/case-entry-icon',
  'ui/cell',
  'ui/chart-frame',
  'ui/class-names',
  'ui/day-bars',
  'ui/day-figure',
  'ui/day-picture',
  'ui/difference',
  'ui/drawing',
  'ui/file-picker',
  'ui/more-icons',
  'ui/progress',
  'ui/simple-mode',
  'ui/step-title',
  'ui/timeline',
  'ui/visitor-icons',
  'ui/visually-hidden',
];

/**
 * Shared modules that first views of the customer site need inside its area only, for signed-in persons: its shell has them in
 * one file, with which the document of such a page begins.
 */
const inside = [
  'client/event-stream',
  'client/live-events',
  'client/live-stream',
  'client/live-tabs',
  'client/query',
  'client/use-idempotency-key',
  'client/use-lazy-part',
  'client/use-url-dialog',
  'i18n/use-format',
  'ui/dialog',
];

/** Shared modules that the first view of no page of the customer site needs: its shell loads them later, in one file. */
const late = [
  'client/confirm-dialog',
  'client/download',
  'client/new-items-notice',
  'client/offline-notice',
  'client/use-file-download',
  'client/use-filters',
  'client/use-url-details',
  'i18n/day-heading',
  'i18n/rate-format',
  'ui/amount-field',
  'ui/checkbox-field',
  'ui/code-field',
  'ui/copy-button',
  'ui/data-table',
  'ui/description-list',
  'ui/email-text',
  'ui/error-state',
  'ui/form-actions',
  'ui/pagination',
  'ui/scroll-area',
  'ui/segmented',
  'ui/select-field',
  'ui/stat',
  'ui/textarea-field',
  'ui/use-focus-after',
];

/** @param {string} request */
export const isLate = (request) => late.some((file) => request === `@bank/${file}`);

/** @param {string} request */
export const isInside = (request) => inside.some((file) => request === `@bank/${file}`);

/** @param {string} request */
export const isBundled = (request) =>
  bundled.some((file) => request === `@bank/${file}`) || request.startsWith('@bank/ui/gallery');

/** Whether a style belongs to such a file. @param {string} file */
export const isBundledStyle = (file) =>
  bundled.some((name) => path.basename(file) === `${path.basename(name)}.module.css`);

/** @param {string} library @returns {{ version: string, exports: Record<string, string | { default: string }> }} */
const packageOf = (library) =>
  JSON.parse(readFileSync(path.join(LIBRARIES_DIR, library, 'package.json'), 'utf8'));

/** Each script entry of the shared libraries is a shared module, so that a remote requests only what it uses. */
export function sharedLibraryFiles() {
  return ['i18n', 'ui', 'client'].flatMap((library) =>
    Object.entries(packageOf(library).exports)
      .filter(([, target]) => /\.(tsx?|js)$/.test(typeof target === 'string' ? target : target.default))
      .map(([entry]) => `@bank/${library}/${entry.slice('./'.length)}`)
      .filter((request) => !isBundled(request)),
  );
}

/** @param {string} request @returns {string} */
const versionOf = (request) => {
  const [scope = '', name = ''] = request.split('/');
  const packageName = scope.startsWith('@') ? `${scope}/${name}` : scope;
  if (packageName.startsWith('@bank/')) return packageOf(name).version;
  return JSON.parse(readFileSync(require.resolve(`${packageName}/package.json`), 'utf8')).version;
};

/**
 * The modules that a build shares with the page. Of ours any version is accepted: whether the host still offers what a
 * remote uses is judged by export (webpack-surface.mjs).
 * @param {{ strictVersion?: boolean }} options of each module; `strictVersion` of packages only
 * @returns {Record<string, { singleton: true, version: string, requiredVersion: string }>}
 */
export function sharedModules({ strictVersion, ...options }) {
  const requests = [...singletons, ...sharedLibraryFiles()];
  return Object.fromEntries(
    requests.map((request) => {
      const version = versionOf(request);
      const common = { singleton: /** @type {const} */ (true), version, ...options };
      if (request.startsWith('@bank/')) return [request, { ...common, requiredVersion: '*' }];
      return [
        request,
        { ...common, requiredVersion: `^${version}`, ...(strictVersion && { strictVersion }) },
      ];
    }),
  );
}

/** The Federation runtime, which the host provides to every remote. */
export const FEDERATION = '@module-federation/runtime';
export const federationVersion = () => versionOf(FEDERATION);
