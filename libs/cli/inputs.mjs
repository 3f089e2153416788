import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ROOT } from './paths.mjs';

/** What every target is built with, beside its own folder. */
const SHARED_INPUTS = ['libs', 'webpack.shared.js', 'package-lock.json'];
/** Results, and sources that no build reads. */
const IGNORED = /(^|\/)(dist|node_modules)(\/|$)|\.test\.tsx?$/;

/** The hash of the shared inputs, computed once: they are many files. @type {string} */
let shared;

/**
 * Names what a target is built from: the same sources, recipe and packages give the same hash.
 * @param {string} target a folder below the root, such as remotes/cards
 * @returns {string} SHA-256, hex
 */
export function hashOfInputs(target) {
  shared ??= hashOf(SHARED_INPUTS, process.version);
  return hashOf([target], shared);
}

/**
 * @param {string[]} names files and folders below the root
 * @param {string} seed
 */
function hashOf(names, seed) {
  const hash = createHash('sha256').update(seed);
  for (const name of names.flatMap(listFiles))
    hash.update(`\0${name}\0`).update(fs.readFileSync(path.join(ROOT, name)));
  return hash.digest('hex');
}

/** Files in a stable order. @param {string} name @returns {string[]} */
function listFiles(name) {
  const file = path.join(ROOT, name);
  if (IGNORED.test(name) || !fs.existsSync(file)) return [];
  if (!fs.statSync(file).isDirectory()) return [name];
  return fs
    .readdirSync(file)
    .sort()
    .flatMap((child) => listFiles(`${name}/${child}`));
}
