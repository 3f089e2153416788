import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { startPrivateDatabase } from './database.mjs';
import { supervise } from './processes.mjs';

/**
 * A temporary MariaDB for running Jest or Playwright directly: prints the administrator's address and a folder for all that
 * the run keeps for a while. Both end once its standard input has ended, hence after the run that started it: the servers
 * of a run write into the folder until they notice its end.
 */
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bank-test-'));

void supervise(
  async () => {
    const { adminUrl } = await startPrivateDatabase(home, { forTests: true });
    console.log(`${adminUrl} ${home}`);
    await new Promise((resolve) => process.stdin.once('end', resolve).resume());
    return 0;
  },
  () => fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
);
