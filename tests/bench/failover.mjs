import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { newHome } from './bank/run.mjs';

/**
 * `npm run bench:failover`: three database nodes, three servers, HAProxy and the world; under transfers and payments each fault of
 * `failover/faults.mjs` is injected, FAILOVER_ROUNDS (1) times, FAILOVER_FAULTS (all) naming some by parts of their names with commas between. Ends with
 * 1 if an acknowledged transfer or payment is lost or there twice, if writes stay away for more than FAILOVER_SECONDS (5), if a fault does
 * not heal, or if a verification fails. As root on Linux disks are filled and slowed down too; FAILOVER_DISKS is the folder of their
 * images. Needs HAProxy and mariadb-backup.
 */
const home = newHome();
process.env.DATA_DIR = home;
const { supervise } = await import('../../libs/cli/processes.mjs');
const { runFaults } = await import('./failover/run.mjs');

const rounds = Number(process.env.FAILOVER_ROUNDS || 1);
const port = Number(process.env.PORT || 4500);
const only = process.env.FAILOVER_FAULTS ?? '';
const backMs = Number(process.env.FAILOVER_SECONDS || 5) * 1000;

void supervise(
  () => runFaults({ home, port, rounds, only, backMs }),
  () => {
    if (process.env.FAILOVER_KEEP) return console.log(`Kept: ${home}`);
    fs.rmSync(path.resolve(home), { recursive: true, force: true });
  },
);
