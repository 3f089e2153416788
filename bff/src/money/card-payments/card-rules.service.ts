import { Injectable } from '@nestjs/common';
import { cleanMerchantName } from '@bank/contracts/merchants';
import { toDecimal } from '@bank/contracts/money';
import { RuleCases } from '../../people/rules/rule-cases.service';
import { RulePasses } from '../../people/rules/rule-passes.service';
import { RuleScoring } from '../../people/rules/rule-scoring.service';
import { rowOf, text } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import type { CardAuthorization } from '../../ports/card-network/card-network';
import { stops } from '../../people/rules/engine';

/** The time in which a payment may be repeated with the PIN that was asked for, ms, and the number of tries compared. */
const secondTryMs = 300_000;
const looksBack = 20;
/** The last try of a payment, except those with a wrong PIN. */
const lastTry = `
  SELECT state, channel, COALESCE(reason, '') AS reason FROM (
    SELECT id, state, channel, reason, merchant_id, amount, currency, created_at FROM card_purchases
    WHERE card_id = ? AND id < ? ORDER BY id DESC LIMIT ?) newest
  WHERE merchant_id = ? AND amount = ? AND currency = ? AND created_at > ? AND COALESCE(reason, '') <> 'pin'
  ORDER BY id DESC LIMIT 1`;
const tryRow = rowOf({ state: text, channel: text.nullable(), reason: text });

/** A use of a card, to be judged by the rules. */
interface CardUseJudged {
  asked: CardAuthorization;
  userId: number;
  cardId: number;
  purchaseId: number;
  /** The total debit, in the account's currency. */
  total: bigint;
  currency: string;
  /** Limits and balance allow it. */
  isCovered: boolean;
}

/** Scores authorization requests; every attempt counts, declined ones included. */
@Injectable()
export class CardRules {
  constructor(
    private readonly rules: RuleScoring,
    private readonly passes: RulePasses,
    private readonly cases: RuleCases,
  ) {}

  /** Whether a contactless try of a payment was judged just before, and declined since the PIN was asked for. */
  async hasAskedForPin(tx: Transaction, use: CardUseJudged, now: Date): Promise<boolean> {
    const { amount, merchant } = use.asked;
    const payment = [merchant.id, amount.minor, amount.currency];
    const since = new Date(now.getTime() - secondTryMs);
    const last = await tx.row(tryRow, lastTry, [use.cardId, use.purchaseId, looksBack, ...payment, since]);
    return last?.state === 'declined' && last.channel === 'contactless' && last.reason === 'pin_needed';
  }

  /** The rules' decision, once the account is locked; `ask` means that the holder must authenticate. */
  async judge(tx: Transaction, use: CardUseJudged): Promise<'allow' | 'ask' | 'decline'> {
    const { asked, userId, cardId, purchaseId, total, currency, isCovered } = use;
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
    const isPassed = decision.action === 'hold' && (await this.passes.use(tx, event, isCovered));
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
