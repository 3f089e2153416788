import { setTimeout as sleep } from 'node:timers/promises';
import { launchBalancer } from '../../../libs/cli/cluster/balancers.mjs';
import { CliError } from '../../../libs/cli/progress.mjs';

/**
 * HAProxy before servers on this machine, on `port` and, for the other sites, on the ports after it; resolves when it reaches one.
 * @param {string} home for its file and log
 * @param {number} port
 * @param {number[]} servers the ports of `bank-1` and the next
 */
export async function startBalancer(home, port, servers) {
  const balancer = await launchBalancer(home, port, servers);
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined);
    if (answer?.ok) return balancer;
    if (tries === 100) throw new CliError('HAProxy reaches no ready server.');
    await sleep(100);
  }
}
