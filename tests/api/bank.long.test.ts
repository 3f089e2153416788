import { startCluster, type Cluster } from '../bench/bank/cluster.mjs';
import { report } from '../bench/bank/report.mjs';
import { newHome, runBank } from '../bench/bank/run.mjs';
import { freePorts } from '../support/server';

const seconds = 10;

let cluster: Cluster;

beforeAll(async () => {
  const one = await freePorts();
  const other = await freePorts();
  cluster = await startCluster(newHome(), [one, other]);
}, 120_000);
afterAll(() => cluster.stop(), 60_000);

/** A short run of `npm run bench:bank`. */
it('keeps every guarantee while its servers and its database are killed', async () => {
  const result = await runBank(cluster, seconds);
  if (result.violations.length > 0) throw new Error(report(result));
  expect(result.kills.servers).toBeGreaterThan(0);
  expect(result.kills.database).toBeGreaterThan(0);
  const moved = result.history.transfers.filter(({ attempts }) =>
    attempts.some(({ outcome }) => outcome === 'ok'),
  );
  expect(moved.length).toBeGreaterThan(50);
}, 240_000);
