import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from './paths.mjs';

const require = createRequire(import.meta.url);

/** Libraries whose state must exist once in a page. The host brings them; remotes carry no copy of their own. */
const singletons = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];

/** Files of our libraries that hold no state, and that most pages do without: a remote that needs one bundles it. */
const bundled = [
  'client/contract-form',
  'client/export-buttons',
  'client/export-texts',
  'client/form',
  'client/personal-storage',
  'client/preview-page',
  'client/preview-texts',
  'client/proof-dialog',
  'client/proof-gate',
  'client/proof-texts',
  'client/show-file',
  'client/use-debounced',
  'ui/day-figure',
  'ui/progress',
  'ui/step-title',
];
/** @param {string} request */
const isBundled = (request) =>
  bundled.some((file) => request === `@bank/${file}`) || request.startsWith('@bank/ui/gallery');

/** Every file of the shared libraries is a shared module of its own, so that a remote names just what it uses. */
export function sharedLibraryFiles() {
  return ['i18n', 'ui', 'client'].flatMap((library) =>
    readdirSync(path.join(ROOT, 'libs', library))
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
      .map((file) => `@bank/${library}/${file.replace(/\.tsx?$/, '')}`)
      .filter((request) => !isBundled(request)),
  );
}

/** @param {string} request @returns {string} */
const versionOf = (request) => {
  const [scope = '', name = ''] = request.split('/');
  const packageName = scope.startsWith('@') ? `${scope}/${name}` : scope;
  const file = packageName.startsWith('@bank/')
    ? path.join(ROOT, 'libs', name, 'package.json')
    : require.resolve(`${packageName}/package.json`);
  return JSON.parse(readFileSync(file, 'utf8')).version;
};

/** What a build shares with the page: each module once, of the version that is installed. @param {object} options of each */
export function sharedModules(options) {
  const requests = [...singletons, ...sharedLibraryFiles()];
  return Object.fromEntries(
    requests.map((request) => {
      const version = versionOf(request);
      return [request, { singleton: true, version, requiredVersion: `^${version}`, ...options }];
    }),
  );
}

/** @param {Record<string, { version: string }>} shared */
export const versionsOf = (shared) =>
  Object.fromEntries(Object.entries(shared).map(([request, { version }]) => [request, version]));
