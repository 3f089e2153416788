import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import type { z } from 'zod';
import { sites } from '@bank/contracts/remotes';
import { Config } from '../../platform/config/config';
import { OtherFile } from '../../platform/files/shared-files.service';
import { builtHost } from './built-host';
import { type BuiltManifest, builtManifest } from './built-manifest';
import { type Publishable, publishableHost, publishableRemote } from './publishable';
import { BrokenBuild, Publisher } from './publisher.service';
import { isReleaseFile, ReleaseFiles } from './release-files.service';
import { installation } from './release-publisher';
import { ReleasesService } from './releases.service';
import { SourceMaps } from './source-maps.service';

/** A folder with a build of the installation. */
interface BuiltFolder {
  name: string;
  /** The path of its manifest, beside which its files are. */
  manifest: string;
  /** Folders below with more of its files. */
  below: string[];
  /** The build that the manifest describes. @throws Error for an invalid one. */
  read: () => Promise<Publishable>;
}

/**
 * Releases the shells and remotes of the installation: every folder of `HOSTS_DIR` and `REMOTES_DIR` with a valid manifest of
 * a new version. Releases that were shipped, promoted or rolled back since are left alone.
 */
@Injectable()
export class FolderReleases {
  private readonly log = new Logger('Releases');
  /** When each manifest was last changed, as read. */
  private readonly readAt = new Map<string, number>();

  constructor(
    private readonly config: Config,
    private readonly files: ReleaseFiles,
    private readonly maps: SourceMaps,
    private readonly publisher: Publisher,
    private readonly releases: ReleasesService,
  ) {}

  /**
   * Reads the folders that changed: shells first, which offer what new remotes use, then remotes in order, since of two that
   * claim a route the first owns it. A broken one is logged once. Skipped are builds that a dev server serves, and remotes
   * where another bank serves them (`DEV_REGISTRY`).
   * @throws the driver's error when the database is away; the folder is read again at the next scan.
   */
  async scan(): Promise<void> {
    for (const folder of [...this.shells(), ...(this.config.devRegistry ? [] : await this.remotes())]) {
      const changedMs = await stat(folder.manifest).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      );
      if (changedMs === undefined || this.readAt.get(folder.manifest) === changedMs) continue;
      await this.release(folder);
      this.readAt.set(folder.manifest, changedMs);
    }
  }

  /** The built manifest of a remote's folder; undefined when it is invalid, which is logged. */
  async read(name: string): Promise<BuiltManifest | undefined> {
    return readManifest(this.manifestOf(name), builtManifest, name).catch((error: unknown) =>
      this.refuse(name, error),
    );
  }

  private shells(): BuiltFolder[] {
    const { hostsDir, devHosts } = this.config;
    return sites
      .filter((site) => !devHosts[site])
      .map((site) => {
        const manifest = path.join(hostsDir, site, 'dist/host.json');
        const read = async () => publishableHost(await readManifest(manifest, builtHost, site));
        return { name: site, manifest, below: ['worker'], read };
      });
  }

  private async remotes(): Promise<BuiltFolder[]> {
    const { remotesDir, devRemotes } = this.config;
    const names = await readdir(remotesDir).catch(() => []);
    return names
      .filter((name) => !devRemotes[name])
      .sort()
      .map((name) => {
        const manifest = this.manifestOf(name);
        const read = async () => publishableRemote(await readManifest(manifest, builtManifest, name));
        return { name, manifest, below: ['frame'], read };
      });
  }

  private async release(folder: BuiltFolder): Promise<void> {
    try {
      await this.publish(folder, await folder.read());
    } catch (error) {
      this.refuse(folder.name, error);
    }
  }

  /** Logs a build that is not valid. @throws any other error. */
  private refuse(name: string, error: unknown): undefined {
    if (!(error instanceof BrokenBuild)) throw error;
    this.log.warn(`${name} is not released: ${error.message}`);
    return undefined;
  }

  private async publish({ manifest, below }: BuiltFolder, build: Publishable): Promise<void> {
    const { name, version } = build;
    const names: string[] = [];
    for (const folder of [path.dirname(manifest), ...below.map((more) => path.join(manifest, '..', more))]) {
      const found = (await readdir(folder).catch(() => [])).filter(isReleaseFile).sort();
      names.push(...found);
      await this.files.keepAll(name, version, folder, found).catch((error: unknown) => {
        if (!(error instanceof OtherFile)) throw error;
        throw new BrokenBuild(`the bucket has another ${error.file} of ${version}`, { cause: error });
      });
    }
    await this.maps.keepBuilt(name, version, path.dirname(manifest));
    // The files are those of the installation now, whatever a bucket had under their names.
    const read = (file: string) => this.files.read(name, version, file);
    await this.publisher.publish(build, { names, read }, installation);
    await this.releases.activateInstalled(name, version);
  }

  private manifestOf(name: string): string {
    return path.join(this.config.remotesDir, name, 'dist/remote.json');
  }
}

/** @throws BrokenBuild for a file that is no such manifest, or that names something else. */
async function readManifest<Manifest extends { name: string }>(
  file: string,
  schema: z.ZodType<Manifest>,
  name: string,
): Promise<Manifest> {
  try {
    const manifest = schema.parse(JSON.parse(await readFile(file, 'utf8')));
    if (manifest.name === name) return manifest;
    throw new Error(`it is named ${manifest.name}`);
  } catch (error) {
    throw new BrokenBuild(error instanceof Error ? error.message : 'unreadable', { cause: error });
  }
}
