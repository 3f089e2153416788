import { ReleaseFiles } from './release-files.service';
import { ReleaseUploads } from './release-uploads.service';
import { SourceMaps } from './source-maps.service';
import { SweepReleasesJob } from './sweep-releases.job';
import { Database } from '../../platform/database/database';

const expired = [
  { id: 1, remote: 'cards', version: '1.0.0-0123456789', build: { files: ['entry.js'] } },
  { id: 2, remote: 'cards', version: '1.0.1-0123456789', build: { files: ['entry.js'] } },
];

const made = <Service extends object>(service: { prototype: Service }, methods: Partial<Service>): Service =>
  Object.assign(Object.create(service.prototype) as Service, methods);

it('keeps the files of a release that was shown again after the sweep had found it', async () => {
  const removed: string[] = [];
  const remove = async (_: string, version: string) => void removed.push(version);
  const shownAgain = 1;
  const write = jest.fn(async (_: string, values: unknown[] = []) => ({
    affectedRows: values[1] === shownAgain ? 0 : 1,
    insertId: 0,
  }));
  const job = new SweepReleasesJob(
    made(Database, { rows: async () => expired as never, write: write as never }),
    made(ReleaseFiles, { remove }),
    made(SourceMaps, { remove: async () => undefined }),
    made(ReleaseUploads, { before: async () => [] }),
  );
  expect(await job.run(new Date(), new AbortController().signal)).toMatchObject({ done: 1 });
  expect(removed).toEqual(['1.0.1-0123456789']);
  expect(write.mock.calls.every(([statement]) => /status IN .*changed_at </s.test(statement))).toBe(true);
});
