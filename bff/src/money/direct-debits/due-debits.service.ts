import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/database';
import { DebitJudgeService, type Judgement } from './debit-judge.service';
import { DebitOutcomesService, type Outcome } from './debit-outcomes.service';
import type { AcceptedDebit } from './direct-debit.sql';

/** Settles collections on their day. */
@Injectable()
export class DueDebitsService {
  constructor(
    private readonly judge: DebitJudgeService,
    private readonly outcomes: DebitOutcomesService,
  ) {}

  /** Books, holds or refuses upcoming collections that the transaction holds locked; returns what became of each. */
  async settle(tx: Transaction, debits: AcceptedDebit[]): Promise<Outcome[]> {
    const { locked, judgements } = await this.judge.judge(tx, debits, { shield: true });
    const outcomes = judgements.map(outcomeOf);
    await this.outcomes.apply(tx, locked, outcomes);
    return outcomes;
  }
}

function outcomeOf(judgement: Judgement): Outcome {
  const { debit, verdict } = judgement;
  if (verdict === 'refuse') return { debit, to: 'refused', code: judgement.code };
  return { debit, to: verdict === 'hold' ? 'held' : 'booked' };
}
