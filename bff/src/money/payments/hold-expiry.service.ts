import { Injectable, Logger } from '@nestjs/common';
import { expiredReason, notSentReason } from '@bank/contracts/stops';
import { isDatabaseAway } from '../../platform/database/database-away';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { FailedItems } from '../../platform/errors/items-failed';
import { HoldsService } from '../ledger/holds.service';
import { PaymentSettlementService, theBank } from './payment-settlement.service';

const dueAtOnce = 100;

/** Ends payments that waited for a decision, or for a deactivated payer, until their holds expired. */
@Injectable()
export class HoldExpiryService {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly database: Database,
    private readonly holds: HoldsService,
    private readonly settlement: PaymentSettlementService,
  ) {}

  /**
   * Fails the unsent payments whose holds expired by `now`, each in its own transaction, and returns how many. Several
   * servers may do so at once. A payment that cannot be settled is logged and left for the next run.
   * @throws ItemsFailed at the end; the driver's error when the database is away.
   */
  async expire(now: Date, stopping?: AbortSignal): Promise<number> {
    let count = 0;
    const skipped = new Set<number>();
    const failed = new FailedItems();
    for (let found = dueAtOnce; found === dueAtOnce && !stopping?.aborted;) {
      const due = await this.holds.due(this.database, now, dueAtOnce + skipped.size);
      const ids = due.filter((id) => !skipped.has(id));
      for (const id of ids) {
        try {
          if (await this.database.transaction((tx) => this.expireOne(tx, id))) count += 1;
        } catch (error) {
          if (isDatabaseAway(error)) throw error;
          skipped.add(id);
          failed.add(error);
          this.logger.error(`the hold of payment ${id} did not expire`, (error as Error).stack);
        }
        if (stopping?.aborted) break;
      }
      found = ids.length;
    }
    failed.end(count);
    return count;
  }

  /** Returns whether the payment was still unsent. */
  private async expireOne(tx: Transaction, id: number): Promise<boolean> {
    try {
      const payment = await this.settlement.lock(tx, id, 'cancelled');
      const reason = payment.decidedBy === null ? expiredReason : notSentReason;
      await this.settlement.fail(tx, payment, { end: 'expired', reason }, theBank);
      return true;
    } catch (error) {
      if (error instanceof ApiException && error.code === 'PAYMENT_NOT_PENDING') return false;
      throw error;
    }
  }
}
