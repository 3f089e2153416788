import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { startBank, type Bank } from './bank';
import ServerEnvironment from './server-environment';

/**
 * Most calls come from one address; others name theirs in the header of a trusted proxy. Jobs are tested in banks of their own:
 * their first round would work on all of the demonstration in the bank of each worker.
 */
const env = { TRUST_PROXY: '1', CALLS_PER_MINUTE: '100000', JOBS_EVERY_SECONDS: '0' };

/** Shared by all test files of one Jest worker; its server ends with the worker's process. */
let bank: Promise<Bank> | undefined;

/** With a running bank; see `sharedBank`. */
export default class BankEnvironment extends ServerEnvironment {
  override async setup() {
    await super.setup();
    bank ??= startBank({ env, seed: true });
    const { dataDir } = (this.global.bank = await bank);
    await emptyOutbox(path.join(dataDir, 'outbox'));
  }
}

/** Without the messages of earlier files: a test reads all there are, again and again. A hidden one is being written. */
async function emptyOutbox(outbox: string): Promise<void> {
  const names = await readdir(outbox).catch(() => []);
  const written = names.filter((name) => !name.startsWith('.'));
  await Promise.all(written.map((name) => rm(path.join(outbox, name), { force: true })));
}
