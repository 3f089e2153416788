import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createZodDto } from 'nestjs-zod';
import { localRemote } from '@bank/contracts/local-remotes';
import { CurrentActor, type Actor } from '../common/actor';
import { CurrentCall, type Call } from '../common/call';
import { Operation } from '../common/operation';
import { Permission, Public } from '../common/permission';
import { Config } from '../config';
import { LocalRemotes } from './local-remotes.service';
import { localCookieOf, noLocalCookie, visitOf } from './visit';

class LocalRemote extends createZodDto(localRemote) {}

@ApiTags('Releases')
@Controller()
export class LocalRemotesController {
  constructor(
    private readonly config: Config,
    private readonly locals: LocalRemotes,
  ) {}

  @Post('admin/local_remotes')
  @HttpCode(204)
  @Permission('releases:manage')
  @Operation('Lets this browser take a remote from the machine that it runs on, for an hour', {
    errors: ['NOT_FOUND'],
  })
  async allow(
    @Body() local: LocalRemote,
    @CurrentActor() { userId, email }: Actor,
    @CurrentCall() { requestId }: Call,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const proof = await this.locals.allow(local, visitOf(request, this.config).local, {
      userId,
      email,
      requestId,
    });
    void reply.header('Set-Cookie', localCookieOf(proof, this.config));
  }

  /** Without a session too: it takes nothing but a cookie of the caller's own. */
  @Post('remotes/local/reset')
  @HttpCode(204)
  @Public()
  @Operation('Has this browser take every remote from the bank again')
  reset(@Res({ passthrough: true }) reply: FastifyReply): void {
    void reply.header('Set-Cookie', noLocalCookie(this.config));
  }
}
