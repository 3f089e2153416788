import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { toDecimal } from '@bank/contracts/money';
import type { Frequency } from '@bank/contracts/scheduled-payments';
import { AuditService } from '../audit/audit.service';
import { cardRefusal, lockedCard, type LockedCard } from '../cards/own-card';
import { Clock } from '../common/clock';
import { databaseErrorNumber, duplicateKey } from '../common/database-error';
import { drain } from '../common/drain';
import { Failure } from '../common/failure';
import { minorUnits, wholeNumber } from '../common/money-column';
import { send } from '../common/statements';
import { bankAccounts } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import type { LockedAccount } from '../ledger/movement';
import { givenOutToday, keepWithinLimits, type GivenOutRows } from '../ledger/outgoing-limits';
import { NotificationsService } from '../notifications/notifications.service';
import { spentByCard } from './card-spending';
import { occurrenceAfter } from './occurrences';

/** What became of an occurrence; `repeated` when it had run before. */
export type RunOutcome = 'completed' | 'failed' | 'repeated';

/** A debit whose row this transaction holds locked; `occurrence` is the day of Paris that it is due for. */
interface DueDebit {
  id: number;
  userId: number;
  cardId: number;
  amount: bigint;
  label: string;
  frequency: Frequency;
  first: string;
  occurrence: string;
}

type DueRow = Record<'id' | 'user_id' | 'card_id' | 'amount' | 'label' | 'first_run' | 'next_run', string> & {
  frequency: Frequency;
};

/** Why an occurrence did not run, and what its customer is told. */
const refusals = {
  INSUFFICIENT_FUNDS: 'scheduled_debit_balance',
  AMOUNT_OUT_OF_RANGE: 'scheduled_debit_balance',
  CARD_LIMIT_REACHED: 'scheduled_debit_limit',
  LIMIT_OF_LEVEL: 'scheduled_debit_level',
  CARD_BLOCKED: 'scheduled_debit_card',
  CARD_INACTIVE: 'scheduled_debit_card',
} as const;
type Refusal = keyof typeof refusals;

const claimDue = `
  SELECT id, user_id, card_id, amount, label, frequency,
    DATE_FORMAT(first_run, '%Y-%m-%d') AS first_run, DATE_FORMAT(next_run, '%Y-%m-%d') AS next_run
  FROM scheduled_payments
  WHERE active = 1 AND next_run <= ? AND id NOT IN (?)
    AND NOT EXISTS (SELECT 1 FROM users WHERE users.id = user_id AND deleted_at IS NOT NULL)
  ORDER BY next_run, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
const claimOccurrence = `
  INSERT INTO scheduled_payment_runs (schedule_id, occurrence_date, status, created_at)
  VALUES (?, ?, 'failed', ?)`;
const settleOccurrence = `
  UPDATE scheduled_payment_runs SET status = ?, reason = ?, transfer_id = ?
  WHERE schedule_id = ? AND occurrence_date = ?`;

/** Runs scheduled debits when they are due, each occurrence once, whatever was down and however many servers run. */
@Injectable()
export class ScheduledRunsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  /** Runs every occurrence up to and including a day of Paris, those that were missed one by one, oldest first. */
  runDue(today: string, stopping: AbortSignal): Promise<RunOutcome[]> {
    return drain(
      this.dataSource,
      {
        claim: (runner, except) => claim(runner, today, except),
        work: (runner, due) => this.run(runner, due),
      },
      stopping,
    );
  }

  /** Runs the oldest occurrence up to a day as part of the caller's transaction; undefined when none is due. */
  async runNext(runner: QueryRunner, today: string): Promise<RunOutcome | undefined> {
    const due = await claim(runner, today, [0]);
    return due && this.run(runner, due);
  }

  private async run(runner: QueryRunner, due: DueDebit): Promise<RunOutcome> {
    const next = occurrenceAfter(due.first, due.frequency, due.occurrence);
    await runner.query('UPDATE scheduled_payments SET next_run = ? WHERE id = ?', [next, due.id]);
    try {
      await runner.query(claimOccurrence, [due.id, due.occurrence, this.clock.now()]);
    } catch (error) {
      if (databaseErrorNumber(error) === duplicateKey) return 'repeated';
      throw error;
    }
    const card = await lockedCard(runner, due.cardId);
    const refusal = cardRefusal(card, due.occurrence) ?? (await this.debit(runner, due, card));
    if (refusal) await this.refuse(runner, due, refusal);
    return refusal ? 'failed' : 'completed';
  }

  /** Moves the money, or answers why not; then nothing of the attempt is left. */
  private async debit(runner: QueryRunner, due: DueDebit, card: LockedCard): Promise<Refusal | undefined> {
    const { accountId, monthlyLimit } = card;
    await runner.query('SAVEPOINT debit');
    try {
      const locked = await this.ledger.lock(runner, [bankAccounts.outside, accountId]);
      const spent = await spentByCard(runner, accountId, due.occurrence);
      if (spent + due.amount > monthlyLimit) return 'CARD_LIMIT_REACHED';
      await this.keepWithinLevel(runner, locked.get(accountId), due.amount);
      const { transferId, reference } = await this.ledger.append(runner, locked, {
        kind: 'card',
        description: due.label,
        legs: [
          { accountId, amount: -due.amount },
          { accountId: bankAccounts.outside, amount: due.amount },
        ],
        createdBy: due.userId,
        requestId: null,
      });
      await runner.query('UPDATE cards SET last_used_at = ? WHERE id = ?', [this.clock.now(), card.id]);
      await this.settle(runner, due, 'completed', null, transferId);
      this.notifications.notify(runner, due.userId, {
        type: 'transaction',
        key: 'scheduled_debit_done',
        values: { ...told(due), reference },
      });
      return undefined;
    } catch (error) {
      if (!(error instanceof Failure) || !(error.code in refusals)) throw error;
      await runner.query('ROLLBACK TO SAVEPOINT debit');
      return error.code as Refusal;
    }
  }

  private async keepWithinLevel(runner: QueryRunner, account: LockedAccount | undefined, amount: bigint) {
    if (!account) return;
    const given = await send<GivenOutRows>(runner, ...givenOutToday(account.id, this.clock.now()));
    keepWithinLimits(account, given, { kind: 'card', amount });
  }

  private async refuse(runner: QueryRunner, due: DueDebit, refusal: Refusal): Promise<void> {
    await this.settle(runner, due, 'failed', refusal, null);
    await this.audit.record(runner, {
      action: 'scheduled_payment.failed',
      type: 'warning',
      message: `Débit programmé ${due.id} du ${due.occurrence} refusé : ${refusal}.`,
      userId: due.userId,
    });
    const key = refusals[refusal];
    this.notifications.notify(runner, due.userId, { type: 'warning', key, values: told(due) });
  }

  private async settle(
    runner: QueryRunner,
    { id, occurrence }: DueDebit,
    status: 'completed' | 'failed',
    reason: Refusal | null,
    transferId: number | null,
  ): Promise<void> {
    await runner.query(settleOccurrence, [status, reason, transferId, id, occurrence]);
  }
}

async function claim(runner: QueryRunner, today: string, except: number[]): Promise<DueDebit | undefined> {
  const [row] = (await runner.query(claimDue, [today, except])) as DueRow[];
  return row && dueDebit(row);
}

const told = ({ label, amount }: DueDebit) => ({ label, amount: toDecimal(amount).toFixed(2) });

const dueDebit = (row: DueRow): DueDebit => ({
  id: wholeNumber(row.id),
  userId: wholeNumber(row.user_id),
  cardId: wholeNumber(row.card_id),
  amount: minorUnits(row.amount),
  label: row.label,
  frequency: row.frequency,
  first: row.first_run,
  occurrence: row.next_run,
});
