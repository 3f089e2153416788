import { Injectable } from '@nestjs/common';
import { ApiException } from '../../platform/errors/api-exception';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { ChallengeAnswersService } from './challenge-answers.service';

/** The approval of an online payment: the person reads amount and merchant. */
@Injectable()
export class CardChallengeApproval extends ApprovalRule {
  constructor(private readonly answers: ChallengeAnswersService) {
    super();
  }

  demand({ context, parameters }: JudgedCall): Promise<ApprovalDemand> {
    const summary = async () => {
      const { merchant, amount, currency, state } = await this.answers.one(
        context.actor.userId,
        parameters.id ?? '',
      );
      if (state !== 'asked') throw new ApiException('CHALLENGE_OVER');
      return { action: 'card_payment', amount, currency, payee: merchant } as const;
    };
    return Promise.resolve({ summary });
  }
}
