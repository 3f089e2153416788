import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ZodResponse } from 'nestjs-zod';
import { TwoFactorService } from '../auth/two-factor.service';
import { CurrentActor, type Actor } from '../common/actor';
import { CurrentCall, type Call } from '../common/call';
import { Operation } from '../common/operation';
import { Permission } from '../common/permission';
import * as dto from './settings.dto';

@ApiTags('Settings')
@Controller('settings/2fa')
export class TwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  @Get()
  @Permission('settings:own')
  @Operation('Whether the caller signs in with a second factor')
  @ZodResponse({ status: 200, type: dto.TwoFactorState })
  state(@CurrentActor() actor: Actor) {
    return this.twoFactor.state(actor);
  }

  @Post('setup')
  @Permission('settings:own')
  @Operation('Draws a secret for an authenticator application', {
    description: 'A password given here is the proof that turning the second factor on needs.',
    errors: ['TWO_FACTOR_ALREADY_ENABLED', 'PASSWORD_WRONG', 'TOO_MANY_ATTEMPTS'],
  })
  @ZodResponse({ status: 200, type: dto.TwoFactorSetup })
  setup(@CurrentActor() actor: Actor, @Body() proof: dto.SetUpTwoFactorRequest, @CurrentCall() call: Call) {
    return this.twoFactor.setup(actor, proof, call);
  }

  @Post('enable')
  @Permission('settings:own')
  @Operation('Turns the second factor on and shows the recovery codes, once', {
    description: 'Needs the password, here or with the set-up. Every other session of the caller ends.',
    errors: [
      'INVALID_TWO_FACTOR_CODE',
      'PASSWORD_WRONG',
      'PROOF_REQUIRED',
      'TOO_MANY_ATTEMPTS',
      'TWO_FACTOR_ALREADY_ENABLED',
      'TWO_FACTOR_NOT_ENABLED',
    ],
  })
  @ZodResponse({ status: 200, type: dto.RecoveryCodes })
  async enable(
    @CurrentActor() actor: Actor,
    @Body() request: dto.EnableTwoFactorRequest,
    @CurrentCall() call: Call,
  ) {
    return { recovery_codes: await this.twoFactor.enable(actor, request, call) };
  }

  @Post('disable')
  @HttpCode(204)
  @Permission('settings:own')
  @Operation('Turns the second factor off and ends the caller’s other sessions', {
    errors: ['INVALID_TWO_FACTOR_CODE', 'PASSWORD_WRONG', 'TWO_FACTOR_NOT_ENABLED', 'TOO_MANY_ATTEMPTS'],
  })
  disable(
    @CurrentActor() actor: Actor,
    @Body() { password, code }: dto.DisableTwoFactorRequest,
    @CurrentCall() call: Call,
  ): Promise<void> {
    return this.twoFactor.disable(actor, password, code, call);
  }
}
