import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { OutsideReceived } from '../../people/rules/income';
import { RuleCases } from '../../people/rules/rule-cases.service';
import { RuleScoring } from '../../people/rules/rule-scoring.service';
import type { OrderedBy, PayeeOrder } from './payment-order';

/** The bank's findings about an order before the rules judge it. */
interface OrderFindings {
  /** Its risk score, a fact among others: rules alone decide by it (see README.md). */
  score: number;
  /** Euros. */
  worth: number;
  /** Credits from other banks to the payer, in euros: within 24 hours, and within the last hour. */
  credited: number;
  outside: OutsideReceived;
  country: string;
  /** How many names of the sanctions list the payee's is like. */
  sanctions: number;
}

/** The rules' verdict on an order; call `keep` when the payment is made. */
interface PaymentVerdict {
  /** It waits for a person. */
  isHeld: boolean;
  keep(payment: { id: number; reference: string }): Promise<void>;
}
export type JudgeOrder = (tx: Transaction, found: OrderFindings) => Promise<PaymentVerdict>;

/** For orders that no customer gives, such as those of the demonstration data. */
export const unjudged: JudgeOrder = () => Promise.resolve({ isHeld: false, keep: () => Promise.resolve() });

/** Scores payments: what a rule holds waits in the payment centre, and is a case as well. */
@Injectable()
export class PaymentRules {
  constructor(
    private readonly rules: RuleScoring,
    private readonly cases: RuleCases,
  ) {}

  /** The judge of one order; it must be asked after the accounts are locked. @throws as its `judge`. */
  of(by: OrderedBy, request: PayeeOrder): JudgeOrder {
    return by.isPayout ? unjudged : (tx, found) => this.judge(tx, by, request, found);
  }

  /** @throws RuleStop when a rule blocks it, ApiException APPROVAL_REQUIRED when one challenges and the call has none. */
  private async judge(
    tx: Transaction,
    { userId, device, isProven = true }: OrderedBy,
    request: PayeeOrder,
    { worth, outside, ...found }: OrderFindings,
  ): Promise<PaymentVerdict> {
    const { recipient_account, payment_method, payee } = request;
    const { scoring, event, decision } = await this.rules.judgeOne(tx, {
      kind: 'payment',
      userId,
      outside,
      facts: {
        ...found,
        amount: worth,
        method: payment_method,
        international: payment_method === 'international_transfer',
      },
      keys: {
        payee: this.rules.digest(`${payee?.bic ?? ''}${recipient_account}`),
        device: device === undefined ? undefined : this.rules.digest(device),
      },
    });
    const isHeld = decision.action === 'hold';
    const admitted = isHeld ? undefined : await this.rules.admit(tx, event, decision, isProven);
    if (admitted?.isApproved === false) throw new ApiException('APPROVAL_REQUIRED');
    return {
      isHeld,
      keep: async ({ id, reference }) => {
        const link = { type: 'payment', id, label: reference } as const;
        const held = isHeld ? await this.cases.hold(tx, event, decision, [link]) : undefined;
        scoring.keep(event, decision, held ?? admitted?.caseId);
        scoring.save();
      },
    };
  }
}
