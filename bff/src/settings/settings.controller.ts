import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ZodResponse } from 'nestjs-zod';
import { CurrentActor, type Actor } from '../common/actor';
import { CurrentCall, type Call } from '../common/call';
import { Operation } from '../common/operation';
import { AllowsTemporaryPassword, Permission } from '../common/permission';
import { PasswordChangeService } from './password-change.service';
import { PreferencesService } from './preferences.service';
import { ProfileService } from './profile.service';
import * as dto from './settings.dto';

@ApiTags('Settings')
@Controller('settings')
@Permission('settings:own')
export class SettingsController {
  constructor(
    private readonly profiles: ProfileService,
    private readonly choices: PreferencesService,
    private readonly passwords: PasswordChangeService,
  ) {}

  @Get('profile')
  @Operation('Who the caller is and where they live')
  @ZodResponse({ status: 200, type: dto.Profile })
  profile(@CurrentActor() actor: Actor) {
    return this.profiles.read(actor);
  }

  @Put('profile')
  @Operation('Replaces the caller’s profile', { errors: ['EMAIL_TAKEN'] })
  @ZodResponse({ status: 200, type: dto.Profile })
  saveProfile(
    @CurrentActor() actor: Actor,
    @Body() request: dto.SaveProfileRequest,
    @CurrentCall() call: Call,
  ) {
    return this.profiles.save(actor, request, call);
  }

  @Get('preferences')
  @Operation('What the caller wants to be told, and how')
  @ZodResponse({ status: 200, type: dto.Preferences })
  preferences(@CurrentActor() actor: Actor) {
    return this.choices.read(actor);
  }

  @Put('preferences')
  @Operation('Replaces the caller’s preferences')
  @ZodResponse({ status: 200, type: dto.Preferences })
  savePreferences(@CurrentActor() actor: Actor, @Body() request: dto.SavePreferencesRequest) {
    return this.choices.save(actor, request);
  }

  @Post('password')
  @HttpCode(204)
  @AllowsTemporaryPassword()
  @Operation('Changes the caller’s password and ends their other sessions', {
    errors: ['PASSWORD_WRONG', 'PASSWORD_TOO_COMMON', 'PASSWORD_UNCHANGED', 'TOO_MANY_ATTEMPTS'],
  })
  changePassword(
    @CurrentActor() actor: Actor,
    @Body() request: dto.ChangePasswordRequest,
    @CurrentCall() call: Call,
  ): Promise<void> {
    return this.passwords.change(actor, request, call);
  }
}
