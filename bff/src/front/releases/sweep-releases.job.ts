import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { keptDays, unpublishedDays } from '@bank/contracts/releases';
import { ReleaseFiles } from './release-files.service';
import { ReleaseUploads } from './release-uploads.service';
import { SourceMaps } from './source-maps.service';
import { type ReleaseBuild, releasesBefore } from './releases.service';
import { jsonOf, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { dayMs } from '../../platform/time/durations';

/** Never what a rollback of the live release would show again, however long that one is live. */
const isExpired = `
  removed_at IS NULL AND (
    (status IN ('retired', 'rolled_back') AND changed_at < ?) OR (status = 'uploaded' AND changed_at < ?))
  AND id NOT IN (SELECT id FROM (${releasesBefore}) AS kept)`;

const selectExpired = `
  SELECT id, remote, version, build FROM releases WHERE ${isExpired} ORDER BY id LIMIT 50`;

/** Holds the condition once more, since a rollback may show a release again while others are swept. */
const markRemoved = `UPDATE releases SET removed_at = ? WHERE id = ? AND ${isExpired}`;

const expiredRow = rowOf({ id: whole, remote: text, version: text, build: jsonOf(z.custom<ReleaseBuild>()) });

const selectKept = 'SELECT 1 FROM releases WHERE remote = ? AND version = ? AND removed_at IS NULL';

/** Removes the files of releases that are no longer shown (`keptDays`), and of uploads never shown (`unpublishedDays`). */
@Injectable()
export class SweepReleasesJob implements Job {
  readonly name = 'sweep-releases';
  readonly everySeconds = 3_600;

  constructor(
    private readonly database: Database,
    private readonly files: ReleaseFiles,
    private readonly maps: SourceMaps,
    private readonly uploads: ReleaseUploads,
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const done = await this.sweep(now, stopping);
    return { done, text: 'job.sweep_releases', values: { count: done } };
  }

  /** @returns the number of versions whose files were removed. @throws ApiException UNAVAILABLE when the bucket is away. */
  private async sweep(now: Date, stopping: AbortSignal): Promise<number> {
    const ago = (days: number) => new Date(now.getTime() - days * dayMs);
    const unpublished = ago(unpublishedDays);
    const limits = [ago(keptDays), unpublished];
    const rows = await this.database.rows(expiredRow, selectExpired, limits);
    let done = 0;
    for (const { id, remote, version, build } of rows) {
      if (stopping.aborted) return done;
      // The row first: a request for the version must be refused, not served half of its files.
      const isMarked = await this.database.transaction(async (tx) => {
        const { affectedRows } = await tx.write(markRemoved, [now, id, ...limits]);
        if (affectedRows === 1) await this.uploads.noteSwept(tx, remote, version, build.files);
        return affectedRows === 1;
      });
      if (isMarked && (await this.remove(remote, version))) done += 1;
    }
    for (const { remote, version } of await this.uploads.before(unpublished)) {
      if (stopping.aborted) return done;
      if (await this.remove(remote, version)) done += 1;
    }
    return done;
  }

  /**
   * Removes the noted files of a version, unless they became a release. Within one transaction: what would make a release of them
   * waits for it, and a server that is killed meanwhile leaves the note for the next sweep.
   */
  private remove(remote: string, version: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const files = await this.uploads.take(tx, remote, version);
      if (!files || (await tx.exists(selectKept, [remote, version]))) return false;
      await this.files.remove(remote, version, files);
      await this.maps.remove(tx, remote, version, files);
      return true;
    });
  }
}
