import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createZodDto } from 'nestjs-zod';
import { localRemote } from '@bank/contracts/local-remotes';
import { Operation } from '../../platform/http/operation';
import { Permission, Public } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Config } from '../../platform/config/config';
import { LocalRemotes } from './local-remotes.service';
import { localCookieOf, expiredLocalCookie, visitOf } from './visit';

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
    @CurrentContext() context: RequestContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const proof = await this.locals.allow(local, visitOf(request, this.config).local, context);
    void reply.header('Set-Cookie', localCookieOf(proof, this.config));
  }

  /** Public: it only deletes the caller's cookie. */
  @Post('remotes/local/reset')
  @HttpCode(204)
  @Public()
  @Operation('Has this browser take every remote from the bank again')
  reset(@Res({ passthrough: true }) reply: FastifyReply): void {
    void reply.header('Set-Cookie', expiredLocalCookie(this.config));
  }
}
