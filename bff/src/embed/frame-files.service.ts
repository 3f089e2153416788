import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { SharedFiles } from '../common/shared-files';
import { Config } from '../config';
import { LoaderService } from './loader.service';

const isFrameFile = (name: string) => /^[\w-][\w.-]*\.(js|css|svg|png|woff2)(\.br|\.gz)?$/.test(name);
const folderOf = (remote: string) => `frames/${remote}`;

/** After so long a server tries again to publish its files; in milliseconds. */
const againMs = 10_000;

/**
 * The files of the widgets' frames, whose names change with their content. Each server keeps those of its own build where
 * all servers find them: a frame may have come from a server of another build, before or after this one.
 */
@Injectable()
export class FrameFilesService implements OnApplicationBootstrap {
  private readonly logger = new Logger('Frames');

  constructor(
    private readonly config: Config,
    private readonly files: SharedFiles,
    private readonly loaders: LoaderService,
  ) {}

  /** Not waited for: a server can serve what is built beside it while the bucket is away. */
  onApplicationBootstrap(): void {
    if (this.config.environment !== 'development') void this.publishSoon();
  }

  /** The folder in which a file of a remote's frames is; undefined when no server had it. @throws Failure UNAVAILABLE. */
  async folderWith(remote: string, file: string): Promise<string | undefined> {
    const built = this.builtFolder(remote);
    if (await exists(path.join(built, file))) return built;
    if (!isFrameFile(file)) return undefined;
    return (await this.files.isHere(folderOf(remote), file))
      ? this.files.pathOf(folderOf(remote))
      : undefined;
  }

  private async publishSoon(): Promise<void> {
    try {
      await this.loaders.newest();
      for (const remote of await readdir(this.config.remotesDir)) await this.publish(remote);
    } catch (error) {
      this.logger.warn(
        `the files of the widgets are not kept for other servers yet: ${(error as Error).message}`,
      );
      setTimeout(() => void this.publishSoon(), againMs).unref();
    }
  }

  private async publish(remote: string): Promise<void> {
    const folder = this.builtFolder(remote);
    const names = await readdir(folder).catch(() => []);
    // Prepared copies before what they are copies of, see `SharedFiles.isHere`.
    const files = names.filter(isFrameFile).sort().reverse();
    for (const file of files) {
      if (await this.files.isHere(folderOf(remote), file)) continue;
      await this.files.keep(folderOf(remote), file, await readFile(path.join(folder, file)));
    }
  }

  private builtFolder(remote: string): string {
    return path.join(this.config.remotesDir, remote, 'dist/frame');
  }
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
