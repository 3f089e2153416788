import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { attachmentStored, attachmentUpload, contactRequest, ticketCreated } from '@bank/contracts/support';
import { CurrentCall, type Call } from '../common/call';
import { takesForm } from '../common/forms';
import { CurrentKeyedCall, type KeyedCall } from '../common/idempotency';
import { Operation } from '../common/operation';
import { Public, PublicRecognising } from '../common/permission';
import { AttachmentsService } from './attachments.service';
import { SupportService } from './support.service';

class AttachmentStored extends createZodDto(attachmentStored) {}
class ContactRequest extends createZodDto(contactRequest) {}
class TicketCreated extends createZodDto(ticketCreated) {}

@ApiTags('Support')
@Controller('contact')
export class SupportController {
  constructor(
    private readonly support: SupportService,
    private readonly attachments: AttachmentsService,
  ) {}

  @Post()
  @PublicRecognising()
  @Operation('Writes to support; with a bearer token as the customer that it is of', {
    errors: ['ADDRESS_LIMIT_REACHED'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: TicketCreated })
  contact(@Body() request: ContactRequest, @CurrentKeyedCall() keyed: KeyedCall, @CurrentCall() call: Call) {
    return this.support.contact(request, keyed, call);
  }

  @Post('attachments')
  @Public()
  @HttpCode(201)
  @RouteConfig(takesForm)
  @Operation('Sends a file that a message will name: PDF, JPEG or PNG, at most 10 MB', {
    errors: ['DOCUMENT_TYPE_REFUSED', 'ADDRESS_LIMIT_REACHED'],
    form: attachmentUpload,
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: AttachmentStored })
  attach(@Req() request: FastifyRequest, @CurrentKeyedCall() keyed: KeyedCall) {
    return this.attachments.receive(request, keyed);
  }
}
