import { ReleaseFiles } from './release-files.service';
import { ReleaseUploads } from './release-uploads.service';
import { SourceMaps } from './source-maps.service';
import { SweepReleasesJob } from './sweep-releases.job';
import { Database, Transaction } from '../../platform/database/database';
import { SharedFiles } from '../../platform/files/shared-files.service';

const expired = [
  { id: 1, remote: 'cards', version: '1.0.0-0123456789', build: { files: ['entry.js'] } },
  { id: 2, remote: 'cards', version: '1.0.1-0123456789', build: { files: ['entry.js'] } },
];

const made = <Service extends object>(service: { prototype: Service }, methods: Partial<Service>): Service =>
  Object.assign(Object.create(service.prototype) as Service, methods);

/** A job whose files are removed by `remove`, with what it notes of them; `write` answers the mark of each release. */
function jobOf(remove: ReleaseFiles['remove'], write: Transaction['write']) {
  const noted = new Map<string, string[]>();
  const marked = new Set<string>();
  const tx = made(Transaction, { write, exists: async () => false });
  const job = new SweepReleasesJob(
    made(Database, {
      rows: async () => expired as never,
      transaction: (async (work: (given: Transaction) => Promise<unknown>) => {
        const before = new Map(noted);
        return work(tx).catch((error: unknown) => {
          for (const [version, files] of before) noted.set(version, files);
          throw error;
        });
      }) as never,
    }),
    made(ReleaseFiles, { remove }),
    new SourceMaps(
      made(Database, {}),
      made(SharedFiles, { remove: async () => undefined }),
      made(ReleaseFiles, {}),
    ),
    made(ReleaseUploads, {
      before: async () => [],
      noteSwept: async (_, __, version, files) => void noted.set(version, files),
      beginSweep: async (_, __, version) => {
        const files = noted.get(version);
        marked.add(version);
        return files && { files, at: new Date() };
      },
      endSweep: async (_, __, version) => void noted.delete(version),
    }),
  );
  return { job, noted, marked };
}

it('keeps the files of a release that was shown again after the sweep had found it', async () => {
  const removed: string[] = [];
  const shownAgain = 1;
  const write = jest.fn(async (_: string, values: unknown[] = []) => ({
    affectedRows: values[1] === shownAgain ? 0 : 1,
    insertId: 0,
  }));
  const { job, noted } = jobOf(async (_, version) => void removed.push(version), write);
  expect(await job.run(new Date(), new AbortController().signal)).toMatchObject({ done: 1 });
  expect(removed).toEqual(['1.0.1-0123456789']);
  expect([...noted]).toEqual([]);
  const forgotten = [
    'DELETE FROM source_maps WHERE folder = ?',
    ['source-maps/remotes/cards/1.0.1-0123456789'],
  ];
  const isMark = ([statement]: [string, ...unknown[]]) =>
    /^UPDATE .*status IN .*changed_at </s.test(statement);
  expect(write.mock.calls.filter((each) => !isMark(each))).toEqual([forgotten]);
});

it('keeps a marked note of the files that it could not remove, and removes those of other versions', async () => {
  const remove = async (_: string, version: string) => {
    if (version === expired[0]?.version) throw new Error('the bucket is away');
  };
  const { job, noted, marked } = jobOf(remove, async () => ({ affectedRows: 1, insertId: 0 }));
  await expect(job.run(new Date(), new AbortController().signal)).rejects.toThrow('away');
  expect([...noted]).toEqual([['1.0.0-0123456789', ['entry.js']]]);
  expect([...marked]).toEqual(expired.map(({ version }) => version));
});
