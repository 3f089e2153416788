import type { Release, ReleaseList } from '@bank/contracts/releases';

const isShown = ({ status }: Release) => status === 'live' || status === 'canary';

/** What visitors are given, the live release first. */
export const shownOf = (releases: Release[]): Release[] =>
  releases
    .filter(isShown)
    .sort((left, right) => Number(right.status === 'live') - Number(left.status === 'live'));

/** What they are not, or no longer. */
export const othersOf = (releases: Release[]): Release[] => releases.filter((release) => !isShown(release));

export const canaryOf = (releases: Release[]): Release | undefined =>
  releases.find(({ status }) => status === 'canary');

/**
 * What a rollback would take back: the canary, or else the live release where one that was replaced is kept; whether that
 * one can come back the server decides.
 */
export function takenBackNext(releases: Release[]): Release | undefined {
  const canary = canaryOf(releases);
  const hasBefore = releases.some(({ status, is_kept }) => status === 'retired' && is_kept);
  return canary ?? (hasBefore ? releases.find(({ status }) => status === 'live') : undefined);
}

const recentMs = 24 * 60 * 60 * 1000;

/** Of each remote the release that was taken back last, as long as it is a day ago at most and nothing came after it. */
export function recentlyTakenBack({ remotes }: ReleaseList, now: number): Release[] {
  return remotes.flatMap(({ releases }) => {
    const last = [...releases].sort((left, right) => right.changed_at.localeCompare(left.changed_at));
    const taken = last.find(({ status }) => status === 'rolled_back');
    const isOver = last.some(
      (release) =>
        taken && isShown(release) && release.changed_at > taken.changed_at && release.id > taken.id,
    );
    return taken && !isOver && now - Date.parse(taken.changed_at) < recentMs ? [taken] : [];
  });
}
