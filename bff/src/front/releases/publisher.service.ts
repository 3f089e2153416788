import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { Publishable } from './publishable';
import { framesOf } from './release-frames';
import { integrityOf, isHashed, ReleaseFiles } from './release-files.service';
import { installation, type ReleasePublisher, ReleasesService } from './releases.service';

/** A build without what its manifest names; the message is a sentence for its team. */
export class BrokenBuild extends Error {}

/** Makes a release of a build and the stored files of its version. */
@Injectable()
export class Publisher {
  constructor(
    private readonly files: ReleaseFiles,
    private readonly releases: ReleasesService,
  ) {}

  /**
   * Hashes the stored files, signs the release and adds it, shown to nobody yet.
   * @returns whether it is new.
   * @throws BrokenBuild when a file that the manifest names is missing.
   */
  async publish(build: Publishable, names: string[], publishedBy: ReleasePublisher): Promise<boolean> {
    const { name, version } = build;
    const missing = build.named.find((file) => !names.includes(file));
    if (missing) throw new BrokenBuild(`The file ${missing}, which the manifest names, is missing.`);
    const hashes: Record<string, string> = {};
    // Of a known release nothing is stored again.
    const isKnown = await this.releases.isKnown(name, version);
    let firstLoadBytes = 0;
    for (const file of names.filter(isHashed)) {
      // What a team publishes must be there for every server; an installation brings its files with it.
      const content =
        publishedBy === installation
          ? await this.files.read(name, version, file)
          : await this.files.readShared(name, version, file);
      if (!content) throw new BrokenBuild(`The file ${file} is missing.`);
      hashes[file] = integrityOf(content);
      if (!isKnown && build.firstLoad.includes(file)) firstLoadBytes += await gzipBytes(content);
    }
    return this.releases.add(
      build.statement(hashes),
      {
        ...build.facts,
        files: names,
        firstLoadBytes,
        ...(build.frames && { frames: framesOf(build.frames, hashes) }),
      },
      publishedBy,
    );
  }
}

const gzipBytes = async (content: Buffer): Promise<number> =>
  (await promisify(gzip)(content, { level: 9 })).length;
