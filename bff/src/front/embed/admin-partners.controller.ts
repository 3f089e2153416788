import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { idParameter } from '@bank/contracts/pagination';
import {
  changePartnerRequest,
  newPartnerKeyRequest,
  partner,
  partnerFigures,
  partnerKeyParameters,
  partnerList,
  partnerListQuery,
  partnerStatusRequest,
  savePartnerRequest,
} from '@bank/contracts/partners';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { PartnerCommandsService } from './partner-commands.service';
import { PartnerDaysService } from './partner-days.service';
import { PartnerQueriesService } from './partner-queries.service';

class ChangePartnerRequest extends createZodDto(changePartnerRequest) {}
class IdParameter extends createZodDto(idParameter) {}
class Partner extends createZodDto(partner) {}
class PartnerFigures extends createZodDto(partnerFigures) {}
class PartnerKeyParameters extends createZodDto(partnerKeyParameters) {}
class NewPartnerKeyRequest extends createZodDto(newPartnerKeyRequest) {}
class PartnerList extends createZodDto(partnerList) {}
class PartnerListQuery extends createZodDto(partnerListQuery) {}
class PartnerStatusRequest extends createZodDto(partnerStatusRequest) {}
class SavePartnerRequest extends createZodDto(savePartnerRequest) {}

@ApiTags('Administration')
@Controller('admin/partners')
@Permission('partners:manage')
export class AdminPartnersController {
  constructor(
    private readonly queries: PartnerQueriesService,
    private readonly commands: PartnerCommandsService,
    private readonly days: PartnerDaysService,
  ) {}

  @Get()
  @Operation('The partners whose pages show the bank’s widgets, by name')
  @ZodResponse({ status: 200, type: PartnerList })
  list(@Query() query: PartnerListQuery) {
    return this.queries.list(query);
  }

  @Get(':id')
  @Operation('One partner with its keys, origins and theme')
  @ZodResponse({ status: 200, type: Partner })
  details(@Param() { id }: IdParameter) {
    return this.queries.details(id);
  }

  @Get(':id/figures')
  @Operation('Opened widgets and completed sign-ups of a partner, by day')
  @ZodResponse({ status: 200, type: PartnerFigures })
  async figures(@Param() { id }: IdParameter) {
    await this.queries.details(id);
    return this.days.of(id);
  }

  @Post()
  @Operation('Adds a partner with a first key', { idempotent: true })
  @ZodResponse({ status: 201, type: Partner })
  create(@Body() request: SavePartnerRequest, @CurrentContext() context: RequestContext) {
    return this.commands.create(request, context);
  }

  @Put(':id')
  @Operation('Replaces the name, the origins and the theme of a partner, or only the part that is named', {
    errors: ['PARTNER_CHANGED'],
  })
  @ZodResponse({ status: 200, type: Partner })
  update(
    @Param() { id }: IdParameter,
    @Body() request: ChangePartnerRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.commands.update(id, request, context);
  }

  @Post(':id/activate')
  @Operation('Lets the widgets of a partner be shown, or no more')
  @ZodResponse({ status: 200, type: Partner })
  activate(
    @Param() { id }: IdParameter,
    @Body() request: PartnerStatusRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.commands.setStatus(id, request, context);
  }

  @Post(':id/keys')
  @Operation('Adds a key beside those that work, of the live or the test mode', {
    errors: ['PARTNER_KEY_LIMIT'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: Partner })
  addKey(
    @Param() { id }: IdParameter,
    @Body() { mode }: NewPartnerKeyRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.commands.addKey(id, mode, context);
  }

  @Post(':id/keys/:keyId/revoke')
  @Operation('Ends a key: within two seconds no page can use it')
  @ZodResponse({ status: 200, type: Partner })
  revokeKey(@Param() { id, keyId }: PartnerKeyParameters, @CurrentContext() context: RequestContext) {
    return this.commands.revokeKey(id, keyId, context);
  }
}
