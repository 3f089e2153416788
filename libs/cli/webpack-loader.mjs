import path from 'node:path';
import { ROOT } from './paths.mjs';
import { common, folderOf, precompressed, smallest } from './webpack-common.mjs';
import { LoaderManifestPlugin, WeightPlugin } from './webpack-plugins.mjs';
import { script } from './webpack-rules.mjs';

/**
 * Builds the one file that partners' pages load. The build fails when it exceeds `kilobytes` (gzip).
 * @param {string} configUrl
 * @param {{ kilobytes: number }} limit
 */
export function loader(configUrl, { kilobytes }) {
  const folder = folderOf(configUrl);
  return {
    ...common('loader', { development: false, recipe: import.meta.url }),
    target: ['web', 'es2022'],
    entry: { loader: path.join(folder, 'loader.ts') },
    output: { path: path.join(folder, 'dist'), filename: '[name].js', clean: true },
    module: {
      rules: [
        script({ development: false }),
        { test: /\.css$/, type: 'asset/source', loader: path.join(ROOT, 'libs/cli/css-text.mjs') },
      ],
      generator: { json: { JSONParse: false } },
    },
    optimization: {
      // A module is strict without a directive.
      minimizer: [smallest({ module: true })],
    },
    plugins: [new LoaderManifestPlugin(folder), new WeightPlugin('loader', kilobytes), ...precompressed()],
  };
}
