import { isInShare } from '../releases/visit';
import type { ReleaseState, ShownReleases } from './shown-releases.service';
import type { ShownRemote } from './verified-releases.service';

/** The criteria by which a visitor gets a release of each remote. */
interface Criteria {
  visitor: string | undefined;
  /** A release that failed in this browser: `<remote>@<version>`. */
  avoid?: string | undefined;
  /** Whether a release may be shown at all. */
  fits?: (remote: ShownRemote) => boolean;
}

/** In the order of the remotes; `isWhole` unless one of them has no release that fits. */
export interface ChosenRemotes {
  shown: ShownRemote[];
  isWhole: boolean;
}

/**
 * Of each remote the canary for visitors in its share, otherwise the live release, otherwise an earlier one: the first that fits
 * and did not fail before. A remote whose first release is a canary comes last, so that it takes over nothing that another has.
 */
export async function chosenRemotes(
  shown: Pick<ShownReleases, 'earlier'>,
  state: ReleaseState,
  { visitor, avoid, fits = () => true }: Criteria,
): Promise<ChosenRemotes> {
  const hasFailed = ({ release: { name, version } }: ShownRemote) => `${name}@${version}` === avoid;
  const mine = state.canaries.filter(({ row }) => isInShare(visitor, row.version, row.share));
  const choices = state.remotes.map(async (live) => {
    const { name } = live.release;
    const current = [...mine.filter(({ release }) => release.name === name), live].filter(fits);
    const chosen = current.find((each) => !hasFailed(each));
    if (chosen) return chosen;
    return (await shown.earlier(state, name, (each) => fits(each) && !hasFailed(each))) ?? current[0];
  });
  const fitting = await Promise.all(choices);
  const isNew = ({ release }: ShownRemote) =>
    !state.remotes.some((live) => live.release.name === release.name);
  return {
    // Without one that fits, its shell refuses it and shows a notice in its place.
    shown: [
      ...fitting.map((choice, at) => choice ?? state.remotes[at]!),
      ...mine.filter((canary) => isNew(canary) && fits(canary)),
    ],
    isWhole: !fitting.includes(undefined),
  };
}
