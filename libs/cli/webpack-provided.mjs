import webpack from 'webpack';
import { isInside, isLate, sharedModules } from './shared-modules.mjs';

/**
 * The modules that a shell gives to remotes, registered by a module of its own. Through the plugin's `shared` the shell would
 * also take each of them back from the runtime at its start: more script, and a longer first task. `virtual:provided` is
 * evaluated by the shell's `main.ts` before anything loads a remote.
 *
 * @typedef {[request: string, shared: { version: string, requiredVersion: string }]} Provided
 */

/**
 * @param {{ defers: boolean }} options whether what visitors' first views need not, or no first view needs, is in files of its own
 */
export function providedModules({ defers }) {
  const modules = Object.entries(sharedModules({}));
  const those = (/** @type {(request: string) => boolean} */ isOf) =>
    modules.filter(([request]) => defers && isOf(request));
  const [inside, late] = [those(isInside), those(isLate)];
  const atOnce = modules.filter((module) => !inside.includes(module) && !late.includes(module));
  return virtualModules({
    provided: registration(atOnce, { inside, late }),
    inside: exportsOf(inside),
    late: exportsOf(late),
  });
}

const exportsOf = (/** @type {Provided[]} */ modules) =>
  modules.map(([request], at) => `export * as m${at} from '${request}';`).join('\n');

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

/** @param {Provided[]} atOnce @param {{ inside: Provided[], late: Provided[] }} deferred */
const registration = (atOnce, { inside, late }) => `
import { registerShared } from '@module-federation/enhanced/runtime';
${atOnce.map(([request], at) => `import ${bindingOf(request)} from '${request}';`.replace('$', `m${at}`)).join('\n')}
${inside.length + late.length > 0 ? later : ''}
const shared = [
${atOnce.map((module, at) => entryOf(module, `{ lib: () => m${at} }`)).join('\n')}
${inside.map((module, at) => entryOf(module, `later(inside, 'm${at}')`)).join('\n')}
${late.map((module, at) => entryOf(module, `later(late, 'm${at}')`)).join('\n')}
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
 * The file "late" is fetched when the browser is idle, and so is "inside" by the shell (libs/client/host/host.tsx). The runtime
 * keeps the promise of a shared module's first loading as its `loading`, also where that failed: no remote would get the module
 * until the page is loaded again.
 */
const later = `
const inside = () => import(/* webpackChunkName: "inside" */ 'virtual:inside');
const late = () => import(/* webpackChunkName: "late", webpackPrefetch: true */ 'virtual:late');
const later = (load, name) => ({
  async get() {
    try {
      const modules = await load();
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
