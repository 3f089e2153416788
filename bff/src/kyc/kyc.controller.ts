import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { kyc, kycUpload } from '@bank/contracts/kyc';
import { idParameter } from '@bank/contracts/pagination';
import { CurrentActor, type Actor, type IdentifiedRequest } from '../common/actor';
import { takesForm } from '../common/forms';
import { Operation } from '../common/operation';
import { Permission } from '../common/permission';
import { KycDocumentsService } from './kyc-documents.service';
import { KycService } from './kyc.service';

class IdParameter extends createZodDto(idParameter) {}
class Kyc extends createZodDto(kyc) {}

@ApiTags('Verification')
@Controller('kyc')
@Permission('kyc:own')
export class KycController {
  constructor(
    private readonly verifications: KycService,
    private readonly documents: KycDocumentsService,
  ) {}

  @Get()
  @Operation('The caller’s verification: its state and the newest submission')
  @ZodResponse({ status: 200, type: Kyc })
  read(@CurrentActor() actor: Actor) {
    return this.verifications.read(actor.userId);
  }

  @Post()
  @HttpCode(201)
  @RouteConfig(takesForm)
  @Operation('Sends the caller’s identity and documents for review', {
    errors: ['DOCUMENT_TYPE_REFUSED', 'DOCUMENT_UNREADABLE', 'KYC_ALREADY_APPROVED'],
    form: kycUpload,
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: Kyc })
  submit(
    @CurrentActor() actor: Actor,
    @Req() request: IdentifiedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.verifications.submit(actor, request, reply);
  }

  @Get('documents/:id')
  @Operation('A document, for its owner and for administrators', {
    produces: ['application/pdf', 'image/jpeg', 'image/png'],
  })
  document(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParameter,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.documents.send(actor, id, reply);
  }
}
