import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import {
  previewable,
  previewCode,
  previewRequest,
  releaseParameters,
  startedPreview,
} from '@bank/contracts/releases';
import { CurrentActor, type Actor } from '../common/actor';
import { CurrentCall, type Call } from '../common/call';
import { Operation } from '../common/operation';
import { Permission, Public } from '../common/permission';
import { Config } from '../config';
import { Previews } from './previews';
import { noPreviewCookie, previewCookieOf } from './visit';

class Previewable extends createZodDto(previewable) {}
class PreviewCode extends createZodDto(previewCode) {}
class PreviewRequest extends createZodDto(previewRequest) {}
class ReleaseParameters extends createZodDto(releaseParameters) {}
class StartedPreview extends createZodDto(startedPreview) {}

@ApiTags('Releases')
@Controller()
export class PreviewsController {
  constructor(
    private readonly config: Config,
    private readonly previews: Previews,
  ) {}

  @Get('admin/releases/:remote/:version')
  @Permission('releases:manage')
  @Operation('A release that may be previewed: which team published it, and on which sites it would show')
  @ZodResponse({ status: 200, type: Previewable })
  find(@Param() { remote, version }: ReleaseParameters) {
    return this.previews.find(remote, version);
  }

  @Post('admin/releases/:remote/:version/preview')
  @HttpCode(200)
  @Permission('releases:manage')
  @Operation('Shows a release to this browser alone, or hands a code of a minute to the customer site')
  @ZodResponse({ status: 200, type: StartedPreview })
  async start(
    @Param() preview: ReleaseParameters,
    @Body() { site }: PreviewRequest,
    @CurrentActor() { userId, email }: Actor,
    @CurrentCall() { requestId }: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { proof, address } = await this.previews.start(preview, site, { userId, email, requestId });
    if (proof) void reply.header('Set-Cookie', previewCookieOf(proof, this.config));
    return { address };
  }

  /** Without a session: nobody is an administrator on the customer site, and the code is one's word. */
  @Post('remotes/preview')
  @HttpCode(200)
  @Public()
  @Operation('Shows this browser the release that a code of the back-office names', {
    errors: ['PREVIEW_CODE_INVALID'],
  })
  @ZodResponse({ status: 200, type: StartedPreview })
  async take(
    @Body() { code }: PreviewCode,
    @CurrentCall() { requestId }: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { proof, address } = await this.previews.take(code, requestId);
    void reply.header('Set-Cookie', previewCookieOf(proof, this.config));
    return { address };
  }

  /** Without a session too: it takes nothing but a cookie of the caller's own. */
  @Post('remotes/preview/end')
  @HttpCode(204)
  @Public()
  @Operation('Has this browser shown what everybody is')
  end(@Res({ passthrough: true }) reply: FastifyReply): void {
    void reply.header('Set-Cookie', noPreviewCookie(this.config));
  }
}
