import type { Release, ReleaseList } from '@bank/contracts/releases';

const isActive = ({ status }: Release) => status === 'live' || status === 'canary';

/** The live and canary releases, the live one first. */
export const activeReleases = (releases: Release[]): Release[] =>
  releases
    .filter(isActive)
    .sort((left, right) => Number(right.status === 'live') - Number(left.status === 'live'));

export const inactiveReleases = (releases: Release[]): Release[] =>
  releases.filter((release) => !isActive(release));

export const canaryOf = (releases: Release[]): Release | undefined =>
  releases.find(({ status }) => status === 'canary');

/** The release that a rollback would remove: the canary, or else the live one if the bank has an earlier one to restore. */
export function rollbackTarget(releases: Release[]): Release | undefined {
  const canary = canaryOf(releases);
  const hasBefore = releases.some(
    ({ status, is_kept, is_before }) => is_before ?? (status === 'retired' && is_kept),
  );
  return canary ?? (hasBefore ? releases.find(({ status }) => status === 'live') : undefined);
}

/** A release as the table lists it. */
export interface ReleaseRow extends Release {
  /** The share of the module's canary, which a live release leaves to it. */
  trial: number;
  /** What can be done from this row. */
  actions: readonly ('promote' | 'rollback' | 'preview')[];
}

/** Of one module; without a release that is shown, what it has instead. */
export function releaseRows(releases: Release[], showsAll: boolean): ReleaseRow[] {
  const active = activeReleases(releases);
  const others = inactiveReleases(releases);
  const target = rollbackTarget(releases);
  const trial = canaryOf(releases)?.share ?? 0;
  const listed = showsAll || active.length === 0 ? [...active, ...others] : active;
  return listed.map((release) => {
    if (others.includes(release)) return { ...release, trial, actions: release.is_kept ? ['preview'] : [] };
    const promotes = release.status === 'canary' ? (['promote'] as const) : [];
    return { ...release, trial, actions: release === target ? [...promotes, 'rollback'] : promotes };
  });
}

const recentMs = 24 * 60 * 60 * 1000;

/** The last rolled-back release of each remote, if it is at most a day old and nothing newer is displayed. */
export function recentRollbacks({ remotes }: ReleaseList, now: number): Release[] {
  return remotes.flatMap(({ releases }) => {
    const last = [...releases].sort((left, right) => right.changed_at.localeCompare(left.changed_at));
    const taken = last.find(({ status }) => status === 'rolled_back');
    const isOver = last.some(
      (release) =>
        taken && isActive(release) && release.changed_at > taken.changed_at && release.id > taken.id,
    );
    return taken && !isOver && now - Date.parse(taken.changed_at) < recentMs ? [taken] : [];
  });
}
