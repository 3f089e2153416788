import path from 'node:path';
import process from 'node:process';
import { install } from './bank.mjs';
import { startCluster } from './cluster/start.mjs';
import { checkDiskSpace, checkNode, firstPort } from './machine.mjs';
import { isInstalled } from './install.mjs';
import { DATA_DIR, ROOT } from './paths.mjs';
import { runVisibly, supervise } from './processes.mjs';
import { CliError, stepper } from './progress.mjs';

/**
 * `npm run cluster`: the bank as it runs on several machines, on this one: three database nodes with a supervisor, three servers,
 * HAProxy before both, the world, and Prometheus where it is installed. Its data are in `cluster` of DATA_DIR.
 * @returns {Promise<number>}
 */
async function run() {
  const step = stepper(4);
  const port = firstPort();
  await step('Machine', async () => {
    checkNode();
    checkDiskSpace(!isInstalled());
  });
  await step('Dependencies', install);
  await step('Build', async () => {
    const code = await runVisibly('The build', process.execPath, ['libs/cli/build.mjs'], { cwd: ROOT });
    if (code !== 0) throw new CliError('Nothing was started.');
  });
  const home = path.join(DATA_DIR, 'cluster');
  const { prometheus, databases } = await step('Cluster', () => startCluster(home, port, { seeds: true }));
  const { ports } = databases;
  const lines = [
    '',
    `  Customer site  http://localhost:${port}`,
    `  Back-office    http://localhost:${port + 1}`,
    `  The world      http://localhost:${port + 4}`,
    `  Prometheus     ${prometheus ? `http://localhost:${ports.prometheus}` : 'not installed (Debian: apt-get install prometheus)'}`,
    `  Metrics        http://localhost:${ports.supervisor}/metrics (databases), ${ports.metrics.join(', ')} (servers)`,
    `  The database   127.0.0.1:${ports.database}, whichever node is the primary`,
    '',
    `Logs: ${home}; each database node is a folder with a file database.pid to kill.`,
    'Press Ctrl-C to stop.',
  ];
  console.log(lines.join('\n'));
  return new Promise(() => {});
}

void supervise(run);
