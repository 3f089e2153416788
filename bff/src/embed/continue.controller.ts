import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { session } from '@bank/contracts/auth';
import { continueRequest, pendingSignup } from '@bank/contracts/partners';
import { CurrentCall, type Call } from '../common/call';
import { Operation } from '../common/operation';
import { Public } from '../common/permission';
import { Config } from '../config';
import { browserSecretOf, noBrowserSecret } from './browser-secret';
import { ContinueService } from './continue.service';

class ContinueRequest extends createZodDto(continueRequest) {}
class PendingSignup extends createZodDto(pendingSignup) {}
class Session extends createZodDto(session) {}

const description = 'The application is that of the browser’s cookie, which it got by coming from the frame.';

/** What the bank's own page does for whoever applied for an account on a partner's page. */
@ApiTags('Session')
@Controller('auth/continue')
@Public()
export class ContinueController {
  constructor(
    private readonly continuing: ContinueService,
    private readonly config: Config,
  ) {}

  @Get()
  @Operation('The application that this browser brought from a partner’s page', {
    description,
    errors: ['CONTINUE_CODE_INVALID'],
  })
  @ZodResponse({ status: 200, type: PendingSignup })
  pending(@Req() request: FastifyRequest) {
    return this.continuing.pending(browserSecretOf(request, this.config));
  }

  @Post()
  @Operation('Opens the account of an application with a username and a password, and signs in', {
    description,
    errors: ['CONTINUE_CODE_INVALID', 'EMAIL_TAKEN', 'USERNAME_TAKEN', 'PASSWORD_TOO_COMMON'],
  })
  @ZodResponse({ status: 201, type: Session })
  async complete(
    @Body() body: ContinueRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentCall() call: Call,
  ) {
    const opened = await this.continuing.complete(browserSecretOf(request, this.config), body, call);
    void reply.header('Set-Cookie', noBrowserSecret(this.config));
    return opened;
  }
}
