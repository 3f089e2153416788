import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { kyc, kycResendUpload, kycUpload } from '@bank/contracts/kyc';
import { idParameter } from '@bank/contracts/pagination';
import { sendDocument } from '../../platform/documents/send-document';
import type { IdentifiedRequest } from '../../platform/http/actor';
import { acceptsMultipart } from '../../platform/http/forms';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { KycDocumentsService } from './kyc-documents.service';
import { KycFormReader } from './kyc-form-reader.service';
import { explained, KycService } from './kyc.service';

class IdParameter extends createZodDto(idParameter) {}
class Kyc extends createZodDto(kyc) {}

@ApiTags('Verification')
@Controller('kyc')
@Permission('kyc:own')
export class KycController {
  constructor(
    private readonly verifications: KycService,
    private readonly documents: KycDocumentsService,
    private readonly forms: KycFormReader,
  ) {}

  @Get()
  @Operation('The caller’s verification: its state and the newest submission')
  @ZodResponse({ status: 200, type: Kyc })
  read(@CurrentContext() { actor, language }: RequestContext) {
    return this.verifications.explained(actor.userId, language);
  }

  @Post()
  @RouteConfig(acceptsMultipart)
  @Operation('Sends the caller’s identity and documents for review', {
    errors: ['DOCUMENT_TYPE_REFUSED', 'DOCUMENT_UNREADABLE', 'KYC_ALREADY_APPROVED'],
    form: kycUpload,
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: Kyc })
  async submit(@CurrentContext() context: RequestContext, @Req() request: IdentifiedRequest) {
    const filed = await this.verifications.submit(context, () => this.forms.receive(request));
    return explained(filed, context.language);
  }

  @Post('resend')
  @RouteConfig(acceptsMultipart)
  @Operation(
    'Sends the documents again for whose faults the caller’s submission was rejected; the others stay',
    {
      errors: [
        'DOCUMENT_TYPE_REFUSED',
        'DOCUMENT_UNREADABLE',
        'KYC_ALREADY_APPROVED',
        'KYC_NOTHING_TO_RESEND',
      ],
      form: kycResendUpload,
      idempotent: true,
    },
  )
  @ZodResponse({ status: 201, type: Kyc })
  async resend(@CurrentContext() context: RequestContext, @Req() request: IdentifiedRequest) {
    const filed = await this.verifications.resend(context, () => this.forms.receiveAgain(request));
    return explained(filed, context.language);
  }

  @Get('documents/:id')
  @Operation('A document, for its owner and for administrators', {
    produces: ['application/pdf', 'image/jpeg', 'image/png'],
  })
  async document(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { head, content } = await this.documents.read(context, id);
    await sendDocument(reply, head, content);
  }
}
