import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../config';
import { Previews } from './previews';

/** How long one answer of the database serves, in milliseconds. */
const knownMs = 60_000;

const shownRelease = `
  SELECT status <> 'uploaded' OR live_from IS NOT NULL AS shown FROM releases
  WHERE remote = ? AND version = ? AND removed_at IS NULL`;

/** Whose files may be fetched: everybody's, one browser's alone, or nobody's. */
export type Served = 'everybody' | 'preview' | 'nobody';

/** Decides whose files a browser is given: those of what is or was shown, and of what it previews. */
@Injectable()
export class ServedReleases {
  /** When each release was last seen to be shown; there are no more than the database has. */
  private readonly shownAt = new Map<string, number>();

  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
    private readonly previews: Previews,
  ) {}

  /** @throws the driver's error when the database is away and the release was not asked for before. */
  async of(remote: string, version: string, preview: string | undefined): Promise<Served> {
    // The bank elsewhere, whose files these are, decides by itself.
    if (this.config.devRegistry) return 'everybody';
    const id = `${remote}@${version}`;
    const seen = this.shownAt.get(id);
    if (seen !== undefined && performance.now() - seen < knownMs) return 'everybody';
    const shown = await this.isShown(remote, version).catch((error: unknown) => {
      // Pages stay whole while the database is away.
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

  /** Undefined for what is no release, or has lost its files. */
  private async isShown(remote: string, version: string): Promise<boolean | undefined> {
    const [row] = (await this.dataSource.query(shownRelease, [remote, version])) as { shown: string }[];
    return row && Number(row.shown) === 1;
  }
}
