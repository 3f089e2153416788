import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import {
  activateRequest,
  previewProof,
  promoteRequest,
  releaseChecks,
  releaseParameters,
  remoteParameter,
  remoteReleases,
  rollBackRequest,
  uploadedFile,
  uploadRequest,
} from '@bank/contracts/releases';
import { Operation } from '../../platform/http/operation';
import { CurrentTeam, ForTeams, type TeamCall } from './deploy.guard';
import { DeployService } from './deploy.service';
import { TeamFiles } from './team-files.service';

class ActivateRequest extends createZodDto(activateRequest) {}
class PreviewProof extends createZodDto(previewProof) {}
class PromoteRequest extends createZodDto(promoteRequest) {}
class ReleaseChecks extends createZodDto(releaseChecks) {}
class ReleaseParameters extends createZodDto(releaseParameters) {}
class RemoteParameter extends createZodDto(remoteParameter) {}
class RemoteReleases extends createZodDto(remoteReleases) {}
class RollBackRequest extends createZodDto(rollBackRequest) {}
class UploadedFile extends createZodDto(uploadedFile) {}
class UploadRequest extends createZodDto(uploadRequest) {}

/** Called by `npm run ship` with the deploy token of a team. */
@ApiTags('Releases')
@Controller('deploy/:remote')
@ForTeams()
export class DeployController {
  constructor(
    private readonly deploy: DeployService,
    private readonly files: TeamFiles,
  ) {}

  @Get()
  @Operation('The releases of a remote or a shell')
  @ZodResponse({ status: 200, type: RemoteReleases })
  list(@Param() { remote }: RemoteParameter) {
    return this.deploy.list(remote);
  }

  @Post(':version/checks')
  @Operation('Holds a build against everything that is live, and changes nothing', {
    errors: ['SITE_NOT_ALLOWED'],
  })
  @ZodResponse({ status: 200, type: ReleaseChecks })
  check(
    @Param() { remote, version }: ReleaseParameters,
    @Body() request: UploadRequest,
    @CurrentTeam() team: TeamCall,
  ) {
    return this.deploy.check(remote, version, request, team);
  }

  @Put(':version/files')
  @HttpCode(204)
  @Operation('Keeps one file of a version; a file that is kept never changes', {
    errors: ['RELEASE_REFUSED', 'UPLOAD_LIMIT_REACHED'],
  })
  async keep(
    @Param() { remote, version }: ReleaseParameters,
    @Body() file: UploadedFile,
    @CurrentTeam() team: TeamCall,
  ): Promise<void> {
    await this.files.keep(remote, version, file, team);
  }

  @Put(':version/maps')
  @HttpCode(204)
  @Operation('Keeps the source map of one script of a version, compressed by gzip; it is served to nobody', {
    errors: ['RELEASE_REFUSED', 'UPLOAD_LIMIT_REACHED'],
  })
  async keepMap(
    @Param() { remote, version }: ReleaseParameters,
    @Body() file: UploadedFile,
    @CurrentTeam() team: TeamCall,
  ): Promise<void> {
    await this.files.keepMap(remote, version, file, team);
  }

  @Post(':version')
  @Operation('Makes a signed release of the kept files, shown to nobody yet', {
    errors: ['RELEASE_REFUSED', 'SITE_NOT_ALLOWED'],
  })
  @ZodResponse({ status: 201, type: RemoteReleases })
  publish(
    @Param() { remote, version }: ReleaseParameters,
    @Body() request: UploadRequest,
    @CurrentTeam() team: TeamCall,
  ) {
    return this.deploy.publish(remote, version, request, team);
  }

  @Post(':version/preview')
  @Operation('Lets the team’s own browser check a release in the live shells, for a quarter of an hour', {
    errors: ['SITE_NOT_ALLOWED'],
  })
  @ZodResponse({ status: 201, type: PreviewProof })
  preview(@Param() { remote, version }: ReleaseParameters, @CurrentTeam() team: TeamCall) {
    return this.deploy.preview(remote, version, team);
  }

  @Post('activate')
  @Operation('Shows a release to all visitors or to a share of them', {
    errors: [
      'RELEASE_CHANGED',
      'RELEASE_REMOVED',
      'RELEASE_LIVE',
      'RELEASE_MISFIT',
      'RELEASE_ROLLED_BACK',
      'SITE_NOT_ALLOWED',
    ],
  })
  @ZodResponse({ status: 200, type: RemoteReleases })
  activate(
    @Param() { remote }: RemoteParameter,
    @Body() request: ActivateRequest,
    @CurrentTeam() team: TeamCall,
  ) {
    return this.deploy.activate(remote, request, team);
  }

  @Post('promote')
  @Operation('Shows the canary to everybody', {
    errors: ['NO_CANARY', 'RELEASE_CHANGED', 'RELEASE_MISFIT', 'SITE_NOT_ALLOWED'],
  })
  @ZodResponse({ status: 200, type: RemoteReleases })
  promote(
    @Param() { remote }: RemoteParameter,
    @Body() { version }: PromoteRequest,
    @CurrentTeam() team: TeamCall,
  ) {
    return this.deploy.promoteAsTeam(remote, team, version);
  }

  @Post('rollback')
  @Operation('Takes back the canary, or else the live release', {
    errors: ['NOTHING_BEFORE', 'RELEASE_CHANGED', 'SITE_NOT_ALLOWED'],
  })
  @ZodResponse({ status: 200, type: RemoteReleases })
  rollBack(
    @Param() { remote }: RemoteParameter,
    @Body() { reason, shown }: RollBackRequest,
    @CurrentTeam() team: TeamCall,
  ) {
    return this.deploy.rollBackAsTeam(remote, reason, team, shown);
  }
}
