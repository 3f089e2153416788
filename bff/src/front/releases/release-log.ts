import { logSentence, type LogFacts, type LogValues } from '@bank/contracts/log-texts';
import type { ReleaseAuthor } from './release-publisher';
import type { ReleaseRow } from './release-rows';

const name = ({ remote, version }: ReleaseRow) => `${remote} ${version}`;

/** The facts of a log line about a release, with the team when a team did it. */
export function factsOf(
  text: 'release.activated' | 'release.tried' | 'release.promoted' | 'release.rolled_back',
  release: ReleaseRow,
  author: ReleaseAuthor,
  more: LogValues = {},
): LogFacts {
  const values = { release: name(release), ...more };
  return author && 'team' in author
    ? { text: `${text}_by`, values: { ...values, team: author.team } }
    : { text, values };
}

/** The same of a canary that the bank rolled back. */
export const factsOfFailure = (release: ReleaseRow, percent: number): LogFacts => ({
  text: 'release.failed_canary',
  values: { release: name(release), percent },
});

/** The reason as the release's own row keeps it: typed text, or a French sentence. */
export const reasonText = (reason: string | { failurePercent: number }): string =>
  typeof reason === 'string'
    ? reason
    : logSentence('release.failures', { percent: reason.failurePercent }, 'fr');
