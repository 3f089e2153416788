import { Injectable } from '@nestjs/common';
import type {
  ActivateRequest,
  ReleaseChecks as Checks,
  RemoteReleases,
  UploadedFile,
  UploadRequest,
} from '@bank/contracts/releases';
import { Failure } from '../common/failure';
import { builtManifest } from './built-manifest';
import { Previews } from './previews';
import { BrokenBuild, Publisher } from './publisher';
import { ReleaseChecks } from './release-checks';
import { isReleaseFile, ReleaseFiles } from './release-files';
import { ReleaseListService } from './release-list.service';
import { type ReleaseAuthor, ReleasesService } from './releases.service';

/** What a team does to its remotes, from the files of a build to its way back. */
@Injectable()
export class DeployService {
  constructor(
    private readonly checks: ReleaseChecks,
    private readonly files: ReleaseFiles,
    private readonly publisher: Publisher,
    private readonly releases: ReleasesService,
    private readonly lists: ReleaseListService,
    private readonly previews: Previews,
  ) {}

  async list(remote: string): Promise<RemoteReleases> {
    return { releases: await this.lists.of(remote) };
  }

  async check(remote: string, version: string, request: UploadRequest): Promise<Checks> {
    return { checks: await this.checks.of(remote, version, request) };
  }

  /**
   * Keeps one file of a version. The same content may come again; other content never takes its place.
   * @throws Failure RELEASE_REFUSED for a name that no remote has, or for other content.
   */
  async keep(remote: string, version: string, { name, content }: UploadedFile): Promise<void> {
    if (!isReleaseFile(name)) throw new Failure('RELEASE_REFUSED');
    const given = Buffer.from(content, 'base64');
    const kept = await this.files.read(remote, version, name);
    if (kept && !kept.equals(given)) throw new Failure('RELEASE_REFUSED');
    if (!kept) await this.files.keep(remote, version, name, given);
  }

  /** Signs a release of the kept files. @throws Failure RELEASE_REFUSED when a check fails or a file is missing. */
  async publish(
    remote: string,
    version: string,
    request: UploadRequest,
    team: string,
  ): Promise<RemoteReleases> {
    const found = await this.checks.of(remote, version, request);
    if (found.some(({ passed }) => !passed)) throw new Failure('RELEASE_REFUSED');
    const names = request.files.filter(isReleaseFile);
    await this.publisher
      .publish(builtManifest.parse(request.manifest), names, team)
      .catch((error: unknown) => {
        throw error instanceof BrokenBuild ? new Failure('RELEASE_REFUSED') : error;
      });
    return this.list(remote);
  }

  /** @throws Failure NOT_FOUND for a version that was not published. */
  async preview(remote: string, version: string): Promise<{ proof: string }> {
    const known = await this.lists.of(remote);
    if (!known.some((release) => release.version === version)) throw new Failure('NOT_FOUND');
    return { proof: this.previews.issue({ remote, version }) };
  }

  async activate(
    remote: string,
    { version, share }: ActivateRequest,
    author: ReleaseAuthor,
  ): Promise<RemoteReleases> {
    await this.releases.activate(remote, version, share, author);
    return this.list(remote);
  }

  async promote(remote: string, author: ReleaseAuthor): Promise<RemoteReleases> {
    await this.releases.promote(remote, author);
    return this.list(remote);
  }

  async rollBack(remote: string, reason: string, author: ReleaseAuthor): Promise<RemoteReleases> {
    await this.releases.rollBack(remote, reason, author);
    return this.list(remote);
  }
}
