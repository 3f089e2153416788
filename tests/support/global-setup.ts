import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { repository } from './repository';

/**
 * Provides a database server and a temporary folder for the tests. `npm test` has made both and names the server
 * in TEST_DATABASE_ADMIN_URL; Jest or Playwright alone get both from a process that ends when its standard input closes.
 */
export default async function globalSetup() {
  if (process.env.TEST_DATABASE_ADMIN_URL) return;
  const script = path.join(repository, 'libs/cli/test-database.mjs');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  const [url = '', temporary] = String(line).trim().split(' ');
  if (!url.startsWith('mysql://')) throw new Error('The test database did not start.');
  process.env.TEST_DATABASE_ADMIN_URL = url;
  process.env.TMPDIR = temporary;
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref();
}
