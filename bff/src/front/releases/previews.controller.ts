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
import { Operation } from '../../platform/http/operation';
import { Permission, Public } from '../../platform/http/permission';
import { CurrentContext, type Caller, type RequestContext } from '../../platform/http/request-context';
import { Config } from '../../platform/config/config';
import { Previews } from './previews.service';
import { expiredPreviewCookie, previewCookieOf } from './visit';

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
  @Permission('releases:manage')
  @Operation('Shows a release to this browser alone, or hands a code of a minute to the customer site')
  @ZodResponse({ status: 200, type: StartedPreview })
  async start(
    @Param() preview: ReleaseParameters,
    @Body() { site }: PreviewRequest,
    @CurrentContext() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { proof, address } = await this.previews.start(preview, site, context);
    if (proof) void reply.header('Set-Cookie', previewCookieOf(proof, this.config));
    return { address };
  }

  /** Public: nobody is signed in as an administrator on the customer site; the code proves the permission. */
  @Post('remotes/preview')
  @Public()
  @Operation('Shows this browser the release that a code of the back-office names', {
    errors: ['PREVIEW_CODE_INVALID'],
  })
  @ZodResponse({ status: 200, type: StartedPreview })
  async take(
    @Body() { code }: PreviewCode,
    @CurrentContext() { requestId }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { proof, address } = await this.previews.redeem(code, requestId);
    void reply.header('Set-Cookie', previewCookieOf(proof, this.config));
    return { address };
  }

  /** Public: it only deletes the caller's cookie. */
  @Post('remotes/preview/end')
  @HttpCode(204)
  @Public()
  @Operation('Has this browser shown what everybody is')
  end(@Res({ passthrough: true }) reply: FastifyReply): void {
    void reply.header('Set-Cookie', expiredPreviewCookie(this.config));
  }
}
