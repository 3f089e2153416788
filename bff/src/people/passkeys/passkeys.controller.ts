import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PasskeyRegistration, VerifyPasskeyRequest } from '@bank/contracts/passkeys';
import type { FastifyReply } from 'fastify';
import { ZodResponse } from 'nestjs-zod';
import { ApiException } from '../../platform/errors/api-exception';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { PublicRecognising } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { KnownDevices } from '../auth/known-devices.service';
import { QueuedSignIn } from '../auth/sign-in-queue.interceptor';
import { ceremonyOf, PasskeyEnrolment } from './passkey-enrolment.service';
import { PasskeyRegistrations } from './passkey-registration.service';
import { PasskeySignIn } from './passkey-sign-in.service';
import * as dto from './passkeys.dto';

@ApiTags('Session')
@Controller('auth/passkeys')
export class PasskeysController {
  constructor(
    private readonly registrations: PasskeyRegistrations,
    private readonly signIns: PasskeySignIn,
    private readonly devices: KnownDevices,
  ) {}

  @Post('options')
  @HttpCode(200)
  @PublicRecognising()
  @QueuedSignIn()
  @NeedsApproval(PasskeyEnrolment)
  @Operation('The options of a passkey’s registration or authentication, as WebAuthn shapes them', {
    description:
      'Of a registration for who is signed in, unless they ask to authenticate; it needs an approval, except within five ' +
      'minutes of a sign-in that used the second factor of who has one. Otherwise of a sign-in without a name. The challenge ' +
      'is accepted once within five minutes, on the site that asked.',
    errors: ['SECOND_FACTOR_REQUIRED', 'UNAUTHENTICATED'],
  })
  @ZodResponse({ status: 200, type: dto.PasskeyOptions })
  options(@Body() body: dto.PasskeyOptionsRequest, @CurrentContext() context: RequestContext) {
    if (ceremonyOf(body, context) === 'authentication') return this.signIns.options(context);
    if (!context.isSignedIn) throw new ApiException('UNAUTHENTICATED');
    return this.registrations.options(context);
  }

  @Post('verify')
  @HttpCode(200)
  @PublicRecognising()
  @QueuedSignIn()
  @Operation('Signs in by a passkey, or adds one to who is signed in', {
    description:
      'The body is the response of the browser; a registration may have a `name` beside it. A passkey counts as two ' +
      'factors: no code is asked for. The `Idempotency-Key` is of a registration; a sign-in ignores it.',
    errors: [
      'LIST_FULL',
      'PASSKEY_EXPIRED',
      'PASSKEY_KNOWN',
      'PASSKEY_REFUSED',
      'SECOND_FACTOR_REQUIRED',
      'TOO_MANY_ATTEMPTS',
      'UNAUTHENTICATED',
    ],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: dto.VerifyPasskeyAnswer })
  async verify(
    @Body() body: dto.VerifyPasskeyRequest,
    @CurrentContext() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const response = body as VerifyPasskeyRequest;
    if (isRegistration(response)) {
      if (!context.isSignedIn) throw new ApiException('UNAUTHENTICATED');
      return this.registrations.add(context, response);
    }
    const session = await this.signIns.signIn(response, context);
    reply.header('set-cookie', await this.devices.remember(session.user.id, context));
    return session;
  }
}

const isRegistration = (body: VerifyPasskeyRequest): body is PasskeyRegistration =>
  'attestationObject' in body.response;
