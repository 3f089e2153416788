import path from 'node:path';
import webpack from 'webpack';
import { common, folderOf, precompressed, smallest } from './webpack-common.mjs';
import { LoaderManifestPlugin, WeightPlugin } from './webpack-plugins.mjs';
import { script } from './webpack-rules.mjs';

/**
 * Builds a file that partners' pages load, `loader` or `tools`. The build fails when it exceeds `kilobytes` (gzip).
 * @param {string} configUrl
 * @param {{ name: string, kilobytes: number }} options
 */
export function loader(configUrl, { name, kilobytes }) {
  const folder = folderOf(configUrl);
  return {
    ...common(name, { development: false, recipe: import.meta.url }),
    target: ['web', 'es2022'],
    entry: { [name]: path.join(folder, 'loader.ts') },
    output: { path: path.join(folder, 'dist'), filename: '[name].js' },
    module: {
      rules: [
        script({ development: false }),
        { test: /\.css$/, type: 'asset/source', loader: path.join(import.meta.dirname, 'css-text.mjs') },
      ],
      generator: { json: { JSONParse: false } },
    },
    optimization: {
      // A module is strict without a directive.
      minimizer: [smallest({ module: true })],
    },
    plugins: [
      new webpack.DefinePlugin({ isTools: name === 'tools' }),
      new LoaderManifestPlugin(folder, name),
      new WeightPlugin(name, kilobytes),
      ...precompressed(),
    ],
  };
}
