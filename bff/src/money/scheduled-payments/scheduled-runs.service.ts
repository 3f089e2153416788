import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { toDecimal } from '@bank/contracts/money';
import { frequencies } from '@bank/contracts/scheduled-payments';
import { AuditService } from '../../platform/audit/audit.service';
import { cardRefusal, lockCard, type LockedCard } from '../cards/own-card';
import { Clock } from '../../platform/time/clock.service';
import { databaseErrorNumber, duplicateKey } from '../../platform/database/database-error';
import { processQueue } from '../../platform/tasks/process-queue';
import { ApiException } from '../../platform/errors/api-exception';
import { flag, minor, rowOf, text, whole } from '../../platform/database/columns';
import { bankAccounts } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { legsBetween, type LockedAccount } from '../ledger/movement';
import { keepWithinLimits, outgoingToday, outgoingTotals } from '../ledger/outgoing-limits';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { spentByCardQuery, spentOfCardQuery } from '../cards/card-spending';
import { occurrenceAfter } from './occurrences';
import { Database, type Query, type Transaction } from '../../platform/database/database';

/** The outcome of an occurrence; `repeated` when it had run before. */
type RunOutcome = 'completed' | 'failed' | 'repeated';

/** A debit whose row this transaction holds locked; `occurrence` is the Paris day on which it is due. */
const dueDebit = rowOf({
  id: whole,
  userId: whole,
  cardId: whole,
  amount: minor,
  label: text,
  frequency: z.enum(frequencies),
  first: text,
  occurrence: text,
  isActive: flag,
});
type DueDebit = z.output<typeof dueDebit>;

/** Why an occurrence did not run, and the notification to its customer. */
const refusals = {
  INSUFFICIENT_FUNDS: 'scheduled_debit_balance',
  AMOUNT_OUT_OF_RANGE: 'scheduled_debit_balance',
  CARD_LIMIT_REACHED: 'scheduled_debit_limit',
  LIMIT_OF_LEVEL: 'scheduled_debit_level',
  CARD_BLOCKED: 'scheduled_debit_card',
  CARD_INACTIVE: 'scheduled_debit_card',
  /** A customer who may not sign in may not move money either. */
  USER_INACTIVE: 'scheduled_debit_inactive',
} as const;
type Refusal = keyof typeof refusals;

const claimDue = `
  SELECT id, user_id AS userId, card_id AS cardId, amount, label, frequency,
    DATE_FORMAT(first_run, '%Y-%m-%d') AS first, DATE_FORMAT(next_run, '%Y-%m-%d') AS occurrence,
    (SELECT status = 'active' FROM users WHERE users.id = user_id) AS isActive
  FROM scheduled_payments
  WHERE active = 1 AND next_run <= ? AND id NOT IN (?)
    AND NOT EXISTS (SELECT 1 FROM users WHERE users.id = user_id AND deleted_at IS NOT NULL)
  ORDER BY next_run, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
const activeOwner = `SELECT 1 AS is_active FROM users WHERE id = ? AND status = 'active' AND deleted_at IS NULL`;
const isThere = z
  .unknown()
  .array()
  .transform((rows) => rows.length > 0);
const claimOccurrence = `
  INSERT INTO scheduled_payment_runs (schedule_id, occurrence_date, status, created_at)
  VALUES (?, ?, 'failed', ?)`;
const settleOccurrence = `
  UPDATE scheduled_payment_runs SET status = ?, reason = ?, transfer_id = ?
  WHERE schedule_id = ? AND occurrence_date = ?`;

/** Runs scheduled debits when they are due: each occurrence once, also after downtime and with several servers. */
@Injectable()
export class ScheduledRunsService {
  constructor(
    private readonly database: Database,
    private readonly ledger: LedgerService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  runDue(today: string, stopping: AbortSignal): Promise<RunOutcome[]> {
    return processQueue(
      this.database,
      {
        claim: (tx, except) => claim(tx, today, except),
        work: (tx, due) => this.run(tx, due),
      },
      stopping,
    );
  }

  /** Runs the oldest occurrence up to a day as part of the caller's transaction; undefined when none is due. */
  async runNext(tx: Transaction, today: string): Promise<RunOutcome | undefined> {
    const due = await claim(tx, today, [0]);
    return due && this.run(tx, due);
  }

  private async run(tx: Transaction, due: DueDebit): Promise<RunOutcome> {
    const next = occurrenceAfter(due.first, due.frequency, due.occurrence);
    await tx.write('UPDATE scheduled_payments SET next_run = ? WHERE id = ?', [next, due.id]);
    try {
      await tx.write(claimOccurrence, [due.id, due.occurrence, this.clock.now()]);
    } catch (error) {
      if (databaseErrorNumber(error) === duplicateKey) return 'repeated';
      throw error;
    }
    const card = await lockCard(tx, due.cardId);
    const blocked = due.isActive ? cardRefusal(card, due.occurrence) : 'USER_INACTIVE';
    const refusal = blocked ?? (await this.debit(tx, due, card));
    if (refusal) await this.refuse(tx, due, refusal);
    return refusal ? 'failed' : 'completed';
  }

  /** Moves the money, or rolls the attempt back and returns why not. */
  private debit(tx: Transaction, due: DueDebit, card: LockedCard): Promise<Refusal | undefined> {
    return tx.part(() => this.move(tx, due, card), refusalOf);
  }

  private async move(tx: Transaction, due: DueDebit, card: LockedCard): Promise<Refusal | undefined> {
    const { id, accountId, monthlyLimit } = card;
    // Behind the lock the owner is read again: the end of a relation, which locks the account too, may have come between.
    const [locked, isActive, spent, own] = await tx.together([
      this.ledger.lockQuery([bankAccounts.outside, accountId]),
      activeOwnerQuery(due.userId),
      spentByCardQuery(accountId, due.occurrence),
      spentOfCardQuery(id, accountId, due.occurrence),
    ]);
    if (!isActive) return 'USER_INACTIVE';
    const isTooMuch = spent + due.amount > monthlyLimit || exceedsOwnLimits(card, own, due.amount);
    if (isTooMuch) return 'CARD_LIMIT_REACHED';
    await this.keepWithinLevel(tx, locked.get(accountId), due.amount);
    const { transferId, reference } = await this.ledger.append(tx, locked, {
      kind: 'card',
      description: due.label,
      legs: legsBetween(accountId, bankAccounts.outside, due.amount),
      createdBy: due.userId,
      requestId: null,
    });
    await tx.write('UPDATE cards SET last_used_at = ? WHERE id = ?', [this.clock.now(), id]);
    await this.settle(tx, due, 'completed', null, transferId);
    this.notifications.notify(tx, due.userId, {
      type: 'transaction',
      key: 'scheduled_debit_done',
      values: { ...textValues(due), reference },
    });
    return undefined;
  }

  private async keepWithinLevel(tx: Transaction, account: LockedAccount | undefined, amount: bigint) {
    if (!account) return;
    const totals = await tx.one(outgoingTotals, ...outgoingToday(account.id, this.clock.now()));
    keepWithinLimits(account, totals, { kind: 'card', amount });
  }

  private async refuse(tx: Transaction, due: DueDebit, refusal: Refusal): Promise<void> {
    await this.settle(tx, due, 'failed', refusal, null);
    await this.audit.record(tx, {
      action: 'scheduled_payment.failed',
      type: 'warning',
      text: 'debit.refused',
      values: { id: due.id, day: due.occurrence, reason: refusal },
      userId: due.userId,
    });
    const key = refusals[refusal];
    this.notifications.notify(tx, due.userId, { type: 'warning', key, values: textValues(due) });
  }

  private async settle(
    tx: Transaction,
    { id, occurrence }: DueDebit,
    status: 'completed' | 'failed',
    reason: Refusal | null,
    transferId: number | null,
  ): Promise<void> {
    await tx.write(settleOccurrence, [status, reason, transferId, id, occurrence]);
  }
}

const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof ApiException && error.code in refusals ? (error.code as Refusal) : undefined;

const activeOwnerQuery = (userId: number): Query<typeof isThere> => [activeOwner, [userId], isThere];

/** Whether an amount would exceed what the card's holder set, beside what the card spent on the day and in the month. */
const exceedsOwnLimits = (
  { perPayment, perDay, perMonth }: LockedCard,
  spent: { day: bigint; month: bigint },
  amount: bigint,
): boolean =>
  (perPayment !== null && amount > perPayment) ||
  (perDay !== null && spent.day + amount > perDay) ||
  (perMonth !== null && spent.month + amount > perMonth);

const claim = (tx: Transaction, today: string, except: number[]): Promise<DueDebit | undefined> =>
  tx.row(dueDebit, claimDue, [today, except]);

const textValues = ({ label, amount }: DueDebit) => ({ label, amount: toDecimal(amount).toFixed(2) });
