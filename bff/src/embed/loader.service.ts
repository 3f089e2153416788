import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { SharedFiles } from '../common/shared-files';
import { Config } from '../config';

/** What a build of the loader wrote beside it. */
export interface LoaderManifest {
  /** Names this very file. */
  version: string;
  /** For the `integrity` of a page that pins the version (W3C SRI). */
  integrity: string;
}

const loaderFile = 'loader.js';
const folderOf = (version: string) => `loaders/${version}`;

/**
 * Publishes the loader of the widgets. Each version is kept where all servers find it, before any page can know of it:
 * pages that pin a version, with its integrity, never lose it.
 */
@Injectable()
export class LoaderService {
  private readonly known = new Set<string>();

  constructor(
    private readonly config: Config,
    private readonly files: SharedFiles,
  ) {}

  /** The newest one, which the evergreen address serves. @throws Failure UNAVAILABLE when the bucket is away. */
  async newest(): Promise<LoaderManifest> {
    const manifest = JSON.parse(
      await readFile(path.join(this.config.loaderDir, 'loader.json'), 'utf8'),
    ) as LoaderManifest;
    if (!this.known.has(manifest.version)) await this.publish(manifest.version);
    return manifest;
  }

  /** Where the files of a version are, which any server published; undefined when none did. @throws Failure UNAVAILABLE. */
  async published(version: string): Promise<string | undefined> {
    const isHere = await this.files.isHere(folderOf(version), loaderFile);
    return isHere ? this.files.pathOf(folderOf(version)) : undefined;
  }

  private async publish(version: string): Promise<void> {
    const { loaderDir } = this.config;
    if (!(await this.files.isHere(folderOf(version), loaderFile))) {
      // The loader itself last: where it is, its prepared copies are.
      const files = (await readdir(loaderDir))
        .filter((file) => /^loader\.js(\.br|\.gz)?$/.test(file))
        .sort()
        .reverse();
      for (const file of files)
        await this.files.keep(folderOf(version), file, await readFile(path.join(loaderDir, file)));
    }
    this.known.add(version);
  }
}
