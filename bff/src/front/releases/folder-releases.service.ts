import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { type BuiltManifest, builtManifest } from './built-manifest';
import { BrokenBuild, Publisher } from './publisher.service';
import { isReleaseFile, ReleaseFiles } from './release-files.service';
import { installation, ReleasesService } from './releases.service';
import { SourceMaps } from './source-maps.service';

/**
 * Releases the remotes of the installation: every folder of `REMOTES_DIR` with a valid `dist/remote.json` of a new
 * version. Releases that were shipped, promoted or rolled back since are left alone.
 */
@Injectable()
export class FolderReleases {
  private readonly log = new Logger('Remotes');
  /** When each folder's manifest was last changed, as read. */
  private readonly readAt = new Map<string, number>();

  constructor(
    private readonly config: Config,
    private readonly files: ReleaseFiles,
    private readonly maps: SourceMaps,
    private readonly publisher: Publisher,
    private readonly releases: ReleasesService,
  ) {}

  /**
   * Reads the folders that changed, in order: of two remotes that claim a route, the first owns it. A broken one is logged
   * once. Remotes of developers' machines are skipped.
   * @throws the driver's error when the database is away; the folder is read again at the next scan.
   */
  async scan(): Promise<void> {
    const { remotesDir, devRemotes } = this.config;
    const names = await readdir(remotesDir).catch(() => []);
    for (const name of names.filter((candidate) => !devRemotes[candidate]).sort()) {
      const changedMs = await stat(this.manifestOf(name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      );
      if (changedMs === undefined || this.readAt.get(name) === changedMs) continue;
      const manifest = await this.read(name);
      if (manifest) await this.release(manifest).catch((error: unknown) => this.refuse(name, error));
      this.readAt.set(name, changedMs);
    }
  }

  /** The built manifest of a folder; undefined when it is invalid, which is logged. */
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
    await this.maps.keepBuilt(name, version, folder);
    const isNew = await this.publisher.publish(manifest, files, installation);
    if (isNew) await this.releases.activateInstalled(name, version);
  }

  private manifestOf(name: string): string {
    return path.join(this.config.remotesDir, name, 'dist/remote.json');
  }
}
