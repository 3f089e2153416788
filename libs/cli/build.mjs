import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { compile } from './compile.mjs';
import { hashOfInputs } from './inputs.mjs';
import { CliError, elapsed, explain } from './progress.mjs';
import { listTargets } from './targets.mjs';

/** @typedef {import('./targets.mjs').Target} Target */

/** One per core of a small machine; each takes 300 MB. */
const PARALLEL = 2;

/**
 * Builds the targets whose inputs changed since their last build.
 * @param {Target[]} targets
 * @returns {Promise<string>} a summary
 */
async function build(targets) {
  const changed = targets
    .map((target) => ({ ...target, hash: hashOfInputs(target.name) }))
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
  if (problems.length > 0) throw new CliError(`The build failed.\n\n${problems.join('\n\n')}`);
  return changed.length === 0 ? 'nothing changed' : `${changed.length} of ${targets.length} built`;
}

/**
 * The stamp is removed first and written last, so that an interrupted build is repeated.
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
