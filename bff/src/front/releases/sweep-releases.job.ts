import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { keptDays, unpublishedDays } from '@bank/contracts/releases';
import { ReleaseFiles } from './release-files.service';
import { wasShown } from './release-rows';
import { ReleaseUploads, type Sweep } from './release-uploads.service';
import { SourceMaps } from './source-maps.service';
import { type ReleaseBuild, releasesBefore } from './releases.service';
import { jsonOf, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { dayMs } from '../../platform/time/durations';

/** Never what a rollback of the live release would show again, however long that one is live. */
const isExpired = `
  removed_at IS NULL AND status IN ('uploaded', 'retired', 'rolled_back') AND changed_at < IF(${wasShown}, ?, ?)
  AND id NOT IN (SELECT id FROM (${releasesBefore}) AS kept)`;

const selectExpired = `
  SELECT id, remote, version, build FROM releases WHERE ${isExpired} ORDER BY id LIMIT 50`;

/** Holds the condition once more, since a rollback may show a release again while others are swept. */
const markRemoved = `UPDATE releases SET removed_at = ? WHERE id = ? AND ${isExpired}`;

const expiredRow = rowOf({ id: whole, remote: text, version: text, build: jsonOf(z.custom<ReleaseBuild>()) });

interface Version {
  remote: string;
  version: string;
}

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

  /**
   * One version that fails keeps back no other.
   * @returns the number of versions whose files were removed. @throws ApiException UNAVAILABLE when the bucket is away.
   */
  private async sweep(now: Date, stopping: AbortSignal): Promise<number> {
    const ago = (days: number) => new Date(now.getTime() - days * dayMs);
    const unpublished = ago(unpublishedDays);
    const limits = [ago(keptDays), unpublished];
    const failures: unknown[] = [];
    let done = 0;
    const removeAll = async <Each extends Version>(all: Each[], isOver: (each: Each) => Promise<boolean>) => {
      for (const each of all) {
        if (stopping.aborted) return;
        try {
          if ((await isOver(each)) && (await this.remove(each))) done += 1;
        } catch (error) {
          failures.push(error);
        }
      }
    };
    const expired = await this.database.rows(expiredRow, selectExpired, limits);
    await removeAll(expired, (release) => this.markRemoved(release, now, limits));
    await removeAll(await this.uploads.before(unpublished), async () => true);
    if (failures.length > 0) throw failures[0];
    return done;
  }

  /** The row before the files: a request for the version must be refused, not served half of them. */
  private markRemoved(release: z.output<typeof expiredRow>, now: Date, limits: Date[]): Promise<boolean> {
    const { id, remote, version, build } = release;
    return this.database.transaction(async (tx) => {
      const { affectedRows } = await tx.write(markRemoved, [now, id, ...limits]);
      if (affectedRows === 1) await this.uploads.noteSwept(tx, remote, version, build.files);
      return affectedRows === 1;
    });
  }

  /**
   * Removes the noted files of a version, unless they became a release. Outside a transaction, which the database would end
   * meanwhile: the mark refuses what would make a release of them, and leaves them to the next sweep where this server is killed.
   */
  private async remove({ remote, version }: Version): Promise<boolean> {
    const sweep = await this.database.transaction((tx) => this.begin(tx, remote, version));
    if (!sweep) return false;
    await this.files.remove(remote, version, sweep.files);
    await this.maps.remove(remote, version, sweep.files);
    await this.database.transaction(async (tx) => {
      await this.maps.forget(tx, remote, version);
      await this.uploads.endSweep(tx, remote, version, sweep);
    });
    return true;
  }

  private async begin(tx: Transaction, remote: string, version: string): Promise<Sweep | undefined> {
    if (!(await tx.exists(selectKept, [remote, version])))
      return this.uploads.beginSweep(tx, remote, version);
    await this.uploads.take(tx, remote, version);
    return undefined;
  }
}
