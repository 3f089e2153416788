import { Body, Controller, Delete, Get, HttpCode, Post, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ZodResponse } from 'nestjs-zod';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { AllowsMissingFactor, AllowsTemporaryPassword, Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { EmailChangeService } from '../auth/email-change.service';
import { KnownDevices } from '../auth/known-devices.service';
import { AlertsApproval } from './alerts-approval.service';
import { PasswordApproval } from './password-approval.service';
import { PasswordChangeService } from './password-change.service';
import { PreferencesService } from './preferences.service';
import { PhoneVerificationService } from './phone-verification.service';
import { ProfileApproval } from './profile-approval.service';
import { ProfileService } from './profile.service';
import * as dto from './settings.dto';

@ApiTags('Settings')
@Controller('settings')
@Permission('settings:own')
export class SettingsController {
  constructor(
    private readonly profiles: ProfileService,
    private readonly phones: PhoneVerificationService,
    private readonly choices: PreferencesService,
    private readonly passwords: PasswordChangeService,
    private readonly emailChanges: EmailChangeService,
    private readonly devices: KnownDevices,
  ) {}

  @Get('profile')
  @Operation('Who the caller is and where they live')
  @ZodResponse({ status: 200, type: dto.Profile })
  profile(@CurrentContext() { actor }: RequestContext) {
    return this.profiles.read(actor);
  }

  @Put('profile')
  @NeedsApproval(ProfileApproval)
  @Operation('Replaces the caller’s profile', {
    description:
      'Another e-mail or telephone needs an approval. The new e-mail counts once the link mailed to it was opened; until ' +
      'then it is `pendingEmail`.',
    errors: ['EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: dto.Profile })
  saveProfile(@CurrentContext() context: RequestContext, @Body() request: dto.SaveProfileRequest) {
    return this.profiles.save(context, request);
  }

  @Post('profile/email/resend')
  @HttpCode(204)
  @Operation('Mails another link to the new e-mail address that waits', {
    errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
    idempotent: true,
  })
  resendEmailLink(@CurrentContext() context: RequestContext): Promise<void> {
    return this.emailChanges.resend(context);
  }

  @Delete('profile/email')
  @HttpCode(204)
  @Operation('Gives up the new e-mail address that waits', { errors: ['NOT_FOUND'] })
  cancelEmail(@CurrentContext() context: RequestContext): Promise<void> {
    return this.emailChanges.cancel(context);
  }

  @Post('phone/code')
  @HttpCode(202)
  @Operation('Sends a code to the caller’s telephone number, to verify it', {
    errors: ['INVALID_FIELDS', 'TOO_MANY_REQUESTS', 'NOT_CONFIGURED'],
    idempotent: true,
  })
  sendPhoneCode(@CurrentContext() context: RequestContext): Promise<void> {
    return this.phones.send(context);
  }

  @Post('phone/verify')
  @HttpCode(204)
  @Operation('Verifies the caller’s telephone number by the code that was sent to it', {
    description: 'A code works for ten minutes and five tries.',
    errors: ['PHONE_CODE_INVALID', 'NOT_CONFIGURED'],
  })
  verifyPhone(
    @CurrentContext() context: RequestContext,
    @Body() body: dto.VerifyPhoneRequest,
  ): Promise<void> {
    return this.phones.verify(context, body);
  }

  @Get('preferences')
  @Operation('What the caller wants to be told, and how')
  @ZodResponse({ status: 200, type: dto.Preferences })
  preferences(@CurrentContext() { actor }: RequestContext) {
    return this.choices.read(actor);
  }

  @Put('preferences')
  @NeedsApproval(AlertsApproval)
  @Operation('Replaces the caller’s preferences', {
    description:
      'Other alerts, and a way to be told that is switched off, need an approval, unless the caller has no second factor and signed in within five minutes. Security alerts stay on whatever is sent.',
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: dto.Preferences })
  savePreferences(@CurrentContext() context: RequestContext, @Body() request: dto.SavePreferencesRequest) {
    return this.choices.save(context, request);
  }

  @Post('password')
  @HttpCode(204)
  @NeedsApproval(PasswordApproval)
  @AllowsTemporaryPassword()
  @AllowsMissingFactor()
  @Operation('Changes the caller’s password and ends their other sessions', {
    errors: ['PASSWORD_WRONG', 'PASSWORD_TOO_COMMON', 'PASSWORD_UNCHANGED', 'TOO_MANY_ATTEMPTS'],
    idempotent: true,
  })
  async changePassword(
    @CurrentContext() context: RequestContext,
    @Body() request: dto.ChangePasswordRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.passwords.change(context, request);
    reply.header('set-cookie', await this.devices.remember(context.actor.userId, context));
  }
}
