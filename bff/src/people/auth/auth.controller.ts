import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { LoginAnswer } from '@bank/contracts/auth';
import type { FastifyReply } from 'fastify';
import { ZodResponse } from 'nestjs-zod';
import { Database } from '../../platform/database/database';
import { Operation } from '../../platform/http/operation';
import {
  AllowsMissingFactor,
  AllowsTemporaryPassword,
  Permission,
  Public,
} from '../../platform/http/permission';
import { CurrentContext, type Caller, type RequestContext } from '../../platform/http/request-context';
import { StaffRolesService } from '../users/staff-roles.service';
import { UsersService } from '../users/users.service';
import * as dto from './auth.dto';
import { bearerOf } from './bearer';
import { EmailChangeService } from './email-change.service';
import { EmailVerificationService } from './email-verification.service';
import { KnownDevices } from './known-devices.service';
import { LoginService, type SignInAnswer } from './login.service';
import { PasswordResetService } from './password-reset.service';
import { SessionsService } from './sessions.service';
import { QueuedSignIn } from './sign-in-queue.interceptor';
import { SignUpService } from './sign-up.service';

/** Nest sends the method's result, and only headers are set on the reply. */
const passthrough = { passthrough: true };

@ApiTags('Session')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly signUps: SignUpService,
    private readonly logins: LoginService,
    private readonly sessions: SessionsService,
    private readonly resets: PasswordResetService,
    private readonly emailChanges: EmailChangeService,
    private readonly verifications: EmailVerificationService,
    private readonly users: UsersService,
    private readonly devices: KnownDevices,
    private readonly staff: StaffRolesService,
    private readonly database: Database,
  ) {}

  /** Makes the browser of a completed sign-in a known device. */
  private async remembered<T extends LoginAnswer>(
    { answer, cookie }: SignInAnswer<T>,
    caller: Caller,
    reply: FastifyReply,
  ): Promise<T> {
    if (cookie) reply.header('set-cookie', cookie);
    if ('user' in answer) reply.header('set-cookie', await this.devices.remember(answer.user.id, caller));
    return answer;
  }

  @Post('signup')
  @Public()
  @QueuedSignIn()
  @Operation('Opens an account and signs in', {
    errors: ['EMAIL_TAKEN', 'USERNAME_TAKEN', 'PASSWORD_TOO_COMMON', 'ADDRESS_LIMIT_REACHED'],
  })
  @ZodResponse({ status: 201, type: dto.Session })
  async signUp(
    @Body() body: dto.SignupRequest,
    @CurrentContext() caller: Caller,
    @Res(passthrough) reply: FastifyReply,
  ) {
    return this.remembered({ answer: await this.signUps.signUp(body, caller) }, caller, reply);
  }

  @Post('login')
  @Public()
  @QueuedSignIn()
  @Operation('Signs in by e-mail or username, or asks for the second factor', {
    description: 'A browser that the person had remembered is not asked for the second factor.',
    errors: ['INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
  })
  @ZodResponse({ status: 200, type: dto.LoginAnswer })
  async login(
    @Body() body: dto.LoginRequest,
    @CurrentContext() caller: Caller,
    @Res(passthrough) reply: FastifyReply,
  ) {
    return this.remembered(await this.logins.login(body, caller), caller, reply);
  }

  @Post('2fa')
  @Public()
  @QueuedSignIn()
  @Operation('Completes a sign-in with a one-time code or a recovery code', {
    description:
      'The `mfa_token` lives five minutes and five tries; a code is never accepted twice. With `remember` the browser gets a ' +
      'cookie by which the second factor is not asked for again at sign-in, for 90 days; approvals are.',
    errors: ['INVALID_CODE', 'MFA_EXPIRED', 'TOO_MANY_ATTEMPTS'],
  })
  @ZodResponse({ status: 200, type: dto.Session })
  async secondFactor(
    @Body() body: dto.MfaRequest,
    @CurrentContext() caller: Caller,
    @Res(passthrough) reply: FastifyReply,
  ) {
    return this.remembered(await this.logins.secondFactor(body, caller), caller, reply);
  }

  @Post('refresh')
  @Public()
  @Operation('Exchanges the refresh token for a new pair', {
    description:
      'The bearer is the refresh token; the body is empty. The token is spent by the call: presenting it again ' +
      'within ten seconds succeeds too (two tabs), later it ends the whole session. A call whose answer was lost may be ' +
      'repeated with its `Idempotency-Key` for as long as the token that it gave is not spent.',
    errors: ['UNAUTHENTICATED', 'SESSION_EXPIRED'],
    refresh: true,
  })
  @ZodResponse({ status: 200, type: dto.Tokens })
  refresh(
    @Headers('authorization') authorization: string | undefined,
    @Headers('idempotency-key') key: string | undefined,
    @CurrentContext() caller: Caller,
  ) {
    return this.sessions.refresh(bearerOf(authorization), caller, key);
  }

  @Get('me')
  @Permission('session:own')
  @AllowsTemporaryPassword()
  @AllowsMissingFactor()
  @Operation('The signed-in person')
  @ZodResponse({ status: 200, type: dto.User })
  async me(@CurrentContext() { actor }: RequestContext) {
    const user = await this.staff.described(await this.users.read(this.database, actor.userId));
    return { ...user, ...(actor.lacksFactor && { second_factor_required: true as const }) };
  }

  @Get('sessions')
  @Permission('session:own')
  @Operation('The open sessions of the signed-in person')
  @ZodResponse({ status: 200, type: dto.OpenSessions })
  list(@CurrentContext() { actor }: RequestContext) {
    return this.sessions.list(actor);
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  @Permission('session:own')
  @Operation('Ends one of the open sessions of the signed-in person')
  end(@CurrentContext() context: RequestContext, @Param() { id }: dto.IdParameter): Promise<void> {
    return this.sessions.end(context, id);
  }

  @Post('logout')
  @HttpCode(204)
  @Permission('session:own')
  @AllowsTemporaryPassword()
  @AllowsMissingFactor()
  @Operation('Signs out: the access and refresh tokens of the session are dead at once')
  logout(@CurrentContext() context: RequestContext): Promise<void> {
    return this.sessions.end(context, context.actor.sessionId);
  }

  @Post('password/forgot')
  @HttpCode(202)
  @Public()
  @QueuedSignIn()
  @Operation('Mails a link to set a new password, if the address is a customer’s', { idempotent: true })
  forgot(
    @Body() { email }: dto.ForgotPasswordRequest,
    @CurrentContext() context: RequestContext,
  ): Promise<void> {
    return this.resets.forgot(email, context);
  }

  @Post('password/reset')
  @HttpCode(204)
  @Public()
  @QueuedSignIn()
  @Operation('Sets a new password by the mailed link and ends every session', {
    errors: ['RESET_LINK_INVALID', 'PASSWORD_TOO_COMMON'],
  })
  reset(@Body() body: dto.ResetPasswordRequest, @CurrentContext() caller: Caller): Promise<void> {
    return this.resets.reset(body, caller);
  }

  @Post('email/confirm')
  @HttpCode(204)
  @Public()
  @Operation('Makes a new e-mail address count by the link that was mailed to it', {
    errors: ['EMAIL_LINK_INVALID', 'EMAIL_TAKEN'],
  })
  confirmEmail(@Body() body: dto.ConfirmEmailRequest, @CurrentContext() caller: Caller): Promise<void> {
    return this.emailChanges.confirm(body, caller);
  }

  @Post('email/verify')
  @HttpCode(204)
  @Public()
  @Operation('Verifies an e-mail address by the link that was mailed to it', {
    errors: ['EMAIL_LINK_INVALID'],
  })
  verifyEmail(@Body() body: dto.VerifyEmailRequest, @CurrentContext() caller: Caller): Promise<void> {
    return this.verifications.verify(body, caller);
  }

  @Post('email/resend')
  @HttpCode(202)
  @Permission('session:own')
  @Operation('Mails the caller another link to verify their e-mail address', {
    errors: ['TOO_MANY_REQUESTS'],
    idempotent: true,
  })
  resendVerification(@CurrentContext() context: RequestContext): Promise<void> {
    return this.verifications.resend(context);
  }
}
