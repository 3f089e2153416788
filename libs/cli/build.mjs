import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { compile } from './compile.mjs';
import { Failure, elapsed, explain } from './progress.mjs';
import { ROOT } from './paths.mjs';
import { listTargets } from './targets.mjs';

/** @typedef {import('./targets.mjs').Target} Target */

/** What every target is built with, beside its own folder. */
const SHARED_INPUTS = ['libs', 'webpack.shared.js', 'package-lock.json'];
/** Results, and sources that no build reads. */
const IGNORED = /(^|\/)(dist|node_modules)(\/|$)|\.test\.tsx?$/;
/** One per core of a small machine; each takes 300 MB. */
const PARALLEL = 2;

/**
 * Builds those of the targets whose inputs changed since their last build.
 * @param {Target[]} targets
 * @returns {Promise<string>} what was done, in a few words
 */
async function build(targets) {
  const shared = hashOf(SHARED_INPUTS);
  const changed = targets
    .map((target) => ({ ...target, hash: hashOf([target.name], shared) }))
    .filter((target) => readStamp(target) !== target.hash);
  const queue = [...changed];
  /** @type {string[]} */
  const problems = [];
  const worker = async () => {
    for (let target = queue.shift(); target; target = queue.shift()) {
      const startedAt = Date.now();
      const problem = await buildTarget(target);
      if (problem) problems.push(`${target.name}:\n${problem}`);
      console.log(`      ${target.name}: ${problem ? 'failed' : 'built'} (${elapsed(startedAt)})`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  if (problems.length > 0) throw new Failure(`The build failed.\n\n${problems.join('\n\n')}`);
  return changed.length === 0 ? 'nothing changed' : `${changed.length} of ${targets.length} built`;
}

/**
 * The stamp goes first and comes last: a build that was stopped half-way is done again.
 * @param {Target & { hash: string }} target
 * @returns {Promise<string | null>} the errors, or null
 */
async function buildTarget(target) {
  fs.rmSync(target.stamp, { force: true });
  const errors = await compile(target.recipe);
  if (errors) return errors;
  fs.mkdirSync(path.dirname(target.stamp), { recursive: true });
  fs.writeFileSync(target.stamp, target.hash);
  return null;
}

/** @param {Target} target */
function readStamp({ stamp }) {
  return fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8') : '';
}

/**
 * @param {string[]} names files and folders below the root
 * @param {string} [seed]
 */
function hashOf(names, seed = process.version) {
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

// `npm run build` builds everything; names (remotes/cards) restrict it.
const names = process.argv.slice(2);
const startedAt = Date.now();
try {
  const outcome = await build(listTargets().filter(({ name }) => names.length === 0 || names.includes(name)));
  console.log(`      ${outcome} (${elapsed(startedAt)})`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
