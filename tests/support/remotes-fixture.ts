import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from './bank-fixture';
import { type Bank, startBank } from './bank';

/**
 * Playwright's `test` with a bank apart from the others', for what breaks it: it serves copies of the remotes, which a test may
 * remove or add to, and is connected to the world.
 */
export const testWithRemotes = test.extend<object, { remotesDir: string; bank: Bank }>({
  remotesDir: [
    async ({}, use) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'bank-remotes-'));
      const entries = await readdir('remotes', { withFileTypes: true });
      for (const { name } of entries.filter((entry) => entry.isDirectory())) {
        await cp(`remotes/${name}/dist`, path.join(folder, name, 'dist'), { recursive: true });
      }
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  bank: [
    async ({ remotesDir }, use) => {
      const bank = await startBank({ seed: true, remotesDir, world: true, env: { LOG_LEVEL: 'warn' } });
      await use(bank);
      await bank.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
