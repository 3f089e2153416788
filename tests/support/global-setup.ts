import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repository } from './repository';

/**
 * Provides a database server and a temporary folder for the tests. `npm test` has made both and names the server
 * in TEST_DATABASE_ADMIN_URL; Jest or Playwright alone get a server that ends when its standard input closes.
 */
export default async function globalSetup() {
  if (process.env.TEST_DATABASE_ADMIN_URL) return;
  const script = path.join(repository, 'libs/cli/test-database.mjs');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  const url = String(line).trim();
  if (!url.startsWith('mysql://')) throw new Error('The test database did not start.');
  process.env.TEST_DATABASE_ADMIN_URL = url;
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'bank-tests-'));
  process.env.TMPDIR = temporary;
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 15 }));
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref();
}
