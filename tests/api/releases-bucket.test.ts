import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { keptDays } from '@bank/contracts/releases';
import { type Bank, startBank } from '../support/bank';
import { type Bucket, startBucket } from '../support/bucket';
import { connectTo } from '../support/customers';
import { buildOf, deployCall, operatorToken, ship } from '../support/release-fixture';
import { until } from '../support/until';

let bucket: Bucket;
let bank: Bank;
let remotesDir: string;
let token: string;

beforeAll(async () => {
  bucket = await startBucket();
  remotesDir = await mkdtemp(path.join(os.tmpdir(), 'bank-remotes-'));
  const env = { RELEASES_URL: bucket.url, JOBS_EVERY_SECONDS: '1' };
  bank = await startBank({ remotesDir, env });
  token = await operatorToken(bank);
}, 120_000);

afterAll(async () => {
  await bank.stop();
  await bucket.stop();
  await rm(remotesDir, { recursive: true, force: true });
});

const entryOf = (version: string) => fetch(`${bank.shellUrl}/remotes/kept/${version}/entry.js`);

it('files of releases lie in the bucket, and come from there to a server that has lost them', async () => {
  const version = await ship(bank, token, buildOf('kept', 'kept()'));
  expect([...bucket.objects.keys()]).toEqual([`releases/kept/${version}/entry.js`]);
  await rm(path.join(bank.dataDir, 'releases'), { recursive: true });
  const answer = await entryOf(version);
  expect([answer.status, await answer.text()]).toEqual([200, 'kept()']);
  expect(bucket.refused).toEqual([]);
});

it('a release that nobody was shown for a month loses its files, and can come back no more', async () => {
  const before = await ship(bank, token, buildOf('kept', 'before()'));
  const live = await ship(bank, token, buildOf('kept', 'live()'));
  const database = await connectTo(bank.migrationUrl);
  await database.rows('UPDATE releases SET changed_at = changed_at - INTERVAL ? DAY', [keptDays + 1]);
  await database.end();
  await bank.restart();
  await until(async () => (await entryOf(before)).status === 404);
  expect((await entryOf(live)).status).toBe(200);
  expect([...bucket.objects.keys()]).toEqual([`releases/kept/${live}/entry.js`]);
  const again = await deployCall(bank, token, 'POST', 'kept/activate', { version: before });
  expect([again.status, again.body]).toMatchObject([409, { code: 'RELEASE_REMOVED' }]);
});
