import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { integrityOf } from '../../platform/security/integrity';
import type { Publishable } from './publishable';
import { framesOf } from './release-frames';
import { isHashed } from './release-files.service';
import type { ReleasePublisher } from './release-publisher';
import { ReleasesService } from './releases.service';

/** A build without what its manifest names; the message is a sentence for its team. */
export class BrokenBuild extends Error {}

/** The files of a build, which are stored already: their names, and where their content is read that the release is signed for. */
export interface BuildFiles {
  names: string[];
  read: (name: string) => Promise<Buffer | undefined>;
}

/** Makes a release of a build and its files. */
@Injectable()
export class Publisher {
  constructor(private readonly releases: ReleasesService) {}

  /**
   * Hashes the files, signs the release and adds it, shown to nobody yet.
   * @throws BrokenBuild when a file that the manifest names is missing.
   */
  async publish(
    build: Publishable,
    { names, read }: BuildFiles,
    publishedBy: ReleasePublisher,
  ): Promise<void> {
    const { name, version } = build;
    const missing = build.named.find((file) => !names.includes(file));
    if (missing) throw new BrokenBuild(`The file ${missing}, which the manifest names, is missing.`);
    const hashes: Record<string, string> = {};
    // Of a known release nothing is stored again.
    const isKnown = await this.releases.isKnown(name, version);
    let firstLoadBytes = 0;
    for (const file of names.filter(isHashed)) {
      const content = await read(file);
      if (!content) throw new BrokenBuild(`The file ${file} is missing.`);
      hashes[file] = integrityOf(content);
      if (!isKnown && build.firstLoad.includes(file)) firstLoadBytes += await gzipBytes(content);
    }
    await this.releases.add(
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
