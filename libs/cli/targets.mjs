import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * @typedef {object} Target a folder that webpack builds into its dist
 * @property {string} name the folder below the root, such as remotes/cards
 * @property {string} folder
 * @property {string} recipe its webpack.config.js
 * @property {string} stamp file in dist that holds the hash of its inputs
 */

/** Every folder with a build recipe. @returns {Target[]} */
export function listTargets() {
  const parents = ['.', 'hosts', 'libs', 'remotes'].map((name) => path.join(ROOT, name));
  return parents
    .filter((parent) => fs.existsSync(parent))
    .flatMap((parent) => fs.readdirSync(parent).map((name) => path.join(parent, name)))
    .map((folder) => ({
      name: path.relative(ROOT, folder),
      folder,
      recipe: path.join(folder, 'webpack.config.js'),
      stamp: path.join(folder, 'dist/.stamp'),
    }))
    .filter(({ recipe }) => fs.existsSync(recipe));
}
