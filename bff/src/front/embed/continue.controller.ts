import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { session } from '@bank/contracts/auth';
import { continueRequest, pendingSignup } from '@bank/contracts/partners';
import { KnownDevices } from '../../people/auth/known-devices.service';
import { QueuedSignIn } from '../../people/auth/sign-in-queue.interceptor';
import { Operation } from '../../platform/http/operation';
import { Public } from '../../platform/http/permission';
import { CurrentContext, type Caller } from '../../platform/http/request-context';
import { Config } from '../../platform/config/config';
import { browserSecretOf, expiredBrowserSecretCookie } from './browser-secret';
import { ContinueService } from './continue.service';

class ContinueRequest extends createZodDto(continueRequest) {}
class PendingSignup extends createZodDto(pendingSignup) {}
class Session extends createZodDto(session) {}

const description = 'The application is that of the browser’s cookie, which it got by coming from the frame.';

/** Called by the bank's own page to complete an application that began on a partner's page. */
@ApiTags('Session')
@Controller('auth/continue')
@Public()
export class ContinueController {
  constructor(
    private readonly applications: ContinueService,
    private readonly devices: KnownDevices,
    private readonly config: Config,
  ) {}

  @Get()
  @Operation('The application that this browser brought from a partner’s page', {
    description,
    errors: ['CONTINUE_CODE_INVALID'],
  })
  @ZodResponse({ status: 200, type: PendingSignup })
  pending(@Req() request: FastifyRequest) {
    return this.applications.pending(browserSecretOf(request, this.config));
  }

  @Post()
  @QueuedSignIn()
  @Operation('Opens the account of an application with a username and a password, and signs in', {
    description,
    errors: [
      'CONTINUE_CODE_INVALID',
      'ADDRESS_LIMIT_REACHED',
      'EMAIL_TAKEN',
      'USERNAME_TAKEN',
      'PASSWORD_TOO_COMMON',
    ],
  })
  @ZodResponse({ status: 201, type: Session })
  async complete(
    @Body() body: ContinueRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentContext() caller: Caller,
  ) {
    const opened = await this.applications.complete(browserSecretOf(request, this.config), body, caller);
    void reply.header('Set-Cookie', expiredBrowserSecretCookie(this.config));
    void reply.header('Set-Cookie', await this.devices.remember(opened.user.id, caller));
    return opened;
  }
}
