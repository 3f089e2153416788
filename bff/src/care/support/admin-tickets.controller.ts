import { Body, Controller, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { idParameter } from '@bank/contracts/pagination';
import { sliceOutcome } from '@bank/contracts/slices';
import {
  ticket,
  ticketAnswerQuery,
  ticketAnswerRequest,
  ticketAttachmentParameters,
  ticketList,
  ticketListQuery,
  ticketStatusRequest,
  ticketStatusSlice,
} from '@bank/contracts/tickets';
import { sendDocument } from '../../platform/documents/send-document';
import type { IdentifiedRequest } from '../../platform/http/actor';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Slices } from '../../platform/http/slices.service';
import { AttachmentsService } from './attachments.service';
import { TicketsService } from './tickets.service';

class IdParameter extends createZodDto(idParameter) {}
class Ticket extends createZodDto(ticket) {}
class TicketAnswerQuery extends createZodDto(ticketAnswerQuery) {}
class TicketAnswerRequest extends createZodDto(ticketAnswerRequest) {}
class TicketAttachmentParameters extends createZodDto(ticketAttachmentParameters) {}
class TicketList extends createZodDto(ticketList) {}
class TicketListQuery extends createZodDto(ticketListQuery) {}
class TicketStatusRequest extends createZodDto(ticketStatusRequest) {}
class TicketStatusSlice extends createZodDto(ticketStatusSlice) {}
class SliceOutcome extends createZodDto(sliceOutcome) {}

@ApiTags('Administration')
@Controller('admin/tickets')
@Permission('tickets:manage')
export class AdminTicketsController {
  constructor(
    private readonly tickets: TicketsService,
    private readonly attachments: AttachmentsService,
    private readonly slices: Slices,
  ) {}

  @Get()
  @Operation('The messages to support, those that must be answered first first')
  @ZodResponse({ status: 200, type: TicketList })
  list(@Query() query: TicketListQuery, @CurrentContext() context: RequestContext) {
    return this.tickets.list(query, context);
  }

  @Get(':id')
  @Operation('One message with its files and answers')
  @ZodResponse({ status: 200, type: Ticket })
  one(@Param() { id }: IdParameter) {
    return this.tickets.one(id);
  }

  @Post(':id/answers')
  @Operation('Answers a message by e-mail', { errors: ['TICKET_ANSWERED'], idempotent: true })
  @ZodResponse({ status: 201, type: Ticket })
  answer(
    @Param() { id }: IdParameter,
    @Query() { seen }: TicketAnswerQuery,
    @Body() request: TicketAnswerRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.tickets.answer(id, { ...request, seen }, context);
  }

  @Put('status')
  @Operation('Closes several messages, or opens them again, each with its outcome', { idempotent: true })
  @ZodResponse({ status: 200, type: SliceOutcome })
  setStatusOfEach(
    @Body() { rows, ...status }: TicketStatusSlice,
    @CurrentContext() context: RequestContext,
    @Req() request: IdentifiedRequest,
  ) {
    return this.slices.each(rows, context, request, ({ id }, one) =>
      this.tickets.setStatusOnce(id, status, one),
    );
  }

  @Put(':id/status')
  @Operation('Closes a message, or opens it again')
  @ZodResponse({ status: 200, type: Ticket })
  setStatus(
    @Param() { id }: IdParameter,
    @Body() request: TicketStatusRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.tickets.setStatus(id, request, context);
  }

  @Get(':id/attachments/:attachment')
  @Operation('A file of a message', { produces: ['application/pdf', 'image/jpeg', 'image/png'] })
  async attachment(
    @Param() { id, attachment }: TicketAttachmentParameters,
    @CurrentContext() context: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { head, content } = await this.attachments.open(id, attachment, context);
    await sendDocument(reply, head, content);
  }
}
