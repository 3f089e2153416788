import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repository } from '../support/repository';

/** Ports that no other test uses, until 31_920: the cluster takes 40, the links between its parts 30 more. */
const port = 30_100 + (process.pid % 14) * 130;

/** One fault of `npm run bench:failover`, which has all; its five seconds are for a machine that is not busy with tests. */
async function rehearse(fault: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/bench/failover.mjs'], {
    cwd: repository,
    env: { ...process.env, PORT: String(port), FAILOVER_FAULTS: fault, FAILOVER_SECONDS: '60' },
  });
  return stdout;
}

it('loses and doubles nothing when the primary of the database is killed under load', async () => {
  const output = await rehearse('kill -9 of the primary');
  expect(output).toMatch(/kill -9 of the primary: writes back after .* promoted another node/);
  expect(output).toMatch(/\d+ transfers acknowledged, lost 0, doubled 0; .* 0 differences/);
  expect(output).toMatch(/The ledger is sound.*[^]*The log is sound.*[^]*It has all that \d+ anchors say/);
  expect(output).toContain('1 faults in 1 rounds: 0 problems');
}, 400_000);
