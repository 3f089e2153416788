import type { z } from 'zod';
import { sites } from '@bank/contracts/remotes';
import { rowOf, text, whole } from '../../platform/database/columns';
import { listOf } from '../../platform/database/database';
import { shownColumns, wasShown } from '../releases/release-rows';

export const sequenceRow = rowOf({ value: whole });

/** A release signed again is another row. */
export const shownRow = rowOf({ ...shownColumns, signature: text });
/** A release without its signed statement. */
export type ShownRow = z.infer<typeof shownRow>;

/** Oldest remote first: of two that claim a route, the first keeps it. */
export const shownReleases = `
  SELECT id, remote, version, status, share, signature,
    (SELECT MIN(first.id) FROM releases first WHERE first.remote = releases.remote) AS came
  FROM releases WHERE status IN ('live', 'canary') ORDER BY came, id`;

/** All whose files are kept and that were ever shown, the newest first: open pages may have any of them. */
export const shellReleases = `
  SELECT id, remote, version, status, share, signature FROM releases
  WHERE remote IN (${listOf([...sites])}) AND removed_at IS NULL AND ${wasShown}
  ORDER BY id DESC LIMIT 200`;

/** As many as of shells: a page of an early shell may fit none of the later ones. */
export const earlierReleases = `
  SELECT id, remote, version, status, share, signature FROM releases
  WHERE remote = ? AND status = 'retired' AND live_from IS NOT NULL AND removed_at IS NULL
  ORDER BY live_until DESC, id DESC LIMIT 200`;

/** The same of a remote, which partners' pages may have in a frame. */
export const openReleases = `
  SELECT id, remote, version, status, share, signature FROM releases
  WHERE remote = ? AND removed_at IS NULL AND ${wasShown}
  ORDER BY id DESC LIMIT 50`;

export const previewedRelease = `
  SELECT id, remote, version, status, share, signature FROM releases
  WHERE remote = ? AND version = ? AND removed_at IS NULL`;

export const newestRelease = `
  SELECT id, remote, version, status, share, signature FROM releases
  WHERE remote = ? AND removed_at IS NULL ORDER BY id DESC LIMIT 1`;
