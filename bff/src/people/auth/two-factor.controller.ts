import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ZodResponse } from 'nestjs-zod';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { AllowsMissingFactor, Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { FactorApproval } from './factor-approval.service';
import * as dto from './two-factor.dto';
import { TwoFactorService } from './two-factor.service';

@ApiTags('Settings')
@Controller('settings/2fa')
@Permission('settings:own')
export class TwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  @Get()
  @AllowsMissingFactor()
  @Operation('Whether the caller signs in with a second factor')
  @ZodResponse({ status: 200, type: dto.TwoFactorState })
  state(@CurrentContext() { actor }: RequestContext) {
    return this.twoFactor.state(actor);
  }

  @Post('setup')
  @AllowsMissingFactor()
  @Operation('Draws a secret for an authenticator application', {
    description: 'A password given here is the proof that turning the second factor on needs.',
    errors: ['TWO_FACTOR_ALREADY_ENABLED', 'PASSWORD_WRONG', 'TOO_MANY_ATTEMPTS'],
  })
  @ZodResponse({ status: 200, type: dto.TwoFactorSetup })
  setup(@CurrentContext() context: RequestContext, @Body() proof: dto.SetUpTwoFactorRequest) {
    return this.twoFactor.setup(context, proof);
  }

  @Post('enable')
  @AllowsMissingFactor()
  @NeedsApproval(FactorApproval)
  @Operation('Turns the second factor on and shows the recovery codes, once', {
    description:
      'Needs a sign-in within the last five minutes, the password, here or with the set-up, or else an approval, and from who ' +
      'has a passkey always an approval. Every other session of the caller ends.',
    errors: [
      'INVALID_TWO_FACTOR_CODE',
      'PASSWORD_WRONG',
      'TOO_MANY_ATTEMPTS',
      'TWO_FACTOR_ALREADY_ENABLED',
      'TWO_FACTOR_NOT_ENABLED',
    ],
    idempotent: true,
    secretAnswer: true,
  })
  @ZodResponse({ status: 200, type: dto.RecoveryCodes })
  async enable(@CurrentContext() context: RequestContext, @Body() request: dto.EnableTwoFactorRequest) {
    return { recovery_codes: await this.twoFactor.enable(context, request) };
  }

  @Post('disable')
  @HttpCode(204)
  @Operation('Turns the second factor off and ends the caller’s other sessions', {
    errors: ['INVALID_TWO_FACTOR_CODE', 'PASSWORD_WRONG', 'TWO_FACTOR_NOT_ENABLED', 'TOO_MANY_ATTEMPTS'],
  })
  disable(
    @CurrentContext() context: RequestContext,
    @Body() { password, code }: dto.DisableTwoFactorRequest,
  ): Promise<void> {
    return this.twoFactor.disable(context, password, code);
  }
}
