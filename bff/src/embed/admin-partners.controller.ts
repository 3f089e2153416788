import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { idParameter } from '@bank/contracts/pagination';
import {
  partner,
  partnerFigures,
  partnerKeyParameters,
  partnerList,
  partnerListQuery,
  partnerStatusRequest,
  savePartnerRequest,
} from '@bank/contracts/partners';
import { CurrentActor, type Actor, type Author } from '../common/actor';
import { CurrentCall, type Call } from '../common/call';
import { CurrentKeyedCall, type KeyedCall } from '../common/idempotency';
import { Operation } from '../common/operation';
import { Permission } from '../common/permission';
import { AdminPartnersService } from './admin-partners.service';
import { PartnerAdministrationService } from './partner-administration.service';
import { PartnerDaysService } from './partner-days.service';

class IdParameter extends createZodDto(idParameter) {}
class Partner extends createZodDto(partner) {}
class PartnerFigures extends createZodDto(partnerFigures) {}
class PartnerKeyParameters extends createZodDto(partnerKeyParameters) {}
class PartnerList extends createZodDto(partnerList) {}
class PartnerListQuery extends createZodDto(partnerListQuery) {}
class PartnerStatusRequest extends createZodDto(partnerStatusRequest) {}
class SavePartnerRequest extends createZodDto(savePartnerRequest) {}

const authorOf = ({ userId, email }: Actor, { requestId }: Call): Author => ({ userId, email, requestId });

@ApiTags('Administration')
@Controller('admin/partners')
@Permission('partners:manage')
export class AdminPartnersController {
  constructor(
    private readonly partners: AdminPartnersService,
    private readonly administration: PartnerAdministrationService,
    private readonly days: PartnerDaysService,
  ) {}

  @Get()
  @Operation('The partners whose pages show the bank’s widgets, by name')
  @ZodResponse({ status: 200, type: PartnerList })
  list(@Query() query: PartnerListQuery) {
    return this.partners.list(query);
  }

  @Get(':id')
  @Operation('One partner with its keys, origins and theme')
  @ZodResponse({ status: 200, type: Partner })
  details(@Param() { id }: IdParameter) {
    return this.partners.details(id);
  }

  @Get(':id/figures')
  @Operation('Opened widgets and completed sign-ups of a partner, by day')
  @ZodResponse({ status: 200, type: PartnerFigures })
  async figures(@Param() { id }: IdParameter) {
    await this.partners.details(id);
    return this.days.of(id);
  }

  @Post()
  @Operation('Adds a partner with a first key', { idempotent: true })
  @ZodResponse({ status: 201, type: Partner })
  create(
    @Body() request: SavePartnerRequest,
    @CurrentActor() actor: Actor,
    @CurrentKeyedCall() keyed: KeyedCall,
    @CurrentCall() call: Call,
  ) {
    return this.administration.create(request, keyed, authorOf(actor, call));
  }

  @Put(':id')
  @Operation('Replaces the name, the origins and the theme of a partner')
  @ZodResponse({ status: 200, type: Partner })
  update(
    @Param() { id }: IdParameter,
    @Body() request: SavePartnerRequest,
    @CurrentActor() actor: Actor,
    @CurrentCall() call: Call,
  ) {
    return this.administration.update(id, request, authorOf(actor, call));
  }

  @Post(':id/activate')
  @Operation('Lets the widgets of a partner be shown, or no more')
  @ZodResponse({ status: 200, type: Partner })
  activate(
    @Param() { id }: IdParameter,
    @Body() request: PartnerStatusRequest,
    @CurrentActor() actor: Actor,
    @CurrentCall() call: Call,
  ) {
    return this.administration.setStatus(id, request, authorOf(actor, call));
  }

  @Post(':id/keys')
  @Operation('Adds a key beside those that work', { errors: ['PARTNER_KEY_LIMIT'], idempotent: true })
  @ZodResponse({ status: 201, type: Partner })
  addKey(
    @Param() { id }: IdParameter,
    @CurrentActor() actor: Actor,
    @CurrentKeyedCall() keyed: KeyedCall,
    @CurrentCall() call: Call,
  ) {
    return this.administration.addKey(id, keyed, authorOf(actor, call));
  }

  @Post(':id/keys/:keyId/revoke')
  @Operation('Ends a key: within two seconds no page can use it')
  @ZodResponse({ status: 200, type: Partner })
  revokeKey(
    @Param() { id, keyId }: PartnerKeyParameters,
    @CurrentActor() actor: Actor,
    @CurrentCall() call: Call,
  ) {
    return this.administration.revokeKey(id, keyId, authorOf(actor, call));
  }
}
