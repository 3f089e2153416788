import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { awaitingApproval } from '@bank/contracts/approvals';
import { idParameter } from '@bank/contracts/pagination';
import * as contract from '@bank/contracts/rules';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { NeedsApproval } from '../../platform/http/approval';
import { RulePublication } from './rule-publication.service';
import { RuleCountsService } from './rule-counts.service';
import { RuleDraftsService } from './rule-drafts.service';
import { RuleReader } from './rule-reader.service';
import { RuleReplaysService } from './rule-replays.service';

class AwaitingApproval extends createZodDto(awaitingApproval) {}
class IdParameter extends createZodDto(idParameter) {}
class ReplayDifferences extends createZodDto(contract.replayDifferences) {}
class ReplayParameters extends createZodDto(contract.replayParameters) {}
class ReplayQuery extends createZodDto(contract.replayQuery) {}
class ReplayRequest extends createZodDto(contract.replayRequest) {}
class RuleCount extends createZodDto(contract.ruleCount) {}
class RuleCountRequest extends createZodDto(contract.ruleCountRequest) {}
class RuleDetail extends createZodDto(contract.ruleDetail) {}
class RuleDraftRequest extends createZodDto(contract.ruleDraftRequest) {}
class RuleList extends createZodDto(contract.ruleList) {}
class RulePublishRequest extends createZodDto(contract.rulePublishRequest) {}
class RuleReplay extends createZodDto(contract.ruleReplay) {}
class RuleReplays extends createZodDto(contract.ruleReplays) {}

@ApiTags('Administration')
@Controller('admin/rules')
@Permission('rules:manage')
export class RulesController {
  constructor(
    private readonly reader: RuleReader,
    private readonly drafts: RuleDraftsService,
    private readonly counts: RuleCountsService,
    private readonly replays: RuleReplaysService,
  ) {}

  @Get()
  @Operation('The rules over events, each with its newest version and its hits of 30 days')
  @ZodResponse({ status: 200, type: RuleList })
  list() {
    return this.reader.list();
  }

  @Post()
  @Operation('Begins a rule with a draft', { idempotent: true })
  @ZodResponse({ status: 201, type: RuleDetail })
  create(@CurrentContext() context: RequestContext, @Body() request: RuleDraftRequest) {
    return this.drafts.create(context, request);
  }

  @Post('counts')
  @HttpCode(200)
  @Operation('What a definition would have caught among the newest events of 30 days')
  @ZodResponse({ status: 200, type: RuleCount })
  count(@Body() { definition }: RuleCountRequest) {
    return this.counts.count(definition);
  }

  @Get(':id')
  @Operation('One rule with its versions, the newest first')
  @ZodResponse({ status: 200, type: RuleDetail })
  one(@Param() { id }: IdParameter) {
    return this.reader.one(id);
  }

  @Put(':id')
  @Operation('Saves the draft of a rule over the version that was read', {
    errors: ['RULE_CHANGED'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: RuleDetail })
  save(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: RuleDraftRequest,
  ) {
    return this.drafts.save(context, id, request);
  }

  @Post(':id/publish')
  @NeedsApproval(RulePublication)
  @HttpCode(202)
  @Operation('Asks a second administrator to publish the draft of a rule', {
    errors: ['RULE_CHANGED'],
    idempotent: true,
  })
  @ZodResponse({ status: 202, type: AwaitingApproval })
  publish(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: RulePublishRequest,
  ) {
    return this.drafts.publish(context, id, request);
  }

  @Get(':id/replays')
  @Operation('The newest replays of a rule')
  @ZodResponse({ status: 200, type: RuleReplays })
  listReplays(@Param() { id }: IdParameter) {
    return this.replays.list(id);
  }

  @Post(':id/replays')
  @Operation('Asks for a replay of the newest version over history', {
    errors: ['TOO_MANY_REQUESTS'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: RuleReplay })
  replay(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: ReplayRequest,
  ) {
    return this.replays.request(context, id, request);
  }

  @Get(':id/replays/:replay/differences')
  @Operation('The events that a replay would have decided otherwise')
  @ZodResponse({ status: 200, type: ReplayDifferences })
  differences(
    @CurrentContext() context: RequestContext,
    @Param() { id, replay }: ReplayParameters,
    @Query() query: ReplayQuery,
  ) {
    return this.replays.differences(context, id, replay, query);
  }
}
