import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { type ReportedEvent, RuleScoring } from '../../people/rules/rule-scoring.service';
import { toDecimal } from '@bank/contracts/money';
import type { LockedAccount } from '../ledger/movement';
import type { OutsideIncome } from '../ledger/outside-credits';
import { type CreditsInCurrency, OutsideIncomeService } from '../receipts/outside-income.service';
import type { TransferOrder } from './transfer-order';

/** The rules over the transfers of one transaction, each judged after those before it. */
export interface TransferJudge {
  /**
   * Lets a transfer happen.
   * @throws RuleStop when a rule holds or blocks it, ApiException APPROVAL_REQUIRED when one challenges and the call has none.
   */
  admit(order: TransferOrder): Promise<void>;
  /** Counts a transfer that was admitted and has happened. */
  happened(order: TransferOrder): void;
  /** Stores what happened, with the commit. */
  save(): void;
}

/** Scores transfers; their accounts must be locked before. */
@Injectable()
export class TransferRules {
  constructor(
    private readonly rules: RuleScoring,
    private readonly income: OutsideIncomeService,
  ) {}

  /** The query of what the senders got in other currencies, for `begin`. */
  incomeQuery(userIds: number[]): ReturnType<OutsideIncomeService['query']> {
    return this.income.query(userIds);
  }

  /**
   * @param locked the accounts of the senders, among others
   * @param inCurrencies the rows of `incomeQuery`
   */
  async begin(
    tx: Transaction,
    orders: TransferOrder[],
    {
      locked,
      inCurrencies,
    }: { locked: ReadonlyMap<number, LockedAccount>; inCurrencies: CreditsInCurrency[] },
  ): Promise<TransferJudge> {
    if (orders.length === 0) throw new Error('there is no transfer to judge');
    const reported: ReportedEvent[] = [];
    for (const order of orders) {
      const income = await this.income.of(tx, locked.get(order.accountIds[0]), inCurrencies);
      reported.push(this.eventOf(order, income));
    }
    const scoring = await this.rules.begin(tx, reported);
    const events = new Map(orders.map((order, index) => [order, scoring.events[index]]));
    const admitted = new Map<TransferOrder, () => void>();
    return {
      admit: async (order) => {
        const event = events.get(order);
        if (!event) throw new Error('a transfer that is judged was not announced');
        const isProven = order.idempotency.settlement?.isProven ?? false;
        const decision = scoring.judge(event);
        const { isApproved, caseId } = await this.rules.admit(tx, event, decision, isProven);
        if (!isApproved) throw new ApiException('APPROVAL_REQUIRED');
        admitted.set(order, () => scoring.keep(event, decision, caseId));
      },
      happened: (order) => admitted.get(order)?.(),
      save: () => scoring.save(),
    };
  }

  /**
   * Lets a transfer of a standing order happen.
   * @param isProven the order was approved, which is what a challenge asks for
   * @throws RuleStop when a rule holds or blocks it, or challenges one whose order was not approved.
   */
  async admitPlanned(
    tx: Transaction,
    { isProven, ...order }: Pick<TransferOrder, 'userIds' | 'request'> & { isProven: boolean },
    from: LockedAccount,
  ): Promise<void> {
    const income = await this.income.ofOne(tx, order.userIds[0], from);
    await this.rules.scorePlanned(tx, this.eventOf(order, income), isProven);
  }

  /** Whether the rules would challenge a transfer if it happened now; nothing is counted. */
  async wouldChallenge(
    tx: Transaction,
    order: Pick<TransferOrder, 'userIds' | 'request'>,
    from: LockedAccount,
  ): Promise<boolean> {
    const income = await this.income.ofOne(tx, order.userIds[0], from);
    const { decision } = await this.rules.judgeOne(tx, this.eventOf(order, income));
    return decision.action === 'challenge';
  }

  private eventOf(
    {
      userIds: [userId, recipient],
      request,
      device,
    }: Pick<TransferOrder, 'userIds' | 'request'> & { device?: string },
    { hour, senders }: OutsideIncome,
  ): ReportedEvent {
    return {
      kind: 'transfer',
      userId,
      outside: { received: toDecimal(hour), senders },
      facts: { amount: request.amount },
      keys: {
        recipient,
        payee: `c${recipient}`,
        device: device === undefined ? undefined : this.rules.digest(device),
      },
    };
  }
}
