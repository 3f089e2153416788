import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ROOT } from './paths.mjs';

/** Inputs of every target besides its own folder. */
const SHARED_INPUTS = ['libs', 'webpack.shared.js', 'package-lock.json'];
/** Results, hidden files, and files that no build reads; the records of the surfaces, which hosts alone read. */
const IGNORED = /(^|\/)(dist|node_modules|\.[^/]+)(\/|$)|\.test\.tsx?$|\.md$|^libs\/\w+\/surface\.json$/;
const RECORDS = ['i18n', 'ui', 'client'].map((library) => `libs/${library}/surface.json`);

/** Computed once: the shared inputs are many files. @type {string} */
let shared;

/**
 * Hashes everything that a target is built from: sources, recipe and packages.
 * @param {string} target a folder below the root, such as remotes/cards
 * @returns {string} SHA-256, hex
 */
export function hashOfInputs(target) {
  shared ??= hashOfFiles(SHARED_INPUTS, process.version);
  return hashOfFiles(target.startsWith('hosts/') ? [target, ...RECORDS] : [target], shared);
}

/**
 * @param {string[]} names files and folders below the root
 * @param {string} [seed]
 * @returns {string} SHA-256, hex
 */
export function hashOfFiles(names, seed = '') {
  const hash = createHash('sha256').update(seed);
  for (const name of names.flatMap(listFiles))
    hash.update(`\0${name}\0`).update(fs.readFileSync(path.join(ROOT, name)));
  return hash.digest('hex');
}

/** Files in a stable order. @param {string} name @returns {string[]} */
function listFiles(name) {
  const file = path.join(ROOT, name);
  if (!fs.existsSync(file)) return [];
  if (!fs.statSync(file).isDirectory()) return [name];
  return fs
    .readdirSync(file)
    .sort()
    .map((child) => `${name}/${child}`)
    .filter((child) => !IGNORED.test(child))
    .flatMap(listFiles);
}
