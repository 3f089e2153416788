import { ApiException } from '../../platform/errors/api-exception';
import { Database } from '../../platform/database/database';
import { ReleasesService } from './releases.service';
import { RemoteReportsService } from './remote-reports.service';

const failing = { visitors: 100, networks: 100, failed_visitors: 50, failed_networks: 50 };
const canaries = ['auth', 'cards'].map((remote) => ({ remote, version: '1.0.0-0123456789', ...failing }));

/** A judge of two failing canaries, of which the first cannot be rolled back. */
function judgeOf(error: Error) {
  const rollBack = jest.fn(async (remote: string) => {
    if (remote === 'auth') throw error;
    return remote;
  });
  const parts = {
    database: Object.assign(Object.create(Database.prototype), { rows: async () => canaries }),
    releases: Object.assign(Object.create(ReleasesService.prototype), { rollBack }),
  };
  const reports = Object.assign(Object.create(RemoteReportsService.prototype), parts) as RemoteReportsService;
  return { reports, rollBack };
}

it('rolls back the other canaries where another server has ended one meanwhile', async () => {
  const { reports, rollBack } = judgeOf(new ApiException('RELEASE_CHANGED'));
  expect(await reports.judge()).toBe(1);
  expect(rollBack.mock.calls.map(([remote]) => remote)).toEqual(['auth', 'cards']);
});

it('fails when a canary cannot be rolled back for another reason', async () => {
  await expect(judgeOf(new Error('away')).reports.judge()).rejects.toThrow('away');
});
