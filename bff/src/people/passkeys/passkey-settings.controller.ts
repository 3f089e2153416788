import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ZodResponse } from 'nestjs-zod';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { AllowsMissingFactor, Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { PasskeyRemoval } from './passkey-removal.service';
import { PasskeySettings } from './passkey-settings.service';
import * as dto from './passkeys.dto';

@ApiTags('Settings')
@Controller('settings/passkeys')
@Permission('settings:own')
export class PasskeySettingsController {
  constructor(private readonly settings: PasskeySettings) {}

  @Get()
  @AllowsMissingFactor()
  @Operation('The caller’s passkeys')
  @ZodResponse({ status: 200, type: dto.PasskeyList })
  list(@CurrentContext() { actor }: RequestContext) {
    return this.settings.list(actor);
  }

  @Put(':id')
  @Operation('Gives one of the caller’s passkeys another name')
  @ZodResponse({ status: 200, type: dto.PasskeyList })
  rename(
    @CurrentContext() context: RequestContext,
    @Param() { id }: dto.IdParameter,
    @Body() { name }: dto.RenamePasskeyRequest,
  ) {
    return this.settings.rename(context, id, name);
  }

  @Delete(':id')
  @HttpCode(204)
  @NeedsApproval(PasskeyRemoval)
  @Operation('Removes one of the caller’s passkeys and ends their other sessions', {
    description:
      'Needs an approval; that of the last factor only from a session that is older than five minutes.',
  })
  remove(@CurrentContext() context: RequestContext, @Param() { id }: dto.IdParameter): Promise<void> {
    return this.settings.remove(context, id);
  }
}
