import fs from 'node:fs';
import process from 'node:process';
import { perSecond } from './http-load.mjs';

/** @typedef {Record<'server' | 'database', number>} Processes their process ids */

/** Linux counts processor time in hundredths of a second, in these two fields after the name. */
const tickMilliseconds = 10;
const [userField, systemField] = [11, 12];

/**
 * Measures one way of making transfers over several rounds: the best rate, and the average cost of one.
 * @param {any} database
 * @param {Processes} processes
 * @param {(lane: number) => Promise<void>} work
 */
export function costs(database, processes, work) {
  const sums = { transfers: 0, statements: 0, own: 0, server: 0, database: 0 };
  let best = 0;
  const round = async (/** @type {number} */ lanes, /** @type {number} */ seconds) => {
    const before = await spent(database, processes);
    let done = 0;
    const speed = await perSecond(lanes, seconds, async (lane) => {
      await work(lane);
      done += 1;
    });
    const after = await spent(database, processes);
    best = Math.max(best, speed);
    sums.transfers += done;
    for (const name of /** @type {const} */ (['statements', 'own', 'server', 'database'])) {
      sums[name] += after[name] - before[name];
    }
  };
  const each = (/** @type {'statements' | 'own' | 'server' | 'database'} */ name) =>
    (sums[name] / sums.transfers).toFixed(2);
  const text = () =>
    `${best.toFixed(0)} transfers/s; each ${each('statements')} statements, ms of processor time: ` +
    `server ${each('server')}, database ${each('database')}, this program ${each('own')}`;
  return { round, best: () => best, text };
}

/**
 * @param {any} database
 * @param {Processes} processes
 */
async function spent(database, processes) {
  const [[questions]] = await database.query("SHOW GLOBAL STATUS LIKE 'Questions'");
  const { user, system } = process.cpuUsage();
  return {
    statements: Number(questions.Value),
    own: (user + system) / 1000,
    server: processorTime(processes.server),
    database: processorTime(processes.database),
  };
}

/** The CPU time of a process, in ms; NaN where the system does not report it. @param {number} pid */
function processorTime(pid) {
  const file = `/proc/${pid}/stat`;
  if (!fs.existsSync(file)) return NaN;
  const fields = fs.readFileSync(file, 'utf8').split(') ').pop()?.split(' ') ?? [];
  return (Number(fields[userField]) + Number(fields[systemField])) * tickMilliseconds;
}
