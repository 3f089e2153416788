import { Injectable } from '@nestjs/common';
import { decimalText } from '@bank/contracts/currencies';
import { statusOfStage } from '@bank/contracts/payments';
import { AuditService } from '../../platform/audit/audit.service';
import { Database, type Transaction } from '../../platform/database/database';
import { EventsService } from '../../platform/events/events.service';
import { processQueue } from '../../platform/tasks/process-queue';
import { parisDay } from '../../platform/time/paris-day';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { type LockedPayment, lockedPayment, lockNextRecall } from './locked-payment';
import { theBank } from './payment-settlement.service';
import { RecallWatch } from './recall-watch.service';

const expired = 'UPDATE payments SET recall_due_on = NULL, recall_expired_at = ? WHERE id = ?';

/**
 * Ends recalls without an answer: the recipient's bank has 15 banking days for it (SCT rulebook, EPC125-05). Its money still comes
 * to the account if it returns it later.
 */
@Injectable()
export class RecallExpiryService {
  constructor(
    private readonly database: Database,
    private readonly recalls: RecallWatch,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly audit: AuditService,
  ) {}

  /** Ends the recalls whose last day is over, each in its own transaction, and returns how many. @throws as `processQueue`. */
  async expire(now: Date, stopping: AbortSignal): Promise<number> {
    const results = await processQueue(
      this.database,
      {
        claim: (tx, except) => tx.row(lockedPayment, lockNextRecall, [parisDay(now), except]),
        work: (tx, payment) => this.expireOne(tx, payment, now),
      },
      stopping,
    );
    return results.length;
  }

  /** Of a payment whose money is back already nobody is notified, as of its answer. */
  private async expireOne(tx: Transaction, payment: LockedPayment, now: Date): Promise<void> {
    const { id, reference, ownerId, amount, currency, recipientName, stage } = payment;
    await tx.write(expired, [now, id]);
    const values = { reference };
    await this.audit.record(tx, { ...theBank, action: 'payment.recall_expired', type: 'warning', values });
    if (statusOfStage[stage] !== 'failed') {
      const paid = { amount: decimalText(amount, currency), currency };
      const news = { ...paid, recipient: recipientName, reference };
      this.notifications.notify(tx, ownerId, { type: 'transaction', key: 'recall_expired', values: news });
      await this.recalls.notify(tx, { paymentId: id, outcome: 'expired' });
    }
    this.events.emitAll(tx, [
      { to: ownerId, type: 'transaction', data: { reference } },
      { to: 'administrators', type: 'payment', data: { id, status: statusOfStage[stage], stage } },
    ]);
  }
}
