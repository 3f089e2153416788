import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { explain } from './progress.mjs';

/** @typedef {import('webpack').Configuration} Configuration */

/**
 * Runs one build recipe.
 * @param {string} recipe a `webpack.config.js`
 * @param {(configurations: Configuration[]) => Configuration[]} [choose] selects and adapts its configurations; by default all
 * @returns {Promise<string | null>} the errors, or null
 */
export async function compile(recipe, choose = (configurations) => configurations) {
  try {
    // Imported here: where nothing changed, loading webpack would take most of the time.
    const [{ default: webpack }, { default: configuration }] = await Promise.all([
      import('webpack'),
      import(pathToFileURL(recipe).href),
    ]);
    const compiler = webpack(choose([configuration].flat()));
    const stats = await new Promise((resolve, reject) => {
      compiler.run((/** @type {Error | null} */ error, /** @type {import('webpack').Stats} */ result) =>
        error ? reject(error) : resolve(result),
      );
    });
    // Closing writes the cache for the next build of this target.
    await new Promise((resolve) => compiler.close(resolve));
    return stats.hasErrors() ? stats.toString({ preset: 'errors-only', colors: process.stdout.isTTY }) : null;
  } catch (error) {
    return explain(error);
  }
}
