import { Injectable, type OnModuleInit } from '@nestjs/common';
import { idRow } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { CasesService } from '../../people/cases/cases.service';
import { type EndedRecall, RecallWatch } from '../payments/recall-watch.service';
import { RefundsService } from './refunds.service';

const caseOfPayment = 'SELECT case_id AS id FROM disputes WHERE payment_id = ?';

/** What became of the recall of a disputed payment: its case waits for a decision again where no money comes of the first one. */
@Injectable()
export class DisputeRecallsService implements OnModuleInit {
  constructor(
    private readonly watch: RecallWatch,
    private readonly cases: CasesService,
    private readonly refunds: RefundsService,
  ) {}

  onModuleInit(): void {
    this.watch.listen((tx, recall) => this.ended(tx, recall));
  }

  private async ended(tx: Transaction, { paymentId, outcome }: EndedRecall): Promise<void> {
    const found = await tx.row(idRow, caseOfPayment, [paymentId]);
    if (!found) return;
    const locked = await this.cases.lock(tx, found.id);
    // A holder may recall by themselves what the bank refused to.
    if (locked.decision === 'refused') return;
    const reopens = outcome !== 'granted' && locked.decision === 'accepted';
    // It was accepted because the bank had refunded the payment.
    if (reopens && (await this.refunds.of(tx, found.id))?.state === 'paid') return;
    await this.cases.news(tx, locked, { key: `recall_${outcome}`, values: {} }, { reopens });
  }
}
