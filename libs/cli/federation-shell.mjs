import { init } from '@module-federation/runtime';

/**
 * Replaces the plugin's part between webpack and the Federation runtime in a shell, which registers its shared modules by itself
 * (webpack-provided.mjs) and loads remotes by the runtime: webpack's own `import` of a shared module or a remote is used nowhere.
 */
export default {
  runtime: { init },
  bundlerRuntime: {
    /** @param {{ webpackRequire: any }} of */
    init: ({ webpackRequire }) => init(webpackRequire.federation.initOptions),
  },
};
