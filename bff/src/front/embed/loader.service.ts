import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { originalContent, originalName } from '../../platform/files/compressed-copy';
import { SharedFiles } from '../../platform/files/shared-files.service';
import { Config } from '../../platform/config/config';

/** The scripts of partners' pages: `loader.js` with the chat and the sign-up, `tools.js` with the other widgets. */
export const loaderNames = ['loader', 'tools'] as const;
export type LoaderName = (typeof loaderNames)[number];

/** Written by the build of each. */
export interface LoaderManifest {
  /** Identifies the content. */
  version: string;
  /** For the `integrity` of a page that pins the version (W3C SRI). */
  integrity: string;
}

const folderOf = (version: string) => `loaders/${version}`;

/** Publishes each version of the widgets' scripts to shared storage, where a page that pinned it always finds it. */
@Injectable()
export class LoaderService {
  private readonly publishedVersions = new Set<string>();

  constructor(
    private readonly config: Config,
    private readonly files: SharedFiles,
  ) {}

  /** The newest version of a script, published. @throws ApiException UNAVAILABLE when the bucket is away. */
  async newest(name: LoaderName): Promise<LoaderManifest> {
    const manifest = await this.manifest(name);
    if (!this.publishedVersions.has(manifest.version)) await this.publish(name, manifest.version);
    return manifest;
  }

  /** The folder with a version of a script; undefined when no server published it. @throws ApiException UNAVAILABLE. */
  async published(name: LoaderName, version: string): Promise<string | undefined> {
    const own = await this.manifest(name);
    const fetching = version === own.version ? { isRight: this.isRight } : {};
    const isHere = await this.files.isHere(folderOf(version), `${name}.js`, fetching);
    return isHere ? this.files.pathOf(folderOf(version)) : undefined;
  }

  private async manifest(name: LoaderName): Promise<LoaderManifest> {
    return JSON.parse(
      await readFile(path.join(this.config.loaderDir, `${name}.json`), 'utf8'),
    ) as LoaderManifest;
  }

  /** Whether what the bucket has of this server's own version, which pages get that pin none, is its own file. */
  private readonly isRight = async (file: string, content: Buffer): Promise<boolean> => {
    const own = await readFile(path.join(this.config.loaderDir, originalName(file)));
    return (await originalContent(file, content))?.equals(own) ?? false;
  };

  private async publish(name: LoaderName, version: string): Promise<void> {
    const { loaderDir } = this.config;
    const script = `${name}.js`;
    if (!(await this.files.isHere(folderOf(version), script, { isRight: this.isRight }))) {
      // The script after its compressed copies: where it exists, they do.
      const files = (await readdir(loaderDir))
        .filter((file) => [`${script}.gz`, `${script}.br`, script].includes(file))
        .sort()
        .reverse();
      for (const file of files)
        await this.files.keep(folderOf(version), file, await readFile(path.join(loaderDir, file)));
    }
    this.publishedVersions.add(version);
  }
}
