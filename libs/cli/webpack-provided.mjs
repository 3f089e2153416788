import webpack from 'webpack';
import { isLate, sharedModules } from './shared-modules.mjs';

/**
 * The modules that a shell gives to remotes, registered by a module of its own. Through the plugin's `shared` the shell would
 * also take each of them back from the runtime at its start: more script, and a longer first task. `virtual:provided` is
 * evaluated by the shell's `main.ts` before anything loads a remote.
 *
 * @typedef {[request: string, shared: { version: string, requiredVersion: string }]} Provided
 */

/** The file of the modules that no first view needs. */
const LATE = 'virtual:late';

/**
 * @param {{ defers: boolean }} options whether what no first view needs is loaded only when a remote takes it, or when the
 *   browser is idle
 */
export function providedModules({ defers }) {
  const modules = Object.entries(sharedModules({}));
  const isDeferred = (/** @type {Provided} */ [request]) => defers && isLate(request);
  const late = modules.filter(isDeferred);
  return virtualModules({
    provided: registration(
      modules.filter((module) => !isDeferred(module)),
      late,
    ),
    late: late.map(([request], at) => `export * as m${at} from '${request}';`).join('\n'),
  });
}

/**
 * Modules whose source is the value of an entry, as `virtual:<key>`. A build whose cache has another source compiles it again.
 * @param {Record<string, string>} sources
 */
export const virtualModules = (sources) =>
  new webpack.experiments.schemes.VirtualUrlPlugin(
    Object.fromEntries(
      Object.entries(sources).map(([key, source]) => [
        key,
        { type: '', source: () => source, version: source },
      ]),
    ),
  );

/** @param {Provided[]} atOnce @param {Provided[]} late */
const registration = (atOnce, late) => `
import { registerShared } from '@module-federation/enhanced/runtime';
${atOnce.map(([request], at) => `import ${bindingOf(request)} from '${request}';`.replace('$', `m${at}`)).join('\n')}
${late.length > 0 ? later : ''}
const shared = [
${atOnce.map((module, at) => entryOf(module, `{ lib: () => m${at} }`)).join('\n')}
${late.map((module, at) => entryOf(module, `later('m${at}')`)).join('\n')}
];
registerShared(
  Object.fromEntries(
    shared.map(([name, version, requiredVersion, module]) => [
      name,
      { version, shareConfig: { singleton: true, requiredVersion }, ...module },
    ]),
  ),
);
`;

/**
 * Loaded when the browser is idle. The runtime keeps the promise of a shared module's first loading as its `loading`, also where
 * that failed: no remote would get the module until the page is loaded again.
 */
const later = `
const later = (name) => ({
  async get() {
    try {
      const modules = await import(/* webpackChunkName: "late", webpackPrefetch: true */ '${LATE}');
      return () => modules[name];
    } catch (error) {
      this.loading = null;
      throw error;
    }
  },
});`;

/** Of a CommonJS package its `module.exports`, which is what a remote expects. @param {string} request */
const bindingOf = (request) => (request.startsWith('@bank/') ? '* as $' : '$');

/** @param {Provided} module @param {string} source */
const entryOf = ([request, { version, requiredVersion }], source) =>
  `  ['${request}', '${version}', '${requiredVersion}', ${source}],`;
