import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { methodFor } from '@bank/contracts/iban';
import { toDecimal } from '@bank/contracts/money';
import { standingFrequencies } from '@bank/contracts/standing-orders';
import { AuditService } from '../../platform/audit/audit.service';
import { flag, minor, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { processQueue } from '../../platform/tasks/process-queue';
import { Clock } from '../../platform/time/clock.service';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { RuleStop } from '../../people/rules/rule-stop';
import { RuleStops } from '../../people/rules/rule-stops.service';
import { PaymentIntakeService } from '../payments/payment-intake.service';
import { occurrenceAfter } from '../scheduled-payments/occurrences';
import { TransfersService } from '../transfers/transfers.service';
import { firstAttempt, nextAttempt } from './run-times';
import { payeeName } from './standing-orders.sql';

/** The outcome of an attempt; `repeated` when the occurrence had ended before. */
export type StandingOutcome = 'completed' | 'retrying' | 'skipped' | 'repeated';

/** Orders from before approvals were noted count as approved, as they did when they were made. */
const claimDue = `
  SELECT o.id, o.user_id AS userId, o.recipient_id AS recipientId, o.amount, o.description, o.frequency,
    COALESCE(o.approved, 1) AS isApproved, DATE_FORMAT(o.first_run, '%Y-%m-%d') AS first,
    DATE_FORMAT(o.until_day, '%Y-%m-%d') AS until, DATE_FORMAT(o.next_run, '%Y-%m-%d') AS occurrence
  FROM standing_orders o
  WHERE o.deleted_at IS NULL AND o.due_at <= ? AND o.id NOT IN (?)
  ORDER BY o.due_at, o.id LIMIT 1 FOR UPDATE SKIP LOCKED`;
const dueOrder = rowOf({
  id: whole,
  userId: whole,
  recipientId: whole.nullable(),
  amount: minor,
  description: text.nullable(),
  frequency: z.enum(standingFrequencies),
  isApproved: flag,
  first: text,
  until: text.nullable(),
  occurrence: text,
});

/** The people of an order, read after it is locked. */
const parties = `
  SELECT payer.status = 'active' AS isActive, payer.deleted_at IS NOT NULL AS isFormer, b.name AS beneficiaryName,
    b.account, u.first_name AS given, u.last_name AS family
  FROM standing_orders o JOIN users payer ON payer.id = o.user_id
    LEFT JOIN beneficiaries b ON b.id = o.beneficiary_id
    LEFT JOIN users u ON u.id = o.recipient_id
  WHERE o.id = ?`;
const partiesRow = rowOf({
  isActive: flag,
  isFormer: flag,
  beneficiaryName: text.nullable(),
  account: text.nullable(),
  given: text.nullable(),
  family: text.nullable(),
});

type DueOrder = z.output<typeof dueOrder> & z.output<typeof partiesRow>;

/** The first attempt inserts, later ones count; one that has ended is left as it is. */
const takeAttempt = `
  INSERT INTO standing_order_runs (order_id, occurrence_day, status, attempts, created_at)
  VALUES (?, ?, 'retrying', 1, ?)
  ON DUPLICATE KEY UPDATE attempts = IF(status = 'retrying', attempts + 1, attempts)`;
const readAttempt = `
  SELECT attempts, status <> 'retrying' AS isOver FROM standing_order_runs
  WHERE order_id = ? AND occurrence_day = ? FOR UPDATE`;
const attemptRow = rowOf({ attempts: whole, isOver: flag });
const endRun = `
  UPDATE standing_order_runs SET status = ?, reason = ?, payment_id = ?, transfer_id = ?, reference = ?
  WHERE order_id = ? AND occurrence_day = ?`;
const moveOn = 'UPDATE standing_orders SET next_run = ?, due_at = ? WHERE id = ?';

/** Why an attempt failed, and the notification after the last one. */
const refusals = {
  INSUFFICIENT_FUNDS: 'standing_order_balance',
  AMOUNT_OUT_OF_RANGE: 'standing_order_balance',
  TRANSFER_LIMIT_EXCEEDED: 'standing_order_limit',
  LIMIT_OF_LEVEL: 'standing_order_level',
  RECIPIENT_NOT_FOUND: 'standing_order_payee',
  RECIPIENT_IN_THIS_BANK: 'standing_order_payee',
  COUNTRY_NOT_SERVED: 'standing_order_payee',
  NOT_FOUND: 'standing_order_payee',
  NOT_CONFIGURED: 'standing_order_service',
  HELD_FOR_REVIEW: 'standing_order_rule',
  BLOCKED_BY_RULE: 'standing_order_rule',
  /** Who may not sign in may not move money either. */
  USER_INACTIVE: 'standing_order_inactive',
} as const;
type Refusal = keyof typeof refusals;
type RefusalKey = (typeof refusals)[Refusal] | 'standing_order_recipient';

/** An attempt that failed. */
interface Refused {
  reason: Refusal;
  key: RefusalKey;
  /** The rule's refusal, if a rule refused it. */
  stop: RuleStop | undefined;
}

function refusedBy(error: unknown): Refused | undefined {
  if (!(error instanceof ApiException) || !(error.code in refusals)) return undefined;
  const reason = error.code as Refusal;
  const key = error.level?.whose === 'recipient' ? 'standing_order_recipient' : refusals[reason];
  return { reason, key, stop: error instanceof RuleStop ? error : undefined };
}

/** The result of a completed occurrence. */
interface Made {
  paymentId: number | null;
  transferId: number | null;
  reference: string;
  /** The notification: a payment to another bank has yet to leave, and may wait for a person first. */
  key: MadeKey;
}

const madeKeys = ['standing_order_done', 'standing_order_sent', 'standing_order_waiting'] as const;
type MadeKey = (typeof madeKeys)[number];

/** The day of the next occurrence; null when the order has ended. */
function nextOf({ first, frequency, occurrence, until, isFormer }: DueOrder): string | null {
  const next = occurrenceAfter(first, frequency, occurrence);
  return isFormer || (until !== null && next > until) ? null : next;
}

/** Runs standing orders when they are due: each occurrence once, also after downtime and with several servers. */
@Injectable()
export class StandingRunsService {
  constructor(
    private readonly database: Database,
    private readonly payments: PaymentIntakeService,
    private readonly transfers: TransfersService,
    private readonly stops: RuleStops,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  runDue(now: Date, stopping: AbortSignal): Promise<StandingOutcome[]> {
    return processQueue(
      this.database,
      {
        claim: (tx, except) => tx.row(dueOrder, claimDue, [now, except]),
        work: async (tx, due) => this.run(tx, { ...due, ...(await tx.one(partiesRow, parties, [due.id])) }),
      },
      stopping,
    );
  }

  private async run(tx: Transaction, due: DueOrder): Promise<StandingOutcome> {
    const occurrence = [due.id, due.occurrence];
    await tx.write(takeAttempt, [...occurrence, this.clock.now()]);
    const { attempts, isOver } = await tx.one(attemptRow, readAttempt, occurrence);
    if (isOver) return this.finish(tx, due, 'repeated');
    // A customer who may not move money, or no longer is one, is not kept waiting for another attempt.
    if (due.isFormer) return this.skip(tx, due, 'NOT_FOUND');
    if (!due.isActive) return this.giveUp(tx, due, 'USER_INACTIVE');
    const made = await this.attempt(tx, due);
    if ('reason' in made) return this.refuse(tx, due, made, attempts);
    const { paymentId, transferId, reference, key } = made;
    await tx.write(endRun, ['completed', null, paymentId, transferId, reference, ...occurrence]);
    this.notify(tx, due, key, { reference });
    return this.finish(tx, due, 'completed');
  }

  /** Moves the money, or rolls the attempt back and returns why not. */
  private attempt(tx: Transaction, due: DueOrder): Promise<Made | Refused> {
    const { recipientId } = due;
    const move = () => (recipientId === null ? this.pay(tx, due) : this.transfer(tx, due, recipientId));
    return tx.part(move, refusedBy);
  }

  private async pay(tx: Transaction, due: DueOrder): Promise<Made> {
    const { account, beneficiaryName, description } = due;
    if (account === null || beneficiaryName === null) throw new ApiException('NOT_FOUND');
    const by = { userId: due.userId, requestId: null };
    const { id, reference, stage } = await this.payments.order(tx, by, {
      recipient_account: account,
      recipient_name: beneficiaryName,
      amount: toDecimal(due.amount),
      currency: 'EUR',
      payment_method: methodFor(account),
      ...(description !== null && { description }),
    });
    const key = stage === 'awaiting_approval' ? 'standing_order_waiting' : 'standing_order_sent';
    return { paymentId: id, transferId: null, reference, key };
  }

  private async transfer(tx: Transaction, due: DueOrder, recipient: number): Promise<Made> {
    const { description } = due;
    const request = {
      recipient_id: recipient,
      amount: toDecimal(due.amount),
      ...(description !== null && { description }),
    };
    const made = await this.transfers.sendIn(tx, due.userId, request, due.isApproved);
    return { paymentId: null, ...made, key: 'standing_order_done' };
  }

  private async refuse(
    tx: Transaction,
    due: DueOrder,
    { reason, key, stop }: Refused,
    attempts: number,
  ): Promise<StandingOutcome> {
    if (stop) await this.stops.keep(tx, stop);
    const again = nextAttempt(attempts, this.clock.now());
    if (again === undefined) return this.giveUp(tx, due, reason, key);
    await tx.write(endRun, ['retrying', reason, null, null, null, due.id, due.occurrence]);
    await tx.write(moveOn, [due.occurrence, again, due.id]);
    return 'retrying';
  }

  /** Skips an occurrence and notifies its customer. */
  private giveUp(
    tx: Transaction,
    due: DueOrder,
    reason: Refusal,
    key: RefusalKey = refusals[reason],
  ): Promise<StandingOutcome> {
    this.notify(tx, due, key, { next: nextOf(due) ?? '' });
    return this.skip(tx, due, reason);
  }

  private async skip(tx: Transaction, due: DueOrder, reason: Refusal): Promise<StandingOutcome> {
    await tx.write(endRun, ['skipped', reason, null, null, null, due.id, due.occurrence]);
    await this.audit.record(tx, {
      action: 'standing_order.skipped',
      type: 'warning',
      values: { id: due.id, day: due.occurrence, reason },
      userId: due.userId,
    });
    return this.finish(tx, due, 'skipped');
  }

  /** Makes the next occurrence due, unless the order has ended. */
  private async finish<Outcome>(tx: Transaction, due: DueOrder, outcome: Outcome): Promise<Outcome> {
    const next = nextOf(due);
    await tx.write(moveOn, next === null ? [null, null, due.id] : [next, firstAttempt(next), due.id]);
    return outcome;
  }

  private notify(
    tx: Transaction,
    due: DueOrder,
    key: MadeKey | RefusalKey,
    more: Record<string, string> = {},
  ): void {
    const values = { amount: toDecimal(due.amount).toFixed(2), payee: payeeName(due), ...more };
    const type = madeKeys.some((made) => made === key) ? 'transaction' : 'warning';
    this.notifications.notify(tx, due.userId, { type, key, values });
  }
}
