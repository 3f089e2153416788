import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { z } from 'zod';
import { fileName, type Site, sites } from '@bank/contracts/remotes';
import { Config } from '../../platform/config/config';
import { ApiException } from '../../platform/errors/api-exception';
import { SharedFiles } from '../../platform/files/shared-files.service';
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

const retryMs = 10_000;

/** The folder of a build with its maps, beside its served files; no route leads into it. */
const builtMaps = 'maps';

const mapOf = (script: string): string => `${script}.map`;
const isScript = (name: string): boolean => name.endsWith('.js') && fileName.safeParse(name).success;

/**
 * The source maps of releases and shells, in a part of the file store that no route serves: the server alone reads them, to
 * name the sources in stacks.
 */
@Injectable()
export class SourceMaps implements OnApplicationBootstrap {
  private readonly logger = new Logger('SourceMaps');

  constructor(
    private readonly config: Config,
    private readonly files: SharedFiles,
    private readonly releaseFiles: ReleaseFiles,
  ) {}

  /** Not awaited: stacks are resolved with this server's own maps until then. */
  onApplicationBootstrap(): void {
    if (this.config.releasesBucket) void this.shareShells();
  }

  /**
   * Stores the map of an uploaded script. A stored map may be sent again, and never changes.
   * @param content gzip
   * @throws ApiException RELEASE_REFUSED for a map of no uploaded script, of another form, or with other content.
   */
  async keep(remote: string, version: string, script: string, content: Buffer): Promise<void> {
    const isUploaded =
      isScript(script) && (await this.releaseFiles.read(remote, version, script)) !== undefined;
    const map = isUploaded ? await reduced(content) : undefined;
    if (!map) throw new ApiException('RELEASE_REFUSED');
    const folder = folderOf({ remote, version });
    const stored = await this.files.read(folder, mapOf(script));
    if (stored?.equals(map)) return;
    if (stored) throw new ApiException('RELEASE_REFUSED');
    await this.files.keep(folder, mapOf(script), map);
  }

  /** Stores the maps of a release of the installation that this server does not have yet. @throws the system's error. */
  async keepBuilt(remote: string, version: string, build: string): Promise<void> {
    await this.copy(path.join(build, builtMaps), folderOf({ remote, version }));
  }

  /** The map of a script; undefined where there is none. @throws ApiException UNAVAILABLE. */
  async read(script: BuiltScript): Promise<string | undefined> {
    const own = 'site' in script ? this.shellMap(script.site, script.file) : undefined;
    if (own && (await exists(own))) return readFile(own, 'utf8');
    return (await this.files.read(folderOf(script), mapOf(script.file)))?.toString();
  }

  /** Removes the maps of a version, by the names of its files. @throws ApiException UNAVAILABLE. */
  async remove(remote: string, version: string, files: string[]): Promise<void> {
    await this.files.remove(folderOf({ remote, version }), files.filter(isScript).map(mapOf));
  }

  private async shareShells(): Promise<void> {
    try {
      for (const site of sites) {
        await this.copy(path.join(this.config.hostsDir, site, 'dist', builtMaps), folderOf({ site }));
      }
    } catch (error) {
      this.logger.warn(`the source maps of the shells are not shared yet: ${(error as Error).message}`);
      setTimeout(() => void this.shareShells(), retryMs).unref();
    }
  }

  private async copy(from: string, to: string): Promise<void> {
    const names = await readdir(from).catch(() => []);
    for (const name of names.filter((each) => each.endsWith('.map'))) {
      if (await this.files.isHere(to, name)) continue;
      await this.files.keep(to, name, await readFile(path.join(from, name)));
    }
  }

  private shellMap(site: Site, script: string): string {
    return path.join(this.config.hostsDir, site, 'dist', builtMaps, mapOf(script));
  }
}

type Build = { remote: string; version: string } | { site: Site };

const folderOf = (build: Build): string =>
  'site' in build
    ? `source-maps/shells/${build.site}`
    : `source-maps/remotes/${build.remote}/${build.version}`;

/** A sent map without the text of its sources; undefined for what is no map. */
async function reduced(content: Buffer): Promise<Buffer | undefined> {
  try {
    const text = await promisify(gunzip)(content, { maxOutputLength: mostBytes });
    return Buffer.from(JSON.stringify(sourceMap.parse(JSON.parse(text.toString()))));
  } catch {
    return undefined;
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
