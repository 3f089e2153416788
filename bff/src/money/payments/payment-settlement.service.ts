import { Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { toDecimal } from '@bank/contracts/money';
import { paymentStatuses, paymentTransitions, type PaymentStatus } from '@bank/contracts/payments';
import type { LogTextName } from '@bank/contracts/log-texts';
import { AuditService } from '../../platform/audit/audit.service';
import { Clock } from '../../platform/time/clock.service';
import { ApiException } from '../../platform/errors/api-exception';
import { isDatabaseAway } from '../../platform/database/connection-options';
import { EventsService } from '../../platform/events/events.service';
import { minor, rowOf, text, whole } from '../../platform/database/columns';
import { bankAccounts } from '../ledger/bank-accounts';
import { HoldsService, type HoldEnd } from '../ledger/holds.service';
import { LedgerService } from '../ledger/ledger.service';
import { balanceEvents } from '../ledger/live-balance';
import { legsBetween } from '../ledger/movement';
import type { NotificationKey } from '../../people/notifications/notification-texts';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { Database, type Transaction } from '../../platform/database/database';

/** Who settles a payment: an administrator, or null when its hold expires. */
export interface SettledBy {
  userId: number | null;
  requestId: string | null;
}

/** How a payment fails: an administrator rejected it, or its hold expired. */
interface Failure {
  end: Exclude<HoldEnd, 'posted'>;
  reason: string | null;
}

/** Locks the payment alone: the owner of an account never changes. */
const lockPayment = `
  SELECT p.id, p.reference, p.account_id AS accountId, p.amount, p.status, p.recipient_name AS recipientName,
    p.description, p.first_approved_by AS firstApprovedBy,
    (SELECT a.user_id FROM accounts a WHERE a.id = p.account_id) AS ownerId
  FROM payments p WHERE p.id = ? FOR UPDATE`;
const lockedPayment = rowOf({
  id: whole,
  reference: text,
  accountId: whole,
  ownerId: whole,
  amount: minor,
  status: z.enum(paymentStatuses),
  recipientName: text,
  description: text,
  firstApprovedBy: whole.nullable(),
});
/** A payment whose row this transaction holds locked. */
export type LockedPayment = z.output<typeof lockedPayment>;
const settlePayment = `
  UPDATE payments SET status = ?, processed_at = ?, processed_by = ?, transfer_id = ?, reason = ? WHERE id = ?`;

/** The log line and the notification of each end. */
const endings = {
  posted: { action: 'payment.completed', status: 'completed', key: 'payment_completed' },
  released: { action: 'payment.rejected', status: 'failed', key: 'payment_released' },
  expired: { action: 'payment.expired', status: 'failed', key: 'payment_expired' },
} as const satisfies Record<HoldEnd, { action: LogTextName; status: PaymentStatus; key: NotificationKey }>;

/** The reason given for a payment whose hold expired. */
export const expired = 'Expiré sans validation';
const dueAtOnce = 100;

/**
 * Moves payments along `paymentTransitions`, with their money. Lock order everywhere: the payment, then the accounts.
 */
@Injectable()
export class PaymentSettlementService {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly database: Database,
    private readonly ledger: LedgerService,
    private readonly holds: HoldsService,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks a payment that is to change its status.
   * @throws ApiException NOT_FOUND; PAYMENT_NOT_PENDING when there is no such transition.
   */
  async lock(tx: Transaction, id: number, to: PaymentStatus): Promise<LockedPayment> {
    const payment = await tx.row(lockedPayment, lockPayment, [id]);
    if (!payment) throw new ApiException('NOT_FOUND');
    if (!paymentTransitions[payment.status].includes(to)) throw new ApiException('PAYMENT_NOT_PENDING');
    return payment;
  }

  /** Records the first of two approvals, and notifies open payment centres. */
  async approveFirst(tx: Transaction, { id, reference }: LockedPayment, by: SettledBy): Promise<void> {
    const sql = 'UPDATE payments SET first_approved_by = ?, first_approved_at = ? WHERE id = ?';
    await tx.write(sql, [by.userId, this.clock.now(), id]);
    await this.audit.record(tx, {
      action: 'payment.first_approved',
      type: 'info',
      text: 'payment.first_approved',
      values: { reference },
      ...by,
    });
    const data = { id, status: 'pending', awaiting: 'second_approval' } as const;
    this.events.emit(tx, 'administrators', 'payment', data);
  }

  /** Posts the reserved amount: the money leaves the bank. */
  async complete(tx: Transaction, payment: LockedPayment, by: SettledBy): Promise<void> {
    const { id, accountId, amount, description } = payment;
    const locked = await this.ledger.lock(tx, [accountId, bankAccounts.outside]);
    await this.holds.end(tx, locked, id, 'posted');
    const { transferId } = await this.ledger.append(tx, locked, {
      kind: 'payment',
      description,
      legs: legsBetween(accountId, bankAccounts.outside, amount),
      createdBy: by.userId,
      requestId: by.requestId,
    });
    await tx.write(settlePayment, ['completed', this.clock.now(), by.userId, transferId, null, id]);
    await this.publishAndAudit(tx, payment, 'posted', by);
  }

  /** Releases the reserved amount. */
  async fail(tx: Transaction, payment: LockedPayment, failure: Failure, by: SettledBy): Promise<void> {
    const { id, accountId } = payment;
    const locked = await this.ledger.lock(tx, [accountId]);
    await this.holds.end(tx, locked, id, failure.end);
    this.events.emitAll(tx, [...locked.values()].flatMap(balanceEvents));
    await tx.write(settlePayment, ['failed', this.clock.now(), by.userId, null, failure.reason, id]);
    await this.publishAndAudit(tx, payment, failure.end, by);
  }

  /**
   * Fails the undecided payments whose holds expired by `now`, each in its own transaction, and returns how many. Several
   * servers may do so at once. A payment that cannot be settled is logged and left for the next run.
   * @throws the driver's error when the database is away.
   */
  async expireHolds(now: Date, stopping?: AbortSignal): Promise<number> {
    let count = 0;
    const failed = new Set<number>();
    for (let found = dueAtOnce; found === dueAtOnce && !stopping?.aborted;) {
      const due = await this.holds.due(this.database, now, dueAtOnce + failed.size);
      const ids = due.filter((id) => !failed.has(id));
      for (const id of ids) {
        try {
          if (await this.database.transaction((tx) => this.expire(tx, id))) count += 1;
        } catch (error) {
          if (isDatabaseAway(error)) throw error;
          failed.add(id);
          this.logger.error(`the hold of payment ${id} did not expire`, (error as Error).stack);
        }
        if (stopping?.aborted) break;
      }
      found = ids.length;
    }
    return count;
  }

  /** Returns whether the payment was still pending. */
  private async expire(tx: Transaction, id: number): Promise<boolean> {
    try {
      const payment = await this.lock(tx, id, 'failed');
      await this.fail(tx, payment, { end: 'expired', reason: expired }, { userId: null, requestId: null });
      return true;
    } catch (error) {
      if (error instanceof ApiException && error.code === 'PAYMENT_NOT_PENDING') return false;
      throw error;
    }
  }

  /** Writes the log line, and notifies the customer and open payment centres. */
  private async publishAndAudit(
    tx: Transaction,
    { id, reference, ownerId, amount, recipientName }: LockedPayment,
    end: HoldEnd,
    by: SettledBy,
  ): Promise<void> {
    const { action, status, key } = endings[end];
    await this.audit.record(tx, { action, type: 'info', text: action, values: { reference }, ...by });
    const values = { amount: toDecimal(amount).toFixed(2), recipient: recipientName, reference };
    this.notifications.notify(tx, ownerId, { type: 'transaction', key, values });
    this.events.emitAll(tx, [
      { to: ownerId, type: 'transaction', data: { reference } },
      { to: 'administrators', type: 'payment', data: { id, status } },
    ]);
  }
}
