import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { originalName } from '../../platform/files/compressed-copy';
import { SharedFiles } from '../../platform/files/shared-files.service';
import { Config } from '../../platform/config/config';
import { isServedFile, ReleaseFiles } from '../releases/release-files.service';
import { ShownReleases } from '../remotes/shown-releases.service';
import type { ShownRemote } from '../remotes/verified-releases.service';
import { loaderNames, LoaderService } from './loader.service';

const folderOf = (remote: string) => `frames/${remote}`;

const retryMs = 10_000;

/**
 * The files of the widgets' frames, named by their content: of releases, and of the installation. Each server publishes its own
 * build to shared storage, since a browser may have a document from a server with another build.
 */
@Injectable()
export class FrameFilesService implements OnApplicationBootstrap {
  private readonly logger = new Logger('Frames');

  constructor(
    private readonly config: Config,
    private readonly files: SharedFiles,
    private readonly loaders: LoaderService,
    private readonly shown: ShownReleases,
    private readonly releases: ReleaseFiles,
  ) {}

  /** Not awaited: the server's own build can be served without the bucket. */
  onApplicationBootstrap(): void {
    if (this.config.environment !== 'development') void this.publishSoon();
  }

  /**
   * The folder with a file of a remote's frame: that of its live release or canary, of the installation, or of any release that
   * was shown, also one that was taken back, since a page may be open for long; undefined when there is none.
   * @throws ApiException UNAVAILABLE.
   */
  async folderWith(remote: string, file: string): Promise<string | undefined> {
    if (!isServedFile(file)) return undefined;
    const state = await this.shown.current();
    const isOfRemote = ({ release }: ShownRemote) => release.name === remote;
    const shown = [...state.remotes.filter(isOfRemote), ...state.canaries.filter(isOfRemote)];
    const current = (await this.releaseWith(shown, file)) ?? (await this.installedWith(remote, file));
    // Not for names that strangers make up: each would be looked up in the database and kept.
    if (current || shown.length === 0) return current;
    return this.releaseWith(await this.shown.open(state, remote), file);
  }

  private async releaseWith(releases: ShownRemote[], file: string): Promise<string | undefined> {
    for (const { row, build } of releases) {
      const isOfIt = build.frames !== undefined && build.files.includes(file);
      const hash = build.frames?.files[originalName(file)];
      if (isOfIt && (await this.releases.isHere(row.remote, row.version, file, hash)))
        return this.releases.folderOf(row.remote, row.version);
    }
    return undefined;
  }

  private async installedWith(remote: string, file: string): Promise<string | undefined> {
    const built = this.builtFolder(remote);
    if (await exists(path.join(built, file))) return built;
    return (await this.files.isHere(folderOf(remote), file))
      ? this.files.pathOf(folderOf(remote))
      : undefined;
  }

  private async publishSoon(): Promise<void> {
    try {
      for (const name of loaderNames) await this.loaders.newest(name);
      for (const remote of await readdir(this.config.remotesDir)) await this.publish(remote);
    } catch (error) {
      this.logger.warn(
        `the files of the widgets are not published to other servers yet: ${(error as Error).message}`,
      );
      setTimeout(() => void this.publishSoon(), retryMs).unref();
    }
  }

  private async publish(remote: string): Promise<void> {
    const folder = this.builtFolder(remote);
    const names = await readdir(folder).catch(() => []);
    // Compressed copies before their originals, see `SharedFiles.isHere`.
    const files = names.filter(isServedFile).sort().reverse();
    for (const file of files) {
      if (await this.files.isHere(folderOf(remote), file)) continue;
      await this.files.keep(folderOf(remote), file, await readFile(path.join(folder, file)));
    }
  }

  private builtFolder(remote: string): string {
    return path.join(this.config.remotesDir, remote, 'dist/frame');
  }
}

/** Whether there is a file. */
export const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
