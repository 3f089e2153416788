import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { idParameter } from '@bank/contracts/pagination';
import {
  deployToken,
  deployTokenList,
  deployTokenRequest,
  newDeployToken,
  promoteRequest,
  releaseList,
  remoteParameter,
  remoteReleases,
  rollBackRequest,
} from '@bank/contracts/releases';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { authorOf, CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { DeployService } from './deploy.service';
import { DeployTokenApproval } from './deploy-token-approval.service';
import { DeployTokensService } from './deploy-tokens.service';
import { ReleaseListService } from './release-list.service';

class DeployToken extends createZodDto(deployToken) {}
class DeployTokenList extends createZodDto(deployTokenList) {}
class DeployTokenRequest extends createZodDto(deployTokenRequest) {}
class IdParameter extends createZodDto(idParameter) {}
class NewDeployToken extends createZodDto(newDeployToken) {}
class PromoteRequest extends createZodDto(promoteRequest) {}
class ReleaseList extends createZodDto(releaseList) {}
class RemoteParameter extends createZodDto(remoteParameter) {}
class RemoteReleases extends createZodDto(remoteReleases) {}
class RollBackRequest extends createZodDto(rollBackRequest) {}

@ApiTags('Administration')
@Controller('admin')
@Permission('releases:manage')
export class AdminReleasesController {
  constructor(
    private readonly lists: ReleaseListService,
    private readonly deploy: DeployService,
    private readonly tokens: DeployTokensService,
  ) {}

  @Get('releases')
  @Operation('Every shell and remote with its releases: who sees which, and how often it fails')
  @ZodResponse({ status: 200, type: ReleaseList })
  list() {
    return this.lists.all();
  }

  @Post('releases/:remote/promote')
  @Operation('Shows the canary of a remote or shell to everybody', {
    errors: ['NO_CANARY', 'RELEASE_CHANGED', 'RELEASE_MISFIT'],
  })
  @ZodResponse({ status: 200, type: RemoteReleases })
  promote(
    @Param() { remote }: RemoteParameter,
    @Body() { version }: PromoteRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.deploy.promote(remote, authorOf(context), version);
  }

  @Post('releases/:remote/rollback')
  @Operation('Takes back the canary of a remote or shell, or else its live release', {
    errors: ['NOTHING_BEFORE', 'RELEASE_CHANGED'],
  })
  @ZodResponse({ status: 200, type: RemoteReleases })
  rollBack(
    @Param() { remote }: RemoteParameter,
    @Body() { reason, shown }: RollBackRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.deploy.rollBack(remote, reason, authorOf(context), shown);
  }

  @Get('deploy_tokens')
  @Operation('The tokens by which teams ship, without the tokens themselves')
  @ZodResponse({ status: 200, type: DeployTokenList })
  listTokens() {
    return this.tokens.list();
  }

  @Post('deploy_tokens')
  @NeedsApproval(DeployTokenApproval)
  @Operation('Makes a token for a team, told this once', {
    description: 'Needs, five minutes after the sign-in, an approval of the caller.',
    idempotent: true,
    secretAnswer: true,
  })
  @ZodResponse({ status: 201, type: NewDeployToken })
  createToken(@Body() request: DeployTokenRequest, @CurrentContext() context: RequestContext) {
    return this.tokens.create(request, context);
  }

  @Post('deploy_tokens/:id/revoke')
  @Operation('Ends a token at once')
  @ZodResponse({ status: 200, type: DeployToken })
  revokeToken(@Param() { id }: IdParameter, @CurrentContext() context: RequestContext) {
    return this.tokens.revoke(id, context);
  }
}
