import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Config } from '../../platform/config/config';
import { Previews } from './previews.service';
import { wasShown } from './release-rows';
import type { ReleaseBuild } from './releases.service';
import { flag, jsonOf, rowOf } from '../../platform/database/columns';
import { originalName } from '../../platform/files/compressed-copy';
import { Database } from '../../platform/database/database';

const releaseRow = rowOf({
  shown: flag,
  build: jsonOf(z.custom<Pick<ReleaseBuild, 'files' | 'frames'>>()),
  statement: jsonOf(z.custom<{ files?: Record<string, string> }>()),
});

const cacheMs = 60_000;

const selectRelease = `
  SELECT ${wasShown} AS shown, build, statement FROM releases
  WHERE remote = ? AND version = ? AND removed_at IS NULL`;

/** Who may load a file of a release; `preview`: the browser that previews it. */
export type FileAudience = 'everybody' | 'preview' | 'nobody';

/** A file of a release for a browser. */
export interface ServedFile {
  audience: FileAudience;
  /** Of scripts and styles (W3C SRI), also for their compressed copies. */
  hash?: string | undefined;
}

/** A release with the names of its files, and their hashes. */
interface Known {
  isShown: boolean;
  files: ReadonlyMap<string, string | undefined>;
}

/** Decides which files a browser gets: those that a release names which is or was shown, or which the browser previews. */
@Injectable()
export class ServedReleases {
  /** Shown releases, and when each was last read; bounded by the releases in the database. */
  private readonly shown = new Map<string, { release: Known; readAt: number }>();

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly previews: Previews,
  ) {}

  /** @throws the driver's error when the database is away and the release was not read before. */
  async find(
    { remote, version, file }: { remote: string; version: string; file: string },
    preview: string | undefined,
  ): Promise<ServedFile> {
    // The bank elsewhere that serves the files decides itself.
    if (this.config.devRegistry) return { audience: 'everybody' };
    const release = await this.release(remote, version);
    // A file that was uploaded beside those of the release is none of it.
    if (!release?.files.has(file)) return { audience: 'nobody' };
    const hash = release.files.get(file);
    if (release.isShown) return { audience: 'everybody', hash };
    const previewed = await this.previews.read(preview);
    const isPreviewed = previewed?.remote === remote && previewed.version === version;
    return { audience: isPreviewed ? 'preview' : 'nobody', hash };
  }

  /** Undefined for an unknown release, or one whose files were removed. */
  private async release(remote: string, version: string): Promise<Known | undefined> {
    const id = `${remote}@${version}`;
    const known = this.shown.get(id);
    if (known && performance.now() - known.readAt < cacheMs) return known.release;
    const release = await this.read(remote, version).catch((error: unknown) => {
      // Pages keep working while the database is away.
      if (known) return known.release;
      throw error;
    });
    if (release?.isShown) this.shown.set(id, { release, readAt: performance.now() });
    else this.shown.delete(id);
    return release;
  }

  private async read(remote: string, version: string): Promise<Known | undefined> {
    const row = await this.database.row(releaseRow, selectRelease, [remote, version]);
    if (!row) return undefined;
    const hashes = { ...row.build.frames?.files, ...row.statement.files };
    return {
      isShown: row.shown,
      files: new Map(row.build.files.map((file) => [file, hashes[originalName(file)]])),
    };
  }
}
