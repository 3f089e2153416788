import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { keptDays, unpublishedDays } from '@bank/contracts/releases';
import { ReleaseFiles } from './release-files';
import { ReleaseUploads } from './release-uploads';
import type { ReleaseBuild } from './releases.service';

const swept = `
  SELECT id, remote, version, build FROM releases
  WHERE removed_at IS NULL AND (
    (status IN ('retired', 'rolled_back') AND changed_at < ?) OR (status = 'uploaded' AND changed_at < ?))
  ORDER BY id LIMIT 50`;

const dayMs = 24 * 60 * 60_000;

/** Removes the files of releases that were last shown longer ago than they are kept, and of what was never shown. */
@Injectable()
export class ReleaseSweep {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: ReleaseFiles,
    private readonly uploads: ReleaseUploads,
  ) {}

  /** @returns how many versions lost their files. @throws Failure UNAVAILABLE when the bucket is away. */
  async run(now: Date, stopping: AbortSignal): Promise<number> {
    const ago = (days: number) => new Date(now.getTime() - days * dayMs);
    const unpublished = ago(unpublishedDays);
    const rows = (await this.dataSource.query(swept, [ago(keptDays), unpublished])) as {
      id: number;
      remote: string;
      version: string;
      build: string;
    }[];
    let done = 0;
    for (const { id, remote, version, build } of rows) {
      if (stopping.aborted) return done;
      // The row first: whoever asks for the version meanwhile is refused instead of being sent half of it.
      await this.dataSource.query('UPDATE releases SET removed_at = ? WHERE id = ?', [now, id]);
      await this.files.remove(remote, version, (JSON.parse(build) as ReleaseBuild).files);
      done += 1;
    }
    for (const upload of await this.uploads.before(unpublished)) {
      if (stopping.aborted) return done;
      if (!(await this.isRelease(upload))) {
        await this.files.remove(upload.remote, upload.version, upload.files);
        done += 1;
      }
      await this.uploads.remove(upload);
    }
    return done;
  }

  /** A release whose files are kept: some may have been uploaded again since. */
  private async isRelease({ remote, version }: { remote: string; version: string }): Promise<boolean> {
    const rows = (await this.dataSource.query(
      'SELECT id FROM releases WHERE remote = ? AND version = ? AND removed_at IS NULL',
      [remote, version],
    )) as unknown[];
    return rows.length > 0;
  }
}
