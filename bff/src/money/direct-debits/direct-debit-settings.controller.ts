import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/direct-debits';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { DirectDebitSettingsService } from './direct-debit-settings.service';

class DirectDebitSettings extends createZodDto(contract.directDebitSettings) {}
class DirectDebitSettingsRequest extends createZodDto(contract.directDebitSettingsRequest) {}

@ApiTags('Direct debits')
@Controller('settings/direct-debits')
@Permission('account:own')
export class DirectDebitSettingsController {
  constructor(private readonly settings: DirectDebitSettingsService) {}

  @Get()
  @Operation('Who may collect from the caller: everybody, the creditors of a list, or nobody')
  @ZodResponse({ status: 200, type: DirectDebitSettings })
  read(@CurrentContext() { actor }: RequestContext) {
    return this.settings.read(actor.userId);
  }

  @Put()
  @Operation('Changes who may collect from the caller', {
    description: 'A list that is left out stays as it is. Collections that are already due are not affected.',
  })
  @ZodResponse({ status: 200, type: DirectDebitSettings })
  save(@CurrentContext() context: RequestContext, @Body() request: DirectDebitSettingsRequest) {
    return this.settings.save(context, request);
  }
}
