import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { toDecimal } from '@bank/contracts/money';
import { paymentTransitions, type PaymentStatus } from '@bank/contracts/payments';
import { AuditService } from '../audit/audit.service';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { isDatabaseAway } from '../common/database';
import { EventsService } from '../events/events.service';
import { minorUnits, wholeNumber } from '../common/money-column';
import { inTransaction } from '../common/transaction';
import { bankAccounts } from '../ledger/bank-accounts';
import { HoldsService, type HoldEnd } from '../ledger/holds.service';
import { LedgerService } from '../ledger/ledger.service';
import { balanceEvents } from '../ledger/live-balance';
import type { NotificationKey } from '../notifications/notification-texts';
import { NotificationsService } from '../notifications/notifications.service';

/** A payment whose row this transaction holds locked; `amount` in minor units. */
export interface LockedPayment {
  id: number;
  reference: string;
  accountId: number;
  /** Whose account it leaves. */
  ownerId: number;
  amount: bigint;
  status: PaymentStatus;
  recipientName: string;
  description: string;
  firstApprovedBy: number | null;
}

/** Who settles a payment: an administrator, or nobody when its hold expires. */
export interface SettledBy {
  userId: number | null;
  requestId: string | null;
}

/** How a payment fails: an administrator refused it, or nobody decided in time. */
interface Refusal {
  end: Exclude<HoldEnd, 'posted'>;
  reason: string | null;
}

type PaymentRow = Record<'id' | 'account_id' | 'amount', string> & {
  reference: string;
  status: PaymentStatus;
  recipient_name: string;
  description: string;
  first_approved_by: number | null;
  user_id: number;
};

/** The owner of an account never changes: only the payment's row needs the lock. */
const lockPayment = `
  SELECT p.id, p.reference, p.account_id, p.amount, p.status, p.recipient_name, p.description, p.first_approved_by,
    (SELECT a.user_id FROM accounts a WHERE a.id = p.account_id) AS user_id
  FROM payments p WHERE p.id = ? FOR UPDATE`;
const settlePayment = `
  UPDATE payments SET status = ?, processed_at = ?, processed_by = ?, transfer_id = ?, reason = ? WHERE id = ?`;

/** What is said of each end: in the log, and to the customer. */
const endings = {
  posted: { action: 'payment.completed', status: 'completed', outcome: 'validé', key: 'payment_completed' },
  released: { action: 'payment.rejected', status: 'failed', outcome: 'refusé', key: 'payment_released' },
  expired: { action: 'payment.expired', status: 'failed', outcome: 'expiré', key: 'payment_expired' },
} as const satisfies Record<
  HoldEnd,
  { action: string; status: PaymentStatus; outcome: string; key: NotificationKey }
>;

/** Why a payment failed whose hold ran out. */
export const expired = 'Expiré sans validation';
const dueAtOnce = 100;

/**
 * Takes payments along `paymentTransitions` and their money with them. Rows are locked in one order everywhere: the
 * payment, then the accounts.
 */
@Injectable()
export class PaymentSettlementService {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerService,
    private readonly holds: HoldsService,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks a payment that is to go to another state.
   * @throws Failure NOT_FOUND; PAYMENT_NOT_PENDING when its state does not lead there.
   */
  async lock(runner: QueryRunner, id: number, to: PaymentStatus): Promise<LockedPayment> {
    const [row] = (await runner.query(lockPayment, [id])) as PaymentRow[];
    if (!row) throw new Failure('NOT_FOUND');
    if (!paymentTransitions[row.status].includes(to)) throw new Failure('PAYMENT_NOT_PENDING');
    return {
      id: wholeNumber(row.id),
      reference: row.reference,
      accountId: wholeNumber(row.account_id),
      ownerId: row.user_id,
      amount: minorUnits(row.amount),
      status: row.status,
      recipientName: row.recipient_name,
      description: row.description,
      firstApprovedBy: row.first_approved_by,
    };
  }

  /** Writes down who approved a payment first, where two must, and tells the open payment centres. */
  async approveFirst(runner: QueryRunner, { id, reference }: LockedPayment, by: SettledBy): Promise<void> {
    await runner.query('UPDATE payments SET first_approved_by = ?, first_approved_at = ? WHERE id = ?', [
      ...[by.userId, this.clock.now(), id],
    ]);
    const message = `Paiement ${reference} : première validation, une seconde est attendue.`;
    await this.audit.record(runner, { action: 'payment.first_approved', type: 'info', message, ...by });
    const data = { id, status: 'pending', awaiting: 'second_approval' } as const;
    this.events.emit(runner, 'administrators', 'payment', data);
  }

  /** Posts what a payment reserved: the money leaves the bank. */
  async complete(runner: QueryRunner, payment: LockedPayment, by: SettledBy): Promise<void> {
    const { id, accountId, amount, description } = payment;
    const locked = await this.ledger.lock(runner, [accountId, bankAccounts.outside]);
    await this.holds.end(runner, locked, id, 'posted');
    const { transferId } = await this.ledger.append(runner, locked, {
      kind: 'payment',
      description,
      legs: [
        { accountId, amount: -amount },
        { accountId: bankAccounts.outside, amount },
      ],
      createdBy: by.userId,
      requestId: by.requestId,
    });
    await runner.query(settlePayment, ['completed', this.clock.now(), by.userId, transferId, null, id]);
    await this.tell(runner, payment, 'posted', by);
  }

  /** Gives back what a payment reserved. */
  async fail(runner: QueryRunner, payment: LockedPayment, how: Refusal, by: SettledBy): Promise<void> {
    const { id, accountId } = payment;
    const locked = await this.ledger.lock(runner, [accountId]);
    await this.holds.end(runner, locked, id, how.end);
    this.events.emitAll(runner, [...locked.values()].flatMap(balanceEvents));
    await runner.query(settlePayment, ['failed', this.clock.now(), by.userId, null, how.reason, id]);
    await this.tell(runner, payment, how.end, by);
  }

  /**
   * Fails the payments whose holds lasted until `now` and that nobody decided, each in a transaction of its own, and
   * answers how many. Several servers may do it at once. One that fails is logged and left for the next time.
   * @throws the driver's error when the database is away.
   */
  async expireHolds(now: Date, stopping?: AbortSignal): Promise<number> {
    let count = 0;
    const failed = new Set<number>();
    for (let some = dueAtOnce; some === dueAtOnce && !stopping?.aborted;) {
      const due = await this.holds.due(this.dataSource, now, dueAtOnce + failed.size);
      const ids = due.filter((id) => !failed.has(id));
      for (const id of ids) {
        try {
          count += (await inTransaction(this.dataSource, (runner) => this.expire(runner, id))) ? 1 : 0;
        } catch (error) {
          if (isDatabaseAway(error)) throw error;
          failed.add(id);
          this.logger.error(`the hold of payment ${id} did not expire`, (error as Error).stack);
        }
        if (stopping?.aborted) break;
      }
      some = ids.length;
    }
    return count;
  }

  /** Answers whether the payment was still pending. */
  private async expire(runner: QueryRunner, id: number): Promise<boolean> {
    try {
      const payment = await this.lock(runner, id, 'failed');
      await this.fail(
        runner,
        payment,
        { end: 'expired', reason: expired },
        { userId: null, requestId: null },
      );
      return true;
    } catch (error) {
      if (error instanceof Failure && error.code === 'PAYMENT_NOT_PENDING') return false;
      throw error;
    }
  }

  /** Writes the log line, notifies the customer and tells the open payment centres. */
  private async tell(
    runner: QueryRunner,
    { id, reference, ownerId, amount, recipientName }: LockedPayment,
    end: HoldEnd,
    by: SettledBy,
  ): Promise<void> {
    const { action, status, outcome, key } = endings[end];
    const message = `Paiement ${reference} ${outcome}.`;
    await this.audit.record(runner, { action, type: 'info', message, ...by });
    const values = { amount: toDecimal(amount).toFixed(2), recipient: recipientName, reference };
    this.notifications.notify(runner, ownerId, { type: 'transaction', key, values });
    this.events.emitAll(runner, [
      { to: ownerId, type: 'transaction', data: { reference } },
      { to: 'administrators', type: 'payment', data: { id, status } },
    ]);
  }
}
