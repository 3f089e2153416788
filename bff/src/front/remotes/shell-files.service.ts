import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { fileName, type Site, sites } from '@bank/contracts/remotes';
import { Config } from '../../platform/config/config';
import { SharedFiles } from '../../platform/files/shared-files.service';

const folderOf = (site: Site) => `shells/${site}`;
/** What a document of the shell may name; others, such as its manifest, belong to one build. */
const isShellFile = (name: string) => /\.(js|css|svg|png|woff2)(\.br|\.gz)?$/.test(name);
const retryMs = 10_000;

/**
 * The files of the shells, named by their content. Where servers share a bucket, each publishes its own build there at its
 * start, since a browser may have a document from a server with another build, or one of before an update.
 */
@Injectable()
export class ShellFiles implements OnApplicationBootstrap {
  private readonly logger = new Logger('Shells');

  constructor(
    private readonly config: Config,
    private readonly files: SharedFiles,
  ) {}

  /** Not awaited: the server's own build can be served without the bucket. */
  onApplicationBootstrap(): void {
    if (this.config.releasesBucket) void this.publishSoon();
  }

  /** The folder with a file of a shell; undefined when no server published it. @throws ApiException UNAVAILABLE. */
  async folderWith(site: Site, file: string): Promise<string | undefined> {
    if (!fileName.safeParse(file).success) return undefined;
    const built = this.builtFolder(site);
    const isBuilt = await access(path.join(built, file)).then(
      () => true,
      () => false,
    );
    if (isBuilt) return built;
    const isShared = isShellFile(file) && (await this.files.isHere(folderOf(site), file));
    return isShared ? this.files.pathOf(folderOf(site)) : undefined;
  }

  private async publishSoon(): Promise<void> {
    try {
      for (const site of sites) await this.publish(site);
    } catch (error) {
      this.logger.warn(`the files of the shells are not published yet: ${(error as Error).message}`);
      setTimeout(() => void this.publishSoon(), retryMs).unref();
    }
  }

  private async publish(site: Site): Promise<void> {
    const folder = this.builtFolder(site);
    const names = await readdir(folder).catch(() => []);
    // Compressed copies before their originals, see `SharedFiles.isHere`.
    for (const file of names.filter(isShellFile).sort().reverse()) {
      if (await this.files.isHere(folderOf(site), file)) continue;
      await this.files.keep(folderOf(site), file, await readFile(path.join(folder, file)));
    }
  }

  private builtFolder(site: Site): string {
    return path.join(this.config.hostsDir, site, 'dist');
  }
}
