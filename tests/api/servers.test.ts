/** @jest-environment ./tests/support/bank-environment.ts */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { refusalOfSecond } from '../support/second-server';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();

it('a second server starts only with the same keys and the same files', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bank-second-'));
  const stored = JSON.parse(await readFile(path.join(bank.dataDir, 'keys.json'), 'utf8')) as {
    signing: string;
    encryption: string;
  };
  const keys = { SIGNING_KEY: stored.signing, ENCRYPTION_KEY: stored.encryption };
  const refusals = await Promise.all([
    refusalOfSecond(bank, { DATA_DIR: folder, ...keys }),
    refusalOfSecond(bank, {
      DATA_DIR: bank.dataDir,
      ...keys,
      ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    }),
  ]);
  expect(refusals).toEqual([
    'Another running server keeps its files elsewhere: several servers need the same bucket in DOCUMENTS_URL, or one folder for all in DATA_DIR.',
    "ENCRYPTION_KEY does not contain the key that the bank's servers use: give every server the same keys.",
  ]);
  const known = JSON.stringify(await database.rows('SELECT known_keys FROM servers'));
  for (const secret of Object.values(keys)) expect(known).not.toContain(secret);
  await rm(folder, { recursive: true, force: true });
}, 60_000);
