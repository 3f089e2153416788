import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { challengeAnswered, refuseChallengeRequest } from '@bank/contracts/card-challenges';
import { Operation } from '../../platform/http/operation';
import { Public } from '../../platform/http/permission';
import { CurrentContext, type Caller } from '../../platform/http/request-context';
import { ChallengeAnswersService } from './challenge-answers.service';

class ChallengeAnswered extends createZodDto(challengeAnswered) {}
class RefuseChallengeRequest extends createZodDto(refuseChallengeRequest) {}

@ApiTags('Cards')
@Controller('carte/challenges')
export class ChallengeRefusalsController {
  constructor(private readonly answers: ChallengeAnswersService) {}

  @Post('refuse')
  @Public()
  @HttpCode(200)
  @Operation('Refuses an online payment by the token of the notification about it', {
    description:
      'Without a session, since a phone may be locked; a token refuses one payment and nothing else.',
    errors: ['NOT_FOUND', 'CHALLENGE_OVER'],
  })
  @ZodResponse({ status: 200, type: ChallengeAnswered })
  refuse(@Body() { token }: RefuseChallengeRequest, @CurrentContext() caller: Caller) {
    return this.answers.refuseByToken(token, caller);
  }
}
