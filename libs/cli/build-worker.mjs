import process from 'node:process';
import { compile } from './compile.mjs';

/**
 * @typedef {object} Order
 * @property {string} recipe
 * @property {boolean} isFirst whether it is the first build of this target here. It keeps no cache: a run of the tests never
 *   reads it, and writing it is a fifth of the work. The builds after it do.
 */

/**
 * A process of build.mjs: builds the recipe of each message, and replies with its errors, or null. Webpack computes
 * in one thread, so that two targets in one process would share a core.
 */
process.on('message', (/** @type {Order} */ { recipe, isFirst }) => {
  const adapt = (/** @type {import('webpack').Configuration[]} */ configurations) =>
    isFirst
      ? configurations.map((each) => ({ ...each, cache: /** @type {const} */ (false) }))
      : configurations;
  void compile(recipe, adapt).then((errors) => process.send?.(errors));
});
// No later than the build itself, however that ends.
process.once('disconnect', () => process.exit());
