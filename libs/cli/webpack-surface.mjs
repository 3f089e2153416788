import { createHash } from 'node:crypto';
import webpack from 'webpack';
import { federationVersion, sharedLibraryFiles } from './shared-modules.mjs';
import { textOf } from './surface/record.mjs';
import { currentRecords, currentTokens } from './surface/surface.mjs';
import { federationToken } from './surface/tokens.mjs';

/**
 * What a build states of the surface of the shared libraries: a host what it offers, a remote what it uses.
 *
 * @typedef {{ [module: string]: { [name: string]: string[] } }} Offered
 */

/** The surface of a host's shared modules: for each export the tokens of every form that it serves. @returns {Offered} */
export function offeredSurface() {
  const tokens = currentTokens();
  return Object.fromEntries(sharedLibraryFiles().map((module) => [module, tokens[module] ?? {}]));
}

/**
 * Those of its exports that will go, with what to use in place of each.
 * @returns {{ [module: string]: { [name: string]: string } }}
 */
export function deprecations() {
  /** @type {{ [module: string]: { [name: string]: string } }} */
  const modules = {};
  const shared = new Set(sharedLibraryFiles());
  for (const { library, record } of currentRecords()) {
    for (const [key, { kind, deprecated }] of Object.entries(record.exports)) {
      const [entry = '', name = ''] = key.split('#');
      const module = `@bank/${library}/${entry}`;
      if (kind === 'value' && deprecated !== undefined && shared.has(module))
        (modules[module] ??= {})[name] = deprecated;
    }
  }
  return modules;
}

/** All of it, and the Federation runtime's major version, as the shell's script carries it. */
export const hostTokens = () =>
  [
    federationToken(federationVersion()),
    ...Object.values(offeredSurface()).flatMap((names) => Object.values(names).flat()),
  ].join('');

/** The version of each shared library, and the hash of all that it offers. */
export const libraryVersions = () =>
  Object.fromEntries(
    currentRecords().map(({ library, version, record }) => {
      const hash = createHash('sha256').update(textOf(record)).digest('hex').slice(0, 16);
      return [`@bank/${library}`, { version, hash }];
    }),
  );

/**
 * Collects which exports of the shared libraries a build uses. Every export of a module that it uses as a whole.
 * @param {import('webpack').Compiler} compiler
 * @returns {() => { [module: string]: string[] }} by module, once the build is made
 */
export function collectUses(compiler) {
  /** @type {Map<string, Set<string> | 'all'>} */
  let uses = new Map();
  compiler.hooks.thisCompilation.tap('surface', (compilation) => {
    compilation.hooks.afterOptimizeDependencies.tap('surface', (modules) => {
      uses = new Map();
      for (const module of modules) {
        if (module.type !== 'consume-shared-module') continue;
        const name = /** @type {any} */ (module).options.shareKey;
        if (name.startsWith('@bank/')) uses.set(name, usesOf(compilation, module));
      }
    });
  });
  return () =>
    Object.fromEntries(
      [...uses].map(([module, names]) => [
        module,
        names === 'all' ? Object.keys(currentTokens()[module] ?? {}) : [...names],
      ]),
    );
}

/** @param {import('webpack').Compilation} compilation @param {import('webpack').Module} module @returns {Set<string> | 'all'} */
function usesOf(compilation, module) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const connection of compilation.moduleGraph.getIncomingConnections(module)) {
    if (!connection.dependency || !connection.getActiveState(undefined)) continue;
    for (const referenced of compilation.getDependencyReferencedExports(connection.dependency, undefined)) {
      const path = Array.isArray(referenced) ? referenced : referenced.name;
      if (!path[0]) return 'all';
      names.add(path[0]);
    }
  }
  return names;
}

/**
 * The current token of each export that a build uses.
 * @param {{ [module: string]: string[] }} uses
 * @throws Error where a module has no such export
 */
export function usedSurface(uses) {
  const tokens = currentTokens();
  const tokenOf = (/** @type {string} */ module, /** @type {string} */ name) => {
    const [token] = tokens[module]?.[name] ?? [];
    if (!token) throw new webpack.WebpackError(`${module} exports no value "${name}"`);
    return token;
  };
  const sorted = Object.entries(uses).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([module, names]) => [
      module,
      Object.fromEntries(names.sort().map((name) => [name, tokenOf(module, name)])),
    ]),
  );
}
