import { dayMs } from '../time/durations';

import { isCopy, momentOf, type Manifest } from './manifest';

/** A backup that was not finished by then never will be. */
const unfinishedAfter = 2 * dayMs;

/**
 * What may go: everything of before the newest full copy that is older than the kept days, from which each later moment can be
 * restored, and contents of backups that were never finished.
 * @param contents ids under which there is content
 */
export function outdated(manifests: Manifest[], contents: string[], keepDays: number, now: Date): string[] {
  const kept = manifests.map(({ id }) => id);
  const unfinished = contents.filter(
    (id) => !kept.includes(id) && momentOf(id).getTime() < now.getTime() - unfinishedAfter,
  );
  const oldest = new Date(now.getTime() - keepDays * dayMs).toISOString();
  const base = manifests
    .filter((one) => isCopy(one) && one.kind === 'full' && one.until <= oldest)
    .map(({ until }) => until)
    .sort()
    .at(-1);
  if (base === undefined) return unfinished;
  return [...manifests.filter(({ until }) => until < base).map(({ id }) => id), ...unfinished];
}
