import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../config';
import { type BuiltManifest, builtManifest } from './built-manifest';
import { BrokenBuild, Publisher } from './publisher';
import { isReleaseFile, ReleaseFiles } from './release-files';
import { installation, ReleasesService } from './releases.service';

/**
 * Releases what the installation brings itself: every folder of `REMOTES_DIR` whose `dist/remote.json` is valid, when
 * its version is a new one. What was shipped, promoted or taken back since stays as it is.
 */
@Injectable()
export class FolderReleases {
  private readonly log = new Logger('Remotes');
  private readonly seen = new Map<string, number>();

  constructor(
    private readonly config: Config,
    private readonly files: ReleaseFiles,
    private readonly publisher: Publisher,
    private readonly releases: ReleasesService,
  ) {}

  /**
   * Reads the folders that changed, one after another: whoever comes first owns a route. A broken one is said once. What
   * a developer's machine serves itself has no files here.
   * @throws the driver's error, when the database is away; the folder is read again at the next look.
   */
  async look(): Promise<void> {
    const { remotesDir, devRemotes } = this.config;
    const names = await readdir(remotesDir).catch(() => []);
    for (const name of names.filter((found) => !devRemotes[found]).sort()) {
      const changedMs = await stat(this.manifestOf(name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      );
      if (changedMs === undefined || this.seen.get(name) === changedMs) continue;
      const manifest = await this.read(name);
      if (manifest) await this.release(manifest).catch((error: unknown) => this.refuse(name, error));
      this.seen.set(name, changedMs);
    }
  }

  /** The manifest that the build of a folder wrote; undefined when it can publish nothing. */
  async read(name: string): Promise<BuiltManifest | undefined> {
    try {
      const manifest = builtManifest.parse(JSON.parse(await readFile(this.manifestOf(name), 'utf8')));
      if (manifest.name !== name) throw new BrokenBuild(`it is named ${manifest.name}`);
      return manifest;
    } catch (error) {
      this.log.warn(
        `remote ${name} is not released: ${error instanceof Error ? error.message : 'unreadable'}`,
      );
      return undefined;
    }
  }

  private refuse(name: string, error: unknown): void {
    if (!(error instanceof BrokenBuild)) throw error;
    this.log.warn(`remote ${name} is not released: ${error.message}`);
  }

  private async release(manifest: BuiltManifest): Promise<void> {
    const { name, version } = manifest;
    const folder = path.dirname(this.manifestOf(name));
    const files = (await readdir(folder)).filter(isReleaseFile).sort();
    for (const file of files) {
      if (await this.files.isHere(name, version, file)) continue;
      await this.files.keep(name, version, file, await readFile(path.join(folder, file)));
    }
    const isNew = await this.publisher.publish(manifest, files, installation);
    if (isNew) await this.releases.goLiveByItself(name, version);
  }

  private manifestOf(name: string): string {
    return path.join(this.config.remotesDir, name, 'dist/remote.json');
  }
}
