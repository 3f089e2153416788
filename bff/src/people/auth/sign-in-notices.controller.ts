import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ZodResponse } from 'nestjs-zod';
import { Operation } from '../../platform/http/operation';
import { Permission, Public } from '../../platform/http/permission';
import { CurrentContext, type Caller, type RequestContext } from '../../platform/http/request-context';
import * as dto from './auth.dto';
import { RememberedBrowsers } from './remembered-browsers.service';
import { SignInNotices } from './sign-in-notices.service';
import { QueuedSignIn } from './sign-in-queue.interceptor';

@ApiTags('Session')
@Controller('auth')
export class SignInNoticesController {
  constructor(
    private readonly notices: SignInNotices,
    private readonly browsers: RememberedBrowsers,
  ) {}

  @Get('browsers')
  @Permission('session:own')
  @Operation('The browsers in which the caller is not asked for the second factor at sign-in')
  @ZodResponse({ status: 200, type: dto.RememberedBrowsers })
  list(@CurrentContext() { actor }: RequestContext) {
    return this.browsers.list(actor);
  }

  @Delete('browsers/:id')
  @HttpCode(204)
  @Permission('session:own')
  @Operation('Asks for the second factor again in one of the caller’s browsers')
  forget(@CurrentContext() context: RequestContext, @Param() { id }: dto.IdParameter): Promise<void> {
    return this.browsers.forget(context, id);
  }

  @Post('not-me')
  @HttpCode(204)
  @Public()
  @QueuedSignIn()
  @Operation('Disowns a sign-in by the link that was mailed about it', {
    description:
      'Ends that session, later ones of which no notice was mailed, and all remembered browsers; the password opens nothing ' +
      'until it is replaced by the link that is mailed. A link works once, for seven days.',
    errors: ['SIGN_IN_LINK_INVALID'],
  })
  disown(@Body() { token }: dto.DisownSignInRequest, @CurrentContext() caller: Caller): Promise<void> {
    return this.notices.disown(token, caller);
  }
}
