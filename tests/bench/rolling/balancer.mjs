import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../../libs/cli/machine.mjs';
import { ROOT } from '../../../libs/cli/paths.mjs';
import { launch } from '../../../libs/cli/processes.mjs';
import { CliError } from '../../../libs/cli/progress.mjs';

/** The recommended file; only its addresses and certificates are replaced. */
const recommended = path.join(ROOT, 'bff/operations/haproxy.cfg');

/**
 * HAProxy before servers on this machine, on `port` and, for the other sites, on the ports after it.
 * @param {string} home for its file and log
 * @param {number} port
 * @param {number[]} servers the ports of `bank-1` and the next
 */
export async function startBalancer(home, port, servers) {
  const program = findProgram(['haproxy']);
  if (!program) throw new CliError('HAProxy is not installed (Debian: apt-get install haproxy).');
  const text = fs
    .readFileSync(recommended, 'utf8')
    .replace(/bind :(\d+).*/g, (_, at) => `bind 127.0.0.1:${port + Number(at) - 3000}`)
    .replace(/bank-(\d):(\d+)/g, (_, which, at) => `127.0.0.1:${portOf(servers, which) + Number(at) - 3000}`)
    .replace(/(server bank-(\d) .*check port) \d+/g, (_, line, which) => `${line} ${portOf(servers, which)}`);
  const file = path.join(home, 'haproxy.cfg');
  fs.writeFileSync(file, text);
  const log = fs.openSync(path.join(home, 'haproxy.log'), 'a');
  const balancer = await launch('HAProxy', program, ['-db', '-f', file], {
    stdio: ['ignore', log, log],
    // Its SIGTERM ends at once.
    graceMs: 2_000,
  });
  fs.closeSync(log);
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined);
    if (answer?.ok) return balancer;
    if (tries === 100) throw new CliError('HAProxy reaches no ready server.');
    await sleep(100);
  }
}

/** @param {number[]} servers @param {string} which */
const portOf = (servers, which) => servers[Number(which) - 1] ?? 0;
