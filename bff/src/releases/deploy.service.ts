import { Injectable } from '@nestjs/common';
import type {
  ActivateRequest,
  ReleaseChecks as Checks,
  RemoteReleases,
  UploadedFile,
  UploadRequest,
} from '@bank/contracts/releases';
import type { Site } from '@bank/contracts/remotes';
import { previewPath } from '@bank/contracts/routes';
import { Failure } from '../common/failure';
import { Config } from '../config';
import { builtManifest } from './built-manifest';
import type { TeamCall } from './deploy.guard';
import { Previews } from './previews';
import { BrokenBuild, Publisher } from './publisher';
import { ReleaseChecks } from './release-checks';
import { isReleaseFile, ReleaseFiles } from './release-files';
import { ReleaseListService } from './release-list.service';
import { sitesOfBuild } from './release-sites';
import { ReleaseUploads } from './release-uploads';
import { type ReleaseAuthor, ReleasesService } from './releases.service';
import { TokenRefusals } from './token-refusals';
import { previewCookieName } from './visit';

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
    private readonly uploads: ReleaseUploads,
    private readonly refusals: TokenRefusals,
    private readonly config: Config,
  ) {}

  async list(remote: string): Promise<RemoteReleases> {
    return { releases: await this.lists.of(remote) };
  }

  /** @throws Failure SITE_NOT_ALLOWED for a build that shows something on a site that is not the team's. */
  async check(remote: string, version: string, request: UploadRequest, team: TeamCall): Promise<Checks> {
    const { data: manifest } = builtManifest.safeParse(request.manifest);
    if (manifest) await this.allow(team, remote, sitesOfBuild(manifest));
    return { checks: await this.checks.of(remote, version, request) };
  }

  /**
   * Keeps one file of a version. The same content may come again; other content never takes its place.
   * @throws Failure RELEASE_REFUSED for a name that no remote has, or for other content.
   */
  async keep(
    remote: string,
    version: string,
    { name, content }: UploadedFile,
    { team, requestId }: TeamCall,
  ): Promise<void> {
    if (!isReleaseFile(name)) throw new Failure('RELEASE_REFUSED');
    const given = Buffer.from(content, 'base64');
    const kept = await this.files.read(remote, version, name);
    if (kept && !kept.equals(given)) throw new Failure('RELEASE_REFUSED');
    if (kept) return;
    await this.uploads.note(remote, version, name, team, requestId);
    await this.files.keep(remote, version, name, given);
  }

  /**
   * Signs a release of the kept files; one that was taken back may be shown again from then on.
   * @throws Failure RELEASE_REFUSED when a check fails or a file is missing; SITE_NOT_ALLOWED.
   */
  async publish(
    remote: string,
    version: string,
    request: UploadRequest,
    team: TeamCall,
  ): Promise<RemoteReleases> {
    const { checks: found } = await this.check(remote, version, request, team);
    if (found.some(({ passed }) => !passed)) throw new Failure('RELEASE_REFUSED');
    const names = request.files.filter(isReleaseFile);
    await this.publisher
      .publish(builtManifest.parse(request.manifest), names, team)
      .catch((error: unknown) => {
        throw error instanceof BrokenBuild ? new Failure('RELEASE_REFUSED') : error;
      });
    await this.uploads.forget(remote, version);
    return this.list(remote);
  }

  /** @throws Failure NOT_FOUND for a version that was not published, SITE_NOT_ALLOWED. */
  async preview(
    remote: string,
    version: string,
    team: TeamCall,
  ): Promise<{ proof: string; cookie: string; link: string }> {
    const { hosts } = await this.previews.find(remote, version);
    await this.allow(team, remote, hosts);
    return {
      proof: await this.previews.check({ remote, version }, team.team, team.requestId),
      cookie: previewCookieName(this.config),
      link: this.config.backOfficeOrigin + previewPath(remote, version),
    };
  }

  async activate(
    remote: string,
    { version, share }: ActivateRequest,
    team: TeamCall,
  ): Promise<RemoteReleases> {
    await this.allow(team, remote, await this.releases.sitesOf(remote, version));
    await this.releases.activate(remote, version, share, team);
    return this.list(remote);
  }

  /** The same as `promote`, for a team. @throws Failure SITE_NOT_ALLOWED. */
  async promoteBy(remote: string, team: TeamCall): Promise<RemoteReleases> {
    await this.allow(team, remote, await this.releases.sitesOf(remote));
    return this.promote(remote, team);
  }

  /** The same as `rollBack`, for a team. @throws Failure SITE_NOT_ALLOWED. */
  async rollBackBy(remote: string, reason: string, team: TeamCall): Promise<RemoteReleases> {
    await this.allow(team, remote, await this.releases.sitesOf(remote));
    return this.rollBack(remote, reason, team);
  }

  async promote(remote: string, author: ReleaseAuthor): Promise<RemoteReleases> {
    await this.releases.promote(remote, author);
    return this.list(remote);
  }

  async rollBack(remote: string, reason: string, author: ReleaseAuthor): Promise<RemoteReleases> {
    await this.releases.rollBack(remote, reason, author);
    return this.list(remote);
  }

  private async allow(call: TeamCall, remote: string, sites: Site[]): Promise<void> {
    const { hosts, team, address, requestId } = call;
    if (!hosts || sites.every((site) => hosts.includes(site))) return;
    await this.refusals.tell({ reason: 'site', team, remote, address, requestId });
    throw new Failure('SITE_NOT_ALLOWED');
  }
}
