import { Injectable } from '@nestjs/common';
import type {
  ActivateRequest,
  ReleaseChecks as Checks,
  RemoteReleases,
  UploadRequest,
  ShownRelease,
} from '@bank/contracts/releases';
import type { Site } from '@bank/contracts/remotes';
import { previewPath } from '@bank/contracts/routes';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Config } from '../../platform/config/config';
import type { TeamCall } from './deploy.guard';
import { Previews } from './previews.service';
import { type Publishable, publishableOf } from './publishable';
import { BrokenBuild, Publisher } from './publisher.service';
import { ReleaseChecks } from './release-checks.service';
import type { ReleaseAuthor } from './release-publisher';
import { isReleaseFile, ReleaseFiles } from './release-files.service';
import { ReleaseFit } from './release-fit.service';
import { ReleaseListService } from './release-list.service';
import { ReleasesService } from './releases.service';
import { TokenRefusals } from './token-refusals.service';
import { previewCookieName } from './visit';

@Injectable()
export class DeployService {
  constructor(
    private readonly checks: ReleaseChecks,
    private readonly fit: ReleaseFit,
    private readonly files: ReleaseFiles,
    private readonly publisher: Publisher,
    private readonly releases: ReleasesService,
    private readonly lists: ReleaseListService,
    private readonly previews: Previews,
    private readonly refusals: TokenRefusals,
    private readonly config: Config,
  ) {}

  async list(remote: string): Promise<RemoteReleases> {
    return { releases: await this.lists.of(remote) };
  }

  /** @throws ApiException SITE_NOT_ALLOWED for a build that shows something on another site than the team's. */
  async check(remote: string, version: string, request: UploadRequest, team: TeamCall): Promise<Checks> {
    return this.checkBuild(remote, version, request, publishableOf(remote, request.manifest), team);
  }

  private async checkBuild(
    remote: string,
    version: string,
    request: UploadRequest,
    build: Publishable | undefined,
    team: TeamCall,
  ): Promise<Checks> {
    if (build) await this.requireSites(team, remote, build.sites);
    return this.checks.of(remote, version, request);
  }

  /**
   * Signs a release of the stored files; one that was rolled back may be shown again from then on.
   * @throws ApiException RELEASE_REFUSED when a check fails or a file is missing; SITE_NOT_ALLOWED.
   */
  async publish(
    remote: string,
    version: string,
    request: UploadRequest,
    team: TeamCall,
  ): Promise<RemoteReleases> {
    const build = publishableOf(remote, request.manifest);
    const { checks } = await this.checkBuild(remote, version, request, build, team);
    if (!build || checks.some(({ passed }) => !passed)) throw new ApiException('RELEASE_REFUSED');
    const names = request.files.filter(isReleaseFile);
    // What a team publishes must be there for every server.
    const read = (name: string) => this.files.readShared(remote, version, name);
    await this.publisher.publish(build, { names, read }, team).catch((error: unknown) => {
      throw error instanceof BrokenBuild ? new ApiException('RELEASE_REFUSED') : error;
    });
    return this.list(remote);
  }

  /** @throws ApiException NOT_FOUND for an unpublished version, SITE_NOT_ALLOWED. */
  async preview(
    remote: string,
    version: string,
    team: TeamCall,
  ): Promise<{ proof: string; cookie: string; link: string }> {
    const { hosts } = await this.previews.find(remote, version);
    await this.requireSites(team, remote, hosts);
    return {
      proof: await this.previews.issueTeamProof({ remote, version }, team.team, team.requestId),
      cookie: previewCookieName(this.config),
      link: this.config.backOfficeOrigin + previewPath(remote, version),
    };
  }

  /** @throws ApiException RELEASE_MISFIT, and those of `ReleasesService.activate`. */
  async activate(remote: string, request: ActivateRequest, team: TeamCall): Promise<RemoteReleases> {
    await this.logged(team, remote, this.releases.activate(remote, request, team, this.requireFit));
    return this.list(remote);
  }

  /** As `promote`, for a team. @throws ApiException SITE_NOT_ALLOWED. */
  promoteAsTeam(remote: string, team: TeamCall, version?: string): Promise<RemoteReleases> {
    return this.logged(team, remote, this.promote(remote, team, version));
  }

  /** As `rollBack`, for a team. @throws ApiException SITE_NOT_ALLOWED. */
  rollBackAsTeam(
    remote: string,
    reason: string,
    team: TeamCall,
    shown?: ShownRelease,
  ): Promise<RemoteReleases> {
    return this.logged(team, remote, this.rollBack(remote, reason, team, shown));
  }

  /** @throws ApiException RELEASE_MISFIT, and those of `ReleasesService.promote`. */
  async promote(remote: string, author: ReleaseAuthor, version?: string): Promise<RemoteReleases> {
    await this.releases.promote(remote, author, this.requireFit, version);
    return this.list(remote);
  }

  async rollBack(
    remote: string,
    reason: string,
    author: ReleaseAuthor,
    shown?: ShownRelease,
  ): Promise<RemoteReleases> {
    await this.releases.rollBack(remote, reason, author, shown);
    return this.list(remote);
  }

  private readonly requireFit = (tx: Transaction, id: number) => this.fit.require(tx, id);

  private async requireSites(team: TeamCall, remote: string, sites: Site[]): Promise<void> {
    const { hosts } = team;
    if (!hosts || sites.every((site) => hosts.includes(site))) return;
    await this.logRefusal(team, remote);
    throw new ApiException('SITE_NOT_ALLOWED');
  }

  /** Logs a change that is refused for its sites, after its transaction, which takes back all that it has written. */
  private async logged<T>(team: TeamCall, remote: string, change: Promise<T>): Promise<T> {
    try {
      return await change;
    } catch (error) {
      if (error instanceof ApiException && error.code === 'SITE_NOT_ALLOWED')
        await this.logRefusal(team, remote);
      throw error;
    }
  }

  private logRefusal({ team, address, requestId }: TeamCall, remote: string): Promise<void> {
    return this.refusals.record({ reason: 'site', team, remote, address, requestId });
  }
}
