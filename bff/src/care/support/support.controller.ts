import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { attachmentStored, attachmentUpload, contactRequest, ticketCreated } from '@bank/contracts/support';
import { acceptsMultipart } from '../../platform/http/forms';
import { Operation } from '../../platform/http/operation';
import { Public, PublicRecognising } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { AttachmentForm } from './attachment-form.service';
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
    private readonly form: AttachmentForm,
  ) {}

  @Post()
  @PublicRecognising()
  @Operation('Writes to support; with a bearer token as the customer that it is of', {
    errors: ['ADDRESS_LIMIT_REACHED'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: TicketCreated })
  contact(@Body() request: ContactRequest, @CurrentContext() context: RequestContext) {
    return this.support.contact(request, context);
  }

  @Post('attachments')
  @Public()
  @HttpCode(201)
  @RouteConfig(acceptsMultipart)
  @Operation('Sends a file that a message will name: PDF, JPEG or PNG, at most 10 MB', {
    errors: ['DOCUMENT_TYPE_REFUSED', 'ADDRESS_LIMIT_REACHED'],
    form: attachmentUpload,
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: AttachmentStored })
  attach(@Req() request: FastifyRequest, @CurrentContext() context: RequestContext) {
    return this.attachments.store(() => this.form.receive(request), context);
  }
}
