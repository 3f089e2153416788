import { access, copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../config';

/** What a build of the loader wrote beside it. */
export interface LoaderManifest {
  /** Names this very file. */
  version: string;
  /** For the `integrity` of a page that pins the version (W3C SRI). */
  integrity: string;
}

/**
 * Publishes the loader of the widgets. Each version is copied, when it is first served, to where it stays for good:
 * pages that pin a version, with its integrity, never lose it.
 */
@Injectable()
export class LoaderService {
  private readonly known = new Set<string>();

  constructor(private readonly config: Config) {}

  /** The newest one, which the evergreen address serves. */
  async newest(): Promise<LoaderManifest> {
    const manifest = JSON.parse(
      await readFile(path.join(this.config.loaderDir, 'loader.json'), 'utf8'),
    ) as LoaderManifest;
    if (!this.known.has(manifest.version)) await this.publish(manifest.version);
    return manifest;
  }

  /** Where the files of a version are, which was published here; undefined when it was not. */
  async published(version: string): Promise<string | undefined> {
    const folder = this.folderOf(version);
    return access(path.join(folder, 'loader.js')).then(
      () => folder,
      () => undefined,
    );
  }

  private folderOf(version: string): string {
    return path.join(this.config.dataDir, 'loaders', version);
  }

  /** All at once or not at all: another server may do the same at this moment. */
  private async publish(version: string): Promise<void> {
    const { loaderDir } = this.config;
    const folder = this.folderOf(version);
    const unfinished = `${folder}.${process.pid}`;
    await mkdir(unfinished, { recursive: true });
    const files = (await readdir(loaderDir)).filter((file) => file.startsWith('loader.js'));
    await Promise.all(files.map((file) => copyFile(path.join(loaderDir, file), path.join(unfinished, file))));
    await rename(unfinished, folder).catch(async (error: NodeJS.ErrnoException) => {
      // It is there already, and a version names its content.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      await rm(unfinished, { recursive: true });
    });
    this.known.add(version);
  }
}
