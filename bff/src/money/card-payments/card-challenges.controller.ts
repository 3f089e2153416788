import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { cardChallengeList, challengeAnswered, challengeParameter } from '@bank/contracts/card-challenges';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { CardChallengeApproval } from './card-challenge-approval.service';
import { ChallengeAnswersService } from './challenge-answers.service';

class CardChallengeList extends createZodDto(cardChallengeList) {}
class ChallengeAnswered extends createZodDto(challengeAnswered) {}
class ChallengeParameter extends createZodDto(challengeParameter) {}

@ApiTags('Cards')
@Controller('carte/challenges')
@Permission('cards:own')
export class CardChallengesController {
  constructor(private readonly answers: ChallengeAnswersService) {}

  @Get()
  @Operation('The online payments that wait for the caller’s approval')
  @ZodResponse({ status: 200, type: CardChallengeList })
  list(@CurrentContext() { actor }: RequestContext) {
    return this.answers.list(actor.userId);
  }

  @Post(':id/approve')
  @NeedsApproval(CardChallengeApproval)
  @HttpCode(200)
  @Operation('Approves an online payment, which the merchant then asks for again', {
    errors: ['CHALLENGE_OVER'],
  })
  @ZodResponse({ status: 200, type: ChallengeAnswered })
  approve(@CurrentContext() context: RequestContext, @Param() { id }: ChallengeParameter) {
    return this.answers.answer(context, id, 'approved');
  }

  @Post(':id/refuse')
  @HttpCode(200)
  @Operation('Refuses an online payment', { errors: ['CHALLENGE_OVER'] })
  @ZodResponse({ status: 200, type: ChallengeAnswered })
  refuse(@CurrentContext() context: RequestContext, @Param() { id }: ChallengeParameter) {
    return this.answers.answer(context, id, 'refused');
  }
}
