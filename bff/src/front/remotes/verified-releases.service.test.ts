import type { AuditService } from '../../platform/audit/audit.service';
import type { Database } from '../../platform/database/database';
import type { ReleaseSigner } from '../releases/release-signer.service';
import type { ShownRow } from './shown-releases.sql';
import { VerifiedReleases } from './verified-releases.service';

const row = { id: 7, remote: 'cards', version: '1.0.0' } as ShownRow;

/** Releases of a database that counts its readings, each of which `read` makes. */
function releasesOf(read: () => Promise<unknown>) {
  const reads = jest.fn(read);
  const database = { row: reads } as Partial<Database> as Database;
  const signer = { isSigned: () => true } as Partial<ReleaseSigner> as ReleaseSigner;
  return { reads, releases: new VerifiedReleases(database, signer, {} as AuditService) };
}
const signed = {
  statement: JSON.stringify({ name: 'cards', version: '1.0.0' }),
  signature: 'of the bank',
  build: { shared: {}, files: [] },
};

it('reads a release once for calls at the same moment and later ones, each of which gets its own row', async () => {
  const { reads, releases } = releasesOf(() => Promise.resolve(signed));
  const rows = [row, { ...row }];
  const both = await Promise.all(rows.map((each) => releases.one(each)));
  expect(both.map((each) => each?.release)).toEqual([
    { name: 'cards', version: '1.0.0', signature: 'of the bank' },
    both[0]?.release,
  ]);
  both.forEach((each, at) => expect(each?.row).toBe(rows[at]));
  await releases.one(row);
  expect(reads).toHaveBeenCalledTimes(1);
});

it('reads a release again that was signed again', async () => {
  const { reads, releases } = releasesOf(() => Promise.resolve(signed));
  await releases.one({ ...row, signature: 'of before' });
  await releases.one({ ...row, signature: 'of the bank' });
  expect(reads).toHaveBeenCalledTimes(2);
});

it('reads it again after a reading that failed', async () => {
  const readings = [() => Promise.reject(new Error('away')), () => Promise.resolve(signed)];
  const { reads, releases } = releasesOf(() => readings.shift()!());
  const failed = await Promise.allSettled([releases.one(row), releases.one(row)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await releases.one(row)).toBeDefined();
  expect(reads).toHaveBeenCalledTimes(2);
});
