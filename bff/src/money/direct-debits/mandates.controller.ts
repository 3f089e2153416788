import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/direct-debits';
import { idParameter } from '@bank/contracts/pagination';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { MandatesService } from './mandates.service';

class IdParameter extends createZodDto(idParameter) {}
class Mandate extends createZodDto(contract.mandate) {}
class MandateList extends createZodDto(contract.mandateList) {}

@ApiTags('Direct debits')
@Controller('mandates')
@Permission('account:own')
export class MandatesController {
  constructor(private readonly mandates: MandatesService) {}

  @Get()
  @Operation('Who may collect from the caller, with what was debited last and what is due next')
  @ZodResponse({ status: 200, type: MandateList })
  list(@CurrentContext() { actor, language }: RequestContext) {
    return this.mandates.list(actor.userId, language);
  }

  @Post(':id/block')
  @HttpCode(200)
  @Operation('Blocks a mandate of the caller: its collections are refused from now on', {
    errors: ['NOT_FOUND'],
  })
  @ZodResponse({ status: 200, type: Mandate })
  block(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.mandates.set(context, id, 'blocked');
  }

  @Post(':id/unblock')
  @HttpCode(200)
  @Operation('Lets the creditor of a blocked mandate of the caller collect again', { errors: ['NOT_FOUND'] })
  @ZodResponse({ status: 200, type: Mandate })
  unblock(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.mandates.set(context, id, 'active');
  }
}
