import { Injectable } from '@nestjs/common';
import { minor, rowOf, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { processQueue } from '../../platform/tasks/process-queue';
import { HoldsService } from '../ledger/holds.service';
import { LedgerService } from '../ledger/ledger.service';
import { heldFor } from './card-amounts';
import { CardNoticesService } from './card-notices.service';
import { accountOf } from './purchase';

const claim = `
  SELECT id, account_id AS accountId, amount, cleared, reversed, reserved, counted FROM card_purchases
  WHERE state = 'held' AND expires_at <= ? AND id NOT IN (?) ORDER BY expires_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
const duePurchase = rowOf({
  id: whole,
  accountId: whole,
  amount: minor,
  cleared: minor,
  reversed: minor,
  reserved: minor,
  counted: minor,
});
type Due = ReturnType<typeof duePurchase.parse>;
const expire = `UPDATE card_purchases SET state = ?, counted = ? WHERE id = ?`;

/** Frees the holds of purchases that were not cleared within seven days. A later clearing is booked all the same. */
@Injectable()
export class ExpireCardHoldsJob implements Job {
  readonly name = 'expire-card-holds';

  constructor(
    private readonly database: Database,
    private readonly ledger: LedgerService,
    private readonly holds: HoldsService,
    private readonly notices: CardNoticesService,
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const work = {
      claim: (tx: Transaction, except: number[]) => tx.row(duePurchase, claim, [now, except]),
      work: (tx: Transaction, due: Due) => this.expire(tx, due),
    };
    const done = (await processQueue(this.database, work, stopping)).length;
    return { done, text: 'job.card_holds_expired', values: { count: done } };
  }

  private async expire(tx: Transaction, due: Due): Promise<void> {
    const { id, accountId, cleared, counted } = due;
    const locked = await this.ledger.lock(tx, [accountId]);
    const { userId } = await accountOf(tx, accountId);
    await this.holds.lowerForCard(tx, locked, { purchaseId: id, amount: 0n, end: 'expired' });
    const left = counted - heldFor(due);
    await tx.write(expire, [cleared > 0n ? 'booked' : 'expired', left > 0n ? left : 0n, id]);
    this.notices.balanceOf(tx, locked, accountId);
    this.notices.changed(tx, { userId, purchaseId: id });
  }
}
