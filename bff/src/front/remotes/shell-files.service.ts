import { Injectable } from '@nestjs/common';
import { fileName, type Site } from '@bank/contracts/remotes';
import { originalName } from '../../platform/files/compressed-copy';
import { SharedFiles } from '../../platform/files/shared-files.service';
import { integrityOf } from '../../platform/security/integrity';
import { isWorkerFile } from '../releases/built-host';
import { Previews } from '../releases/previews.service';
import { isServedFile, ReleaseFiles } from '../releases/release-files.service';
import type { Visit } from '../releases/visit';
import { RegistryService } from './registry.service';
import { ShownReleases } from './shown-releases.service';
import type { ShownHost } from './verified-releases.service';

/** The folder in a bucket to which servers published shells before shells had releases. */
const formerFolderOf = (site: Site) => `shells/${site}`;

/** A folder with a file, which only one browser may get if `isPrivate`. */
interface Found {
  folder: string;
  isPrivate: boolean;
}

/**
 * The files of the shells, named by their content: `/assets/<site>/<file>` is the same file for each release that has it, so that
 * browsers keep what a new release did not change. Those of releases that were shown are for everybody, since pages may be open.
 */
@Injectable()
export class ShellFiles {
  constructor(
    private readonly shown: ShownReleases,
    private readonly registry: RegistryService,
    private readonly previews: Previews,
    private readonly files: ReleaseFiles,
    private readonly shared: SharedFiles,
  ) {}

  /** The folder with a file of a shell; undefined when no release has it, and for a worker. @throws ApiException UNAVAILABLE. */
  async find(site: Site, file: string, visit: Visit): Promise<Found | undefined> {
    if (!fileName.safeParse(file).success || !isServedFile(file) || isWorkerFile(file)) return undefined;
    const { shells } = await this.shown.current();
    for (const row of shells.filter(({ remote }) => remote === site)) {
      const found = await this.inRelease(await this.shown.shell(row), site, file);
      if (found) return { folder: found, isPrivate: false };
    }
    const previewed = await this.previews.read(visit.preview);
    if (previewed?.remote === site) {
      const found = await this.inRelease(await this.shown.host(site, previewed.version), site, file);
      if (found) return { folder: found, isPrivate: true };
    }
    const isFormer = await this.shared.isHere(formerFolderOf(site), file);
    return isFormer ? { folder: this.shared.pathOf(formerFolderOf(site)), isPrivate: false } : undefined;
  }

  /** A script or style sheet of the visit's shell, as it was signed; undefined where it has none. @throws ApiException UNAVAILABLE. */
  async script(site: Site, file: string, visit: Visit): Promise<Buffer | undefined> {
    const host = await this.registry.host(site, visit);
    const content = host && (await this.files.read(site, host.version, file, host.files[file]));
    return content && integrityOf(content) === host.files[file] ? content : undefined;
  }

  private async inRelease(
    shown: Pick<ShownHost, 'row' | 'build' | 'release'> | undefined,
    site: Site,
    file: string,
  ): Promise<string | undefined> {
    if (!shown?.build.files.includes(file)) return undefined;
    const { version } = shown.row;
    const isHere = await this.files.isHere(site, version, file, shown.release.files[originalName(file)]);
    return isHere ? this.files.folderOf(site, version) : undefined;
  }
}
