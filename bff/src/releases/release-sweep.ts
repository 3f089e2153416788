import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { keptDays } from '@bank/contracts/releases';
import { ReleaseFiles } from './release-files';
import type { ReleaseBuild } from './releases.service';

const swept = `
  SELECT id, remote, version, build FROM releases
  WHERE status NOT IN ('live', 'canary') AND removed_at IS NULL AND changed_at < ?
  ORDER BY id LIMIT 50`;

/** Removes the files of releases that were last shown, or uploaded and never shown, longer ago than they are kept. */
@Injectable()
export class ReleaseSweep {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: ReleaseFiles,
  ) {}

  /** @returns how many releases lost their files. @throws Failure UNAVAILABLE when the bucket is away. */
  async run(now: Date, stopping: AbortSignal): Promise<number> {
    const before = new Date(now.getTime() - keptDays * 24 * 60 * 60_000);
    const rows = (await this.dataSource.query(swept, [before])) as {
      id: number;
      remote: string;
      version: string;
      build: string;
    }[];
    let done = 0;
    for (const { id, remote, version, build } of rows) {
      if (stopping.aborted) break;
      // The row first: whoever asks for the version meanwhile is refused instead of being sent half of it.
      await this.dataSource.query('UPDATE releases SET removed_at = ? WHERE id = ?', [now, id]);
      await this.files.remove(remote, version, (JSON.parse(build) as ReleaseBuild).files);
      done += 1;
    }
    return done;
  }
}
