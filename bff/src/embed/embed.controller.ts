import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { embedOpenRequest, embedSignup, embedSignupRequest } from '@bank/contracts/partners';
import { QueuedSignIn } from '../auth/sign-in-queue';
import { CurrentCall, type Call } from '../common/call';
import { CurrentKeyedCall, type KeyedCall } from '../common/idempotency';
import { Operation } from '../common/operation';
import { Public } from '../common/permission';
import { EmbedDoor } from './embed-door.service';
import { EmbedSignUpService } from './embed-sign-up.service';
import { PartnerDaysService } from './partner-days.service';

class EmbedOpenRequest extends createZodDto(embedOpenRequest) {}
class EmbedSignup extends createZodDto(embedSignup) {}
class EmbedSignupRequest extends createZodDto(embedSignupRequest) {}

const description =
  'For the bank’s own frames on partners’ pages: a call whose `Origin` is not theirs is refused. Limited by key and by address.';

/** The calls of the frames on partners' pages. */
@ApiTags('Widgets')
@Controller('embed')
@Public()
export class EmbedController {
  constructor(
    private readonly door: EmbedDoor,
    private readonly days: PartnerDaysService,
    private readonly signUps: EmbedSignUpService,
  ) {}

  @Post('opens')
  @HttpCode(204)
  @Operation('Counts that a person opened a widget', {
    description,
    errors: ['FORBIDDEN', 'PARTNER_UNKNOWN'],
  })
  async open(
    @Body() { partner: key, widget }: EmbedOpenRequest,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const partner = await this.door.admit(request, 'open', key);
    await this.days.opened(partner.id, widget);
  }

  @Post('signup')
  @QueuedSignIn()
  @Operation('Opens an account from a partner’s page, and answers where the person goes on', {
    description,
    errors: [
      'FORBIDDEN',
      'PARTNER_UNKNOWN',
      'EMAIL_TAKEN',
      'USERNAME_TAKEN',
      'PASSWORD_TOO_COMMON',
      'ADDRESS_LIMIT_REACHED',
    ],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: EmbedSignup })
  async signUp(
    @Body() { partner: key, ...person }: EmbedSignupRequest,
    @Req() request: FastifyRequest,
    @CurrentKeyedCall() keyed: KeyedCall,
    @CurrentCall() call: Call,
  ) {
    const partner = await this.door.admit(request, 'signup', key);
    return this.signUps.signUp(partner, person, keyed, call);
  }
}
