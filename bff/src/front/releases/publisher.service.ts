import { gzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { BuiltManifest } from './built-manifest';
import { statementOf } from './built-manifest';
import { integrityOf, isHashed, ReleaseFiles } from './release-files.service';
import { type ReleasePublisher, ReleasesService } from './releases.service';

/** A build without what its manifest names; the message is a sentence for its team. */
export class BrokenBuild extends Error {}

/** Makes a release of a manifest and the stored files of its version. */
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
  async publish(manifest: BuiltManifest, names: string[], publishedBy: ReleasePublisher): Promise<boolean> {
    const { name, version, shared, provides, uses } = manifest;
    const firstLoad = new Set([manifest.entry, ...manifest.preload.scripts]);
    const named = [...firstLoad, ...manifest.preload.styles, ...renderedFiles(manifest)];
    const missing = named.find((file) => !names.includes(file));
    if (missing) throw new BrokenBuild(`The file ${missing}, which remote.json names, is missing.`);
    const hashes: Record<string, string> = {};
    let firstLoadBytes = 0;
    for (const file of names.filter(isHashed)) {
      const content = await this.files.read(name, version, file);
      if (!content) throw new BrokenBuild(`The file ${file} is missing.`);
      hashes[file] = integrityOf(content);
      if (firstLoad.has(file)) firstLoadBytes += gzipSync(content, { level: 9 }).length;
    }
    const statement = statementOf(manifest, `/remotes/${name}/${version}`, hashes);
    return this.releases.add(
      statement,
      { shared, provides, uses, files: names, firstLoadBytes },
      publishedBy,
    );
  }
}

const renderedFiles = ({ prerendered }: BuiltManifest): string[] =>
  Object.values(prerendered?.pages ?? {}).flatMap(({ styles, files }) => [
    ...styles,
    ...Object.values(files).flatMap(({ plain, demonstration }) => [plain, demonstration]),
  ]);
