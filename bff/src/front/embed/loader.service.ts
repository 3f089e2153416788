import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { SharedFiles } from '../../platform/files/shared-files.service';
import { Config } from '../../platform/config/config';

/** Written by the build of the loader. */
export interface LoaderManifest {
  /** Identifies the content. */
  version: string;
  /** For the `integrity` of a page that pins the version (W3C SRI). */
  integrity: string;
}

const loaderFile = 'loader.js';
const folderOf = (version: string) => `loaders/${version}`;

/** Publishes each version of the widgets' loader to shared storage, where a page that pinned it always finds it. */
@Injectable()
export class LoaderService {
  private readonly publishedVersions = new Set<string>();

  constructor(
    private readonly config: Config,
    private readonly files: SharedFiles,
  ) {}

  /** The newest version, published. @throws ApiException UNAVAILABLE when the bucket is away. */
  async newest(): Promise<LoaderManifest> {
    const manifest = JSON.parse(
      await readFile(path.join(this.config.loaderDir, 'loader.json'), 'utf8'),
    ) as LoaderManifest;
    if (!this.publishedVersions.has(manifest.version)) await this.publish(manifest.version);
    return manifest;
  }

  /** The folder of a version; undefined when no server published it. @throws ApiException UNAVAILABLE. */
  async published(version: string): Promise<string | undefined> {
    const isHere = await this.files.isHere(folderOf(version), loaderFile);
    return isHere ? this.files.pathOf(folderOf(version)) : undefined;
  }

  private async publish(version: string): Promise<void> {
    const { loaderDir } = this.config;
    if (!(await this.files.isHere(folderOf(version), loaderFile))) {
      // The loader after its compressed copies: where it exists, they do.
      const files = (await readdir(loaderDir))
        .filter((file) => /^loader\.js(\.br|\.gz)?$/.test(file))
        .sort()
        .reverse();
      for (const file of files)
        await this.files.keep(folderOf(version), file, await readFile(path.join(loaderDir, file)));
    }
    this.publishedVersions.add(version);
  }
}
