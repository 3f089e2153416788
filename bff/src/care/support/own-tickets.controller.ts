import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { ownTicket, ownTicketList, ownTicketListQuery } from '@bank/contracts/own-tickets';
import { idParameter } from '@bank/contracts/pagination';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { OwnTicketsService } from './own-tickets.service';

class IdParameter extends createZodDto(idParameter) {}
class OwnTicket extends createZodDto(ownTicket) {}
class OwnTicketList extends createZodDto(ownTicketList) {}
class OwnTicketListQuery extends createZodDto(ownTicketListQuery) {}

@ApiTags('Support')
@Controller('user/tickets')
@Permission('cases:own')
export class OwnTicketsController {
  constructor(private readonly tickets: OwnTicketsService) {}

  @Get()
  @Operation('The caller’s messages to support, newest first')
  @ZodResponse({ status: 200, type: OwnTicketList })
  list(@CurrentContext() { actor }: RequestContext, @Query() query: OwnTicketListQuery) {
    return this.tickets.list(actor.userId, query);
  }

  @Get(':id')
  @Operation('One of the caller’s messages with its answers')
  @ZodResponse({ status: 200, type: OwnTicket })
  one(@CurrentContext() { actor }: RequestContext, @Param() { id }: IdParameter) {
    return this.tickets.one(actor.userId, id);
  }
}
