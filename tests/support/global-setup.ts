import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { repository } from './repository';

/**
 * Gives the tests a database server. `npm test` has started one and names it in TEST_DATABASE_ADMIN_URL; whoever runs
 * Jest or Playwright alone gets one that ends with the run, because we hold its standard input.
 */
export default async function globalSetup() {
  if (process.env.TEST_DATABASE_ADMIN_URL) return;
  const script = path.join(repository, 'libs/cli/test-database.mjs');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  const url = String(line).trim();
  if (!url.startsWith('mysql://')) throw new Error('The test database did not start.');
  process.env.TEST_DATABASE_ADMIN_URL = url;
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref();
}
