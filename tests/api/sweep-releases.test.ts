import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../bff/src/platform/config/config';
import { ReleaseFiles } from '../../bff/src/front/releases/release-files.service';
import { ReleaseUploads } from '../../bff/src/front/releases/release-uploads.service';
import { SourceMaps } from '../../bff/src/front/releases/source-maps.service';
import { SweepReleasesJob } from '../../bff/src/front/releases/sweep-releases.job';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { databaseOptions } from '../../bff/src/platform/database/connection-options';
import { Database } from '../../bff/src/platform/database/database';
import { SharedFiles } from '../../bff/src/platform/files/shared-files.service';
import { createDatabase, type TestDatabase } from '../support/database';
import { TestClock } from '../support/ledger';

let created: TestDatabase;
let database: Database;
const clock = new TestClock();
const never = new AbortController().signal;

beforeAll(async () => {
  created = await createDatabase();
  const config = { databaseUrl: created.url, databaseConnections: 2 } as Config;
  database = await Database.open(await databaseOptions(config));
});
beforeEach(() => database.write('DELETE FROM release_uploads'));
afterAll(async () => {
  await database.close();
  await created.drop();
});

const uploads = () => new ReleaseUploads(database, new AuditService(clock), clock);
const upload = (hour: number, version: string) =>
  database.write(
    `INSERT INTO release_uploads (remote, version, team, files, created_at) VALUES ('cards', ?, 'cards', ?, ?)`,
    [version, 'entry.js', new Date(clock.now().getTime() - hour * 3_600_000)],
  );
const noted = async () =>
  (await database.source.query('SELECT version FROM release_uploads ORDER BY id')).map(
    ({ version }: { version: string }) => version,
  );

/** A sweep on a server of its own, whose files are removed by `remove`. */
function sweep(remove: (version: string) => Promise<void>) {
  const files = Object.assign(Object.create(ReleaseFiles.prototype) as ReleaseFiles, {
    remove: (_remote: string, version: string) => remove(version),
  });
  const shared = Object.assign(Object.create(SharedFiles.prototype) as SharedFiles, {
    remove: async () => undefined,
  });
  const maps = new SourceMaps(database, shared, files);
  return new SweepReleasesJob(database, files, maps, uploads()).run(clock.now(), never);
}

it('ends although its files take longer than a transaction may idle, and nothing is made of them meanwhile', async () => {
  await upload(24 * 8, '1.0.0-0123456789');
  const refused: unknown[] = [];
  const removing = sweep(async (version) => {
    refused.push(await database.transaction((tx) => uploads().take(tx, 'cards', version)));
    const file = { remote: 'cards', version, name: 'other.js', hash: 'sha256-x' };
    refused.push(
      await uploads()
        .note(file, 'cards', 'r')
        .catch(({ code }: { code: string }) => code),
    );
    await sleep(5_000);
  });
  expect(await removing).toMatchObject({ done: 1 });
  expect(refused).toEqual([undefined, 'UNAVAILABLE']);
  expect(await noted()).toEqual([]);
}, 60_000);

it('leaves what a killed server began to a later sweep, not to another at the same moment', async () => {
  await upload(24 * 8, '1.0.0-0123456789');
  const killed = () => Promise.reject(new Error('killed'));
  await expect(sweep(killed)).rejects.toThrow('killed');
  expect(await sweep(killed)).toMatchObject({ done: 0 });
  clock.set(new Date(clock.now().getTime() + 3_600_000));
  const removed: string[] = [];
  expect(await sweep(async (version) => void removed.push(version))).toMatchObject({ done: 1 });
  expect([removed, await noted()]).toEqual([['1.0.0-0123456789'], []]);
});

it('removes the files of other versions where those of one cannot be', async () => {
  await upload(24 * 9, '1.0.0-0123456789');
  await upload(24 * 8, '1.0.1-0123456789');
  const first = async (version: string) => {
    if (version.startsWith('1.0.0')) throw new Error('away');
  };
  await expect(sweep(first)).rejects.toThrow('away');
  expect(await noted()).toEqual(['1.0.0-0123456789']);
});
