import path from 'node:path';
import { common, folderOf, precompressed, smallest } from './webpack-common.mjs';
import { script } from './webpack-rules.mjs';

/**
 * Builds the service workers of a shell: `src/worker/worker.ts` into `dist/worker/worker.js`, and beside it the one for push
 * messages only. Their names have no hash: a browser
 * asks for the same address again to find a new one.
 * @param {string} configUrl the URL of a `webpack.config.js`
 */
export function worker(configUrl) {
  const folder = folderOf(configUrl);
  const name = `${path.basename(folder)}-worker`;
  return {
    ...common(name, { development: false, recipe: import.meta.url }),
    target: ['webworker', 'es2022'],
    entry: Object.fromEntries(
      ['worker', 'push-worker'].map((file) => [file, path.join(folder, `src/worker/${file}.ts`)]),
    ),
    output: { path: path.join(folder, 'dist/worker'), filename: '[name].js', clean: true },
    module: { rules: [script({ development: false })] },
    optimization: { minimizer: [smallest()] },
    plugins: precompressed(),
  };
}
