import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { fileName, isSite, type Site } from '@bank/contracts/remotes';
import { rowOf, text } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { SharedFiles } from '../../platform/files/shared-files.service';
import { integrityOf } from '../../platform/security/integrity';
import { ReleaseFiles } from './release-files.service';

/** A built script: of a release or of a shell. */
export type BuiltScript = { file: string } & ({ remote: string; version: string } | { site: Site });

/** What is kept of a source map (ECMA-426): no text of the sources. */
const sourceMap = z.object({
  version: z.literal(3),
  sources: z.array(z.string().max(400).nullable()).max(5_000),
  names: z.array(z.string().max(200)).max(100_000),
  mappings: z.string(),
});

/** Uncompressed, bytes. */
const mostBytes = 12_000_000;

/** The folders of a build with its maps, beside its served files; no route leads into them. */
const builtMaps = ['maps', 'frame/maps'];

/** The first content under a name stays noted, also for a call at the same moment: it waits for the row. */
const note = 'INSERT INTO source_maps (folder, name, hash) VALUES (?) ON DUPLICATE KEY UPDATE hash = hash';
const noted = 'SELECT hash FROM source_maps WHERE folder = ? AND name = ?';
const notedRow = rowOf({ hash: text });
const forget = 'DELETE FROM source_maps WHERE folder = ?';

const mapOf = (script: string): string => `${script}.map`;
const isScript = (name: string): boolean => name.endsWith('.js') && fileName.safeParse(name).success;

/**
 * The source maps of releases and shells, in a part of the file store that no route serves: the server alone reads them, to
 * name the sources in stacks.
 */
@Injectable()
export class SourceMaps {
  constructor(
    private readonly database: Database,
    private readonly files: SharedFiles,
    private readonly releaseFiles: ReleaseFiles,
  ) {}

  /**
   * Stores the map of an uploaded script. A stored map may be sent again, and never changes; the first one of a shell's script stays.
   * @param content gzip
   * @param admit is asked before anything new is stored, with its bytes
   * @throws ApiException RELEASE_REFUSED for a map of no uploaded script, of another form, or with other content, also of a
   * simultaneous call; what `admit` throws.
   */
  async keep(
    { remote, version, script }: { remote: string; version: string; script: string },
    content: Buffer,
    admit: (bytes: number) => Promise<void>,
  ): Promise<void> {
    const isUploaded =
      isScript(script) && (await this.releaseFiles.read(remote, version, script)) !== undefined;
    const map = isUploaded ? await reduced(content) : undefined;
    if (!map) throw new ApiException('RELEASE_REFUSED');
    const folder = folderOf({ remote, version });
    const stored = await this.files.readShared(folder, mapOf(script));
    if (stored?.equals(map) || (stored && isSite(remote))) return;
    if (stored) throw new ApiException('RELEASE_REFUSED');
    await admit(map.length);
    if (await this.isFirst(folder, mapOf(script), map)) await this.files.keep(folder, mapOf(script), map);
    else if (!isSite(remote)) throw new ApiException('RELEASE_REFUSED');
  }

  /** Whether a map is the first one under its name, or has the same content. */
  private async isFirst(folder: string, name: string, map: Buffer): Promise<boolean> {
    const hash = integrityOf(map);
    await this.database.write(note, [[folder, name, hash]]);
    return (await this.database.row(notedRow, noted, [folder, name]))?.hash === hash;
  }

  /** Stores the maps of a release of the installation that this server does not have yet. @throws the system's error. */
  async keepBuilt(remote: string, version: string, build: string): Promise<void> {
    for (const maps of builtMaps) await this.copy(path.join(build, maps), folderOf({ remote, version }));
  }

  /** The map of a script; undefined where there is none. @throws ApiException UNAVAILABLE. */
  async read(script: BuiltScript): Promise<string | undefined> {
    return (await this.files.read(folderOf(script), mapOf(script.file)))?.toString();
  }

  /**
   * Removes the maps of a remote's version by the names of its files; those of a shell stay, since several versions have them.
   * @throws ApiException UNAVAILABLE.
   */
  async remove(remote: string, version: string, files: string[]): Promise<void> {
    if (isSite(remote)) return;
    await this.files.remove(folderOf({ remote, version }), files.filter(isScript).map(mapOf));
  }

  /** Forgets the contents of the maps that `remove` has removed. */
  async forget(tx: Transaction, remote: string, version: string): Promise<void> {
    if (!isSite(remote)) await tx.write(forget, [folderOf({ remote, version })]);
  }

  private async copy(from: string, to: string): Promise<void> {
    const names = await readdir(from).catch(() => []);
    await this.files.keepAll(
      to,
      from,
      names.filter((each) => each.endsWith('.map')),
    );
  }
}

type Build = { remote: string; version: string } | { site: Site };

/** The scripts of a shell are named by their content, in whatever version. */
function folderOf(build: Build): string {
  const site = 'site' in build ? build.site : build.remote;
  if ('site' in build || isSite(site)) return `source-maps/shells/${site}`;
  return `source-maps/remotes/${site}/${build.version}`;
}

/** A sent map without the text of its sources; undefined for what is no map. */
async function reduced(content: Buffer): Promise<Buffer | undefined> {
  try {
    const text = await promisify(gunzip)(content, { maxOutputLength: mostBytes });
    return Buffer.from(JSON.stringify(sourceMap.parse(JSON.parse(text.toString()))));
  } catch {
    return undefined;
  }
}
