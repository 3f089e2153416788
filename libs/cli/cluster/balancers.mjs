import fs from 'node:fs';
import path from 'node:path';
import { installPackages } from '../install.mjs';
import { canInstallPackages, findProgram } from '../machine.mjs';
import { ROOT } from '../paths.mjs';
import { launch } from '../processes.mjs';
import { CliError } from '../progress.mjs';

/** The recommended files; only their addresses and certificates are replaced. */
const recommended = (/** @type {string} */ name) =>
  fs.readFileSync(path.join(ROOT, 'bff/operations', name), 'utf8');

/** Installs HAProxy where the process may. @throws CliError where it is missing */
export async function requireBalancer() {
  if (!findProgram(['haproxy']) && canInstallPackages()) await installPackages(['haproxy']);
  if (!findProgram(['haproxy']))
    throw new CliError('HAProxy is not installed (Debian: apt-get install haproxy).');
}

/**
 * HAProxy before servers on this machine, on `port` and, for the other sites, on the ports after it.
 * @param {string} home for its file and log
 * @param {number} port
 * @param {number[]} servers the ports of `bank-1` and the next
 */
export function launchBalancer(home, port, servers) {
  const portOf = (/** @type {string} */ which) => servers[Number(which) - 1] ?? 0;
  const text = recommended('haproxy.cfg')
    .replace(
      /bind :(\d+).*/g,
      (_, at) => `bind 127.0.0.1:${at === '8405' ? port + 6 : port + Number(at) - 3000}`,
    )
    .replace(/bank-(\d):(\d+)/g, (_, which, at) => `127.0.0.1:${portOf(which) + Number(at) - 3000}`)
    .replace(/(server bank-(\d) .*check port) \d+/g, (_, line, which) => `${line} ${portOf(which)}`);
  return launchHaproxy(home, 'haproxy', text);
}

/**
 * HAProxy before the database nodes.
 * @param {string} home for its file and log
 * @param {{ database: number, databaseMetrics: number }} ports where it listens
 * @param {{ sql: number, agent: number }[]} nodes how it reaches `database-1` and the next
 */
export function launchDatabaseBalancer(home, { database, databaseMetrics }, nodes) {
  const of = (/** @type {string} */ which) => nodes[Number(which) - 1] ?? { sql: 0, agent: 0 };
  const text = recommended('haproxy-database.cfg')
    .replace(/bind :3306/, `bind 127.0.0.1:${database}`)
    .replace(/bind :8406/, `bind 127.0.0.1:${databaseMetrics}`)
    .replace(
      /database-(\d):3306 check port 3310/g,
      (_, which) => `127.0.0.1:${of(which).sql} check port ${of(which).agent}`,
    );
  return launchHaproxy(home, 'haproxy-database', text);
}

/** @param {string} home @param {string} name @param {string} text */
async function launchHaproxy(home, name, text) {
  const program = findProgram(['haproxy']);
  if (!program) throw new CliError('HAProxy is not installed (Debian: apt-get install haproxy).');
  const file = path.join(home, `${name}.cfg`);
  fs.writeFileSync(file, text);
  const log = fs.openSync(path.join(home, `${name}.log`), 'a');
  // Its SIGTERM ends at once.
  const child = await launch('HAProxy', program, ['-db', '-f', file], {
    stdio: ['ignore', log, log],
    graceMs: 2_000,
  });
  fs.closeSync(log);
  return child;
}
