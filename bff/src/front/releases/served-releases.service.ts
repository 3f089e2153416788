import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { Previews } from './previews.service';
import { flag, rowOf } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';

const shownRow = rowOf({ shown: flag });

const cacheMs = 60_000;

const shownRelease = `
  SELECT status <> 'uploaded' OR live_from IS NOT NULL AS shown FROM releases
  WHERE remote = ? AND version = ? AND removed_at IS NULL`;

/** Who may load the files of a release; `preview`: the browser that previews it. */
export type FileAudience = 'everybody' | 'preview' | 'nobody';

/** Decides which files a browser gets: those of releases that are or were shown, and of its preview. */
@Injectable()
export class ServedReleases {
  /** When each release was last read as shown; bounded by the releases in the database. */
  private readonly shownAt = new Map<string, number>();

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly previews: Previews,
  ) {}

  /** @throws the driver's error when the database is away and the release was not read before. */
  async audienceOf(remote: string, version: string, preview: string | undefined): Promise<FileAudience> {
    // The bank elsewhere that serves the files decides itself.
    if (this.config.devRegistry) return 'everybody';
    const id = `${remote}@${version}`;
    const seen = this.shownAt.get(id);
    if (seen !== undefined && performance.now() - seen < cacheMs) return 'everybody';
    const shown = await this.isShown(remote, version).catch((error: unknown) => {
      // Pages keep working while the database is away.
      if (seen !== undefined) return true;
      throw error;
    });
    if (shown) {
      this.shownAt.set(id, performance.now());
      return 'everybody';
    }
    this.shownAt.delete(id);
    const previewed = shown === undefined ? undefined : await this.previews.read(preview);
    return previewed?.remote === remote && previewed.version === version ? 'preview' : 'nobody';
  }

  /** Undefined for an unknown release, or one whose files were removed. */
  private async isShown(remote: string, version: string): Promise<boolean | undefined> {
    const row = await this.database.row(shownRow, shownRelease, [remote, version]);
    return row?.shown;
  }
}
