import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { hashOfInputs } from './inputs.mjs';
import { CliError, elapsed, explain } from './progress.mjs';
import { MANY_OBJECTS } from './short-run.mjs';
import { listTargets } from './targets.mjs';

/** @typedef {import('./targets.mjs').Target} Target */

/** Processes, one per core of a small machine. */
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
    const { compile, stop } = startCompiler();
    for (let target = queue.shift(); target; target = queue.shift()) {
      const startedAt = Date.now();
      const problem = await buildTarget(target, compile);
      if (problem) problems.push(`${target.name}:\n${problem}`);
      console.log(`      ${target.name}: ${problem ? 'failed' : 'built'} (${elapsed(startedAt)})`);
    }
    stop();
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, queue.length) }, worker));
  if (problems.length > 0) throw new CliError(`The build failed.\n\n${problems.join('\n\n')}`);
  return changed.length === 0 ? 'nothing changed' : `${changed.length} of ${targets.length} built`;
}

/** A process that builds one recipe at a time. */
function startCompiler() {
  const script = path.join(import.meta.dirname, 'build-worker.mjs');
  const child = fork(script, { execArgv: MANY_OBJECTS });
  const ended = once(child, 'exit').then(([code, signal]) => `The compiler ended with ${signal ?? code}.`);
  return {
    /** @param {import('./build-worker.mjs').Order} order @returns {Promise<string | null>} the errors, or null */
    compile(order) {
      const replied = once(child, 'message').then(([errors]) => errors);
      if (child.connected) child.send(order);
      return Promise.race([replied, ended]);
    },
    stop: () => child.connected && child.disconnect(),
  };
}

/**
 * The stamp is removed first and written last, so that an interrupted build is repeated.
 * @param {Target & { hash: string }} target
 * @param {(order: import('./build-worker.mjs').Order) => Promise<string | null>} compile
 * @returns {Promise<string | null>} the errors, or null
 */
async function buildTarget(target, compile) {
  const isFirst = !fs.existsSync(target.stamp);
  fs.rmSync(target.stamp, { force: true });
  const errors = await compile({ recipe: target.recipe, isFirst });
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
