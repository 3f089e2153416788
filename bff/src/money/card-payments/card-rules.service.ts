import { Injectable } from '@nestjs/common';
import { cleanMerchantName } from '@bank/contracts/merchants';
import { toDecimal } from '@bank/contracts/money';
import { RuleCases } from '../../people/rules/rule-cases.service';
import { RulePasses } from '../../people/rules/rule-passes.service';
import { RuleScoring } from '../../people/rules/rule-scoring.service';
import type { Transaction } from '../../platform/database/database';
import type { CardAuthorization } from '../../ports/card-network/card-network';
import { stops } from '../../people/rules/engine';

/** What is asked of a card. */
export interface CardUseJudged {
  asked: CardAuthorization;
  userId: number;
  cardId: number;
  purchaseId: number;
  /** What it takes of the account, and the account's currency. */
  total: bigint;
  currency: string;
}

/** Scores what is asked of cards; every attempt counts, also one that is then declined. */
@Injectable()
export class CardRules {
  constructor(
    private readonly rules: RuleScoring,
    private readonly passes: RulePasses,
    private readonly cases: RuleCases,
  ) {}

  /** What the rules say, once the account is locked: `ask` means that the holder must prove to be the one who pays. */
  async judge(tx: Transaction, use: CardUseJudged): Promise<'allow' | 'ask' | 'decline'> {
    const { asked, userId, cardId, purchaseId, total, currency } = use;
    const { scoring, event, decision } = await this.rules.judgeOne(tx, {
      kind: 'card',
      userId,
      facts: {
        amount: toDecimal(total, currency),
        country: asked.merchant.country,
        category: asked.merchant.category,
        online: asked.channel === 'online',
        cash: asked.kind === 'cash',
      },
      keys: { card: cardId },
    });
    const isPassed = decision.action === 'hold' && (await this.passes.use(tx, event));
    const label = cleanMerchantName(asked.merchant.name);
    const link = { type: 'card_purchase', id: purchaseId, label } as const;
    const isHeld = decision.action === 'hold' && !isPassed;
    const caseId = isHeld
      ? await this.cases.hold(tx, event, decision, [link])
      : await this.cases.finding(tx, event, decision);
    scoring.keep(event, decision, caseId);
    scoring.save();
    if (stops(decision.action) && !isPassed) return 'decline';
    return decision.action === 'challenge' ? 'ask' : 'allow';
  }
}
