import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repository } from '../support/repository';

/**
 * Ports that no other test uses, and below those that a system gives to outgoing connections: three servers, their other sites, and
 * the balancer.
 */
const port = 32_000 + (process.pid % 35) * 20;

it('fails no call while servers of the version before become this one, whose schema is newer', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/bench/rolling.mjs'], {
    cwd: repository,
    env: { ...process.env, PORT: String(port), ROLLING_FROM: 'earlier', ROLLING_CALLS: '60' },
  });
  expect(stdout).toMatch(/from [0-9a-f]{8}, which lacks [1-9]\d* migrations/);
  expect(stdout).toMatch(/\d{3,} calls while 5 servers were restarted: 0 failed/);
  expect(stdout).toMatch(/ended; 0 transfers lost or double/);
}, 600_000);
