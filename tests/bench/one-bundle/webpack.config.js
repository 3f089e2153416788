import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import webpack from 'webpack';
import { host } from '../../../webpack.shared.js';

/**
 * The customer shell and its remotes in one ordinary build without Federation, with pages split by `import()`: the
 * reference of `npm run bench:web`.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const shell = path.join(root, 'hosts/shell');
const recipe = host(pathToFileURL(path.join(shell, 'webpack.config.js')).href);

export default {
  ...recipe,
  name: 'one-bundle',
  cache: { ...recipe.cache, name: 'one-bundle' },
  output: { ...recipe.output, path: path.join(root, '.cache/one-bundle/shell/dist') },
  plugins: [
    ...recipe.plugins.filter((plugin) => plugin.constructor.name !== 'ModuleFederationPlugin'),
    new webpack.NormalModuleReplacementPlugin(/^virtual:provided$/, 'data:text/javascript,'),
    new webpack.NormalModuleReplacementPlugin(
      /(^\.|\/remotes)\/remote-loader$/,
      path.join(root, 'tests/bench/one-bundle/remote-loader.ts'),
    ),
  ],
};
