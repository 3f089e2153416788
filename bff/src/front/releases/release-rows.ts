import { z } from 'zod';
import { releaseStatuses } from '@bank/contracts/releases';
import { moment, rowOf, text, whole } from '../../platform/database/columns';

/** Which release it is, and to whom it is shown. */
export const shownColumns = {
  id: whole,
  remote: text,
  version: text,
  status: z.enum(releaseStatuses),
  share: whole,
};

/** A release in its state. */
export const releaseRow = rowOf({
  ...shownColumns,
  removed_at: moment.nullable(),
  live_from: moment.nullable(),
  published_by: text,
});
export type ReleaseRow = z.infer<typeof releaseRow>;

const columns = 'id, remote, version, status, share, removed_at, live_from, published_by';
/** All of one remote, the one that was live last first. */
export const lockReleases = `
  SELECT ${columns} FROM releases WHERE remote = ? ORDER BY live_until DESC, id DESC FOR UPDATE`;

/** Those of one remote that are live or on trial. */
export const selectShown = `SELECT ${columns} FROM releases WHERE remote = ? AND status IN ('live', 'canary')`;

/** Whether visitors ever got a release, in SQL; one that is published again after its rollback is `uploaded` once more. */
export const wasShown = "(status <> 'uploaded' OR live_from IS NOT NULL OR was_shown)";

/** Whether visitors get a release: all of them, or a share. */
export const isShown = ({ status }: ReleaseRow): boolean => status === 'live' || status === 'canary';

/** Whom the releases of one remote are shown to, as a text that can be compared. */
export const shownOf = (rows: ReleaseRow[]): string =>
  rows
    .filter(isShown)
    .map(({ id, status, share }) => [id, status, share].join(' '))
    .sort()
    .join();
