import type { Release } from '@bank/contracts/releases';
import { inactiveReleases, recentRollbacks, activeReleases, rollbackTarget } from './release-rules';

const noon = Date.parse('2026-11-20T12:00:00.000Z');
const release = (
  id: number,
  status: Release['status'],
  minutes = 0,
  rest: Partial<Release> = {},
): Release => ({
  id,
  remote: 'cards',
  version: `1.0.0-000000000${id}`,
  status,
  share: status === 'canary' ? 10 : 0,
  published_by: 'Cartes',
  created_at: new Date(noon).toISOString(),
  reason: null,
  is_kept: true,
  changed_at: new Date(noon + minutes * 60_000).toISOString(),
  first_load_bytes: 9_000,
  failure_rate: null,
  reports: { shown: 0, load: 0, integrity: 0, surface: 0, render: 0 },
  ...rest,
});
const listOf = (...releases: Release[]) => ({ remotes: [{ name: 'cards', releases }] });
const ids = (releases: Release[]) => releases.map(({ id }) => id);

it('distinguishes shown releases, the live one first, from the others', () => {
  const releases = [release(3, 'canary'), release(2, 'live'), release(1, 'retired'), release(4, 'uploaded')];
  expect(ids(activeReleases(releases))).toEqual([2, 3]);
  expect(ids(inactiveReleases(releases))).toEqual([1, 4]);
});

it('takes back the canary first, and the live release only where an earlier one is kept', () => {
  const live = release(2, 'live');
  expect(rollbackTarget([release(3, 'canary'), live])?.id).toBe(3);
  expect(rollbackTarget([live, release(1, 'retired')])?.id).toBe(2);
  expect(rollbackTarget([live, release(1, 'retired', 0, { is_kept: false })])).toBeUndefined();
  expect(rollbackTarget([live, release(1, 'rolled_back')])).toBeUndefined();
  // A trial that was never shown to everybody.
  const ended = release(1, 'retired', 0, { is_before: false });
  expect(rollbackTarget([live, ended])).toBeUndefined();
  expect(rollbackTarget([live, ended, release(0, 'retired', 0, { is_before: true })])?.id).toBe(2);
});

it('recalls a rollback for a day, unless a newer release was shown since', () => {
  const taken = release(3, 'rolled_back', 10);
  const back = release(2, 'live', 10);
  expect(ids(recentRollbacks(listOf(back, taken), noon))).toEqual([3]);
  expect(ids(recentRollbacks(listOf(back, taken, release(1, 'rolled_back', 5)), noon))).toEqual([3]);
  expect(recentRollbacks(listOf(back, taken), noon + 25 * 60 * 60_000)).toEqual([]);
  expect(recentRollbacks(listOf(release(4, 'canary', 20), back, taken), noon)).toEqual([]);
});
