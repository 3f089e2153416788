import fs from 'node:fs';
import path from 'node:path';
import { findProgram } from '../machine.mjs';
import { ROOT } from '../paths.mjs';
import { launch } from '../processes.mjs';

/** How long old measurements are kept. */
const RETENTION = '2d';

/**
 * Prometheus with the recommended configuration and alerts, at the addresses of a cluster on this machine; undefined where it is
 * not installed.
 * @param {string} home for its data and log
 * @param {ReturnType<typeof import('./home.mjs').portsOf>} ports
 */
export async function launchPrometheus(home, ports) {
  const program = findProgram(['prometheus']);
  if (!program) return undefined;
  const folder = path.join(home, 'prometheus');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const operations = path.join(ROOT, 'bff/operations');
  const text = fs
    .readFileSync(path.join(operations, 'prometheus.yml'), 'utf8')
    .replace(/bank-(\d):9464/g, (_, which) => `127.0.0.1:${ports.metrics[Number(which) - 1]}`)
    .replace('balancer:8405', `127.0.0.1:${ports.balancer + 6}`)
    .replace('alerts.yml', path.join(operations, 'alerts.yml'));
  const databases = fs
    .readFileSync(path.join(operations, 'databases.yml'), 'utf8')
    .replace('supervisor:3309', `127.0.0.1:${ports.supervisor}`)
    .replace(/\['bank-1:8406'.*\]/, `['127.0.0.1:${ports.databaseMetrics}']`);
  fs.writeFileSync(path.join(folder, 'databases.yml'), databases);
  const config = path.join(folder, 'prometheus.yml');
  fs.writeFileSync(config, text);
  const log = fs.openSync(path.join(home, 'prometheus.log'), 'a');
  const child = await launch(
    'Prometheus',
    program,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--storage.tsdb.retention.time=${RETENTION}`,
      `--web.listen-address=127.0.0.1:${ports.prometheus}`,
    ],
    { stdio: ['ignore', log, log] },
  );
  fs.closeSync(log);
  return child;
}
