import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/database';
import { RandomSource } from '../../platform/security/random-source.service';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { bankAccounts } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { DebitJudgeService } from './debit-judge.service';
import { type CausedBy, DebitOutcomesService, type Outcome, theBank } from './debit-outcomes.service';
import type { AcceptedDebit } from './direct-debit.sql';

/** Ends what the shield holds, and gives money back to the creditor's bank. */
@Injectable()
export class HeldDebitsService {
  constructor(
    private readonly judge: DebitJudgeService,
    private readonly outcomes: DebitOutcomesService,
    private readonly ledger: LedgerService,
    private readonly rail: PaymentRail,
    private readonly random: RandomSource,
  ) {}

  /** Books held collections that the transaction holds locked; those that cannot be booked any more go back. */
  async release(tx: Transaction, debits: AcceptedDebit[], by: CausedBy = theBank): Promise<Outcome[]> {
    const { locked, judgements } = await this.judge.judge(tx, debits, { shield: false });
    const outcomes = judgements.map((judgement): Outcome => {
      const { debit } = judgement;
      if (judgement.verdict !== 'refuse') return { debit, to: 'booked' };
      return { debit, to: 'returned', code: judgement.code };
    });
    await this.outcomes.apply(tx, locked, outcomes, by);
    for (const { debit, to, code = '' } of outcomes) {
      if (to === 'returned') await this.sendBack(tx, debit, code);
    }
    return outcomes;
  }

  /**
   * Takes a settled collection back from its creditor: a held one, or a booked one to the customer's account. The caller
   * holds it locked.
   */
  async takeBack(
    tx: Transaction,
    debit: AcceptedDebit,
    { to, code, by }: { to: 'returned' | 'refunded'; code: string; by: CausedBy },
  ): Promise<void> {
    const { settlement, suspense } = bankAccounts;
    const locked = await this.ledger.lock(tx, [settlement, suspense, debit.accountId]);
    await this.outcomes.apply(tx, locked, [{ debit, to, code }], by);
    await this.sendBack(tx, debit, code);
  }

  private async sendBack(tx: Transaction, debit: AcceptedDebit, code: string): Promise<void> {
    const { transactionId, endToEndId, messageId, amount, currency } = debit;
    await this.rail.giveBack(tx, {
      returnId: this.random.reference('RT', 16),
      originalTransactionId: transactionId,
      originalEndToEndId: endToEndId,
      originalMessageId: messageId,
      originalType: 'pacs.003.001.08',
      amount: { minor: amount, currency },
      reason: { code },
    });
  }
}
