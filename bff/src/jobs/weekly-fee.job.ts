import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { weeklyFee } from '@bank/contracts/accounts';
import { toMinor } from '@bank/contracts/money';
import { bankWords } from '@bank/contracts/movements';
import { Clock } from '../common/clock';
import { databaseErrorNumber, duplicateKey } from '../common/database-error';
import { drain } from '../common/drain';
import { wholeNumber } from '../common/money-column';
import { addDays, parisDay } from '../common/paris-day';
import { bankAccounts } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { NotificationsService } from '../notifications/notifications.service';
import { occurrenceFrom } from '../scheduled-payments/occurrences';
import type { Job, JobOutcome } from './job';

const daysOfWeek = 7;
const plannedAtOnce = 1_000;

const unplanned = `
  SELECT a.id, a.created_at FROM accounts a
  JOIN users u ON u.id = a.user_id AND u.role = 'user' AND u.deleted_at IS NULL
  LEFT JOIN fee_plans p ON p.account_id = a.id
  WHERE p.account_id IS NULL LIMIT ?`;
const claimPlan = `
  SELECT account_id AS id, DATE_FORMAT(next_due, '%Y-%m-%d') AS due FROM fee_plans
  WHERE next_due <= ? AND account_id NOT IN (?) ORDER BY next_due LIMIT 1 FOR UPDATE SKIP LOCKED`;
const payer = `
  SELECT u.id FROM accounts a JOIN users u ON u.id = a.user_id AND u.role = 'user' AND u.deleted_at IS NULL
  WHERE a.id = ?`;
const addFee = 'INSERT INTO weekly_fees (account_id, due_date, created_at) VALUES (?, ?, ?)';
const payable = `
  SELECT w.account_id AS id, DATE_FORMAT(w.due_date, '%Y-%m-%d') AS due
  FROM weekly_fees w JOIN accounts a ON a.id = w.account_id
  WHERE w.paid_at IS NULL AND a.balance - a.held >= ? AND w.account_id NOT IN (?)
  ORDER BY w.due_date LIMIT 1`;
const lockWaiting = `
  SELECT 1 FROM weekly_fees WHERE account_id = ? AND due_date = ? AND paid_at IS NULL FOR UPDATE SKIP LOCKED`;
const countWaiting = 'SELECT COUNT(*) AS waiting FROM weekly_fees WHERE account_id = ? AND paid_at IS NULL';
const settleFee = 'UPDATE weekly_fees SET transfer_id = ?, paid_at = ? WHERE account_id = ? AND due_date = ?';

/** The fee of an account (its id) for the week that ends on a day. */
interface DueFee {
  id: number;
  due: string;
}
type DueRow = { id: string; due: string };
type FeeOutcome = 'paid' | 'waiting' | 'exempt';

/**
 * Charges every customer's account its fee each week, for the first time seven days after it was opened. A fee that
 * the balance does not cover waits, and its customer is told when the first one does; the overdraft is never used.
 */
@Injectable()
export class WeeklyFeeJob implements Job {
  readonly name = 'weekly-fee';
  private readonly fee = toMinor(weeklyFee);

  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const today = parisDay(now);
    const late = await drain(this.dataSource, this.waitingFees(), stopping);
    const due = await drain(this.dataSource, this.dueFees(today), stopping);
    await this.plan(today);
    const count = (wanted: FeeOutcome) => [...late, ...due].filter((outcome) => outcome === wanted).length;
    const [paid, waiting] = [count('paid'), count('waiting')];
    return {
      done: paid + waiting,
      message: `Frais hebdomadaires : ${paid} prélevés, ${waiting} mis en attente.`,
    };
  }

  /**
   * Sets the day of the first fee for accounts that have none yet: a week after the opening. An account that is
   * older, which no server saw in its first week, joins at its next week and is not charged for the past.
   */
  private async plan(today: string): Promise<void> {
    for (;;) {
      const accounts = (await this.dataSource.query(unplanned, [plannedAtOnce])) as {
        id: string;
        created_at: Date;
      }[];
      const plans = accounts.map(({ id, created_at }) => [
        wholeNumber(id),
        occurrenceFrom(addDays(parisDay(created_at), daysOfWeek), 'weekly', addDays(today, 1)),
      ]);
      // Another server may have planned the same ones meanwhile.
      if (plans.length > 0) {
        await this.dataSource.query('INSERT IGNORE INTO fee_plans (account_id, next_due) VALUES ?', [plans]);
      }
      if (plans.length < plannedAtOnce) return;
    }
  }

  private dueFees(today: string) {
    return {
      claim: async (runner: QueryRunner, except: number[]) =>
        dueFee((await runner.query(claimPlan, [today, except])) as DueRow[]),
      work: (runner: QueryRunner, due: DueFee) => this.charge(runner, due),
    };
  }

  /** Those that wait although the balance would now allow them, oldest first. */
  private waitingFees() {
    return {
      claim: async (runner: QueryRunner, except: number[]) => {
        const fee = dueFee((await runner.query(payable, [this.fee, except])) as DueRow[]);
        if (!fee) return undefined;
        const locked = (await runner.query(lockWaiting, [fee.id, fee.due])) as unknown[];
        return locked.length > 0 ? fee : undefined;
      },
      work: async (runner: QueryRunner, fee: DueFee): Promise<FeeOutcome> =>
        (await this.collect(runner, fee)) ? 'paid' : 'exempt',
    };
  }

  private async charge(runner: QueryRunner, fee: DueFee): Promise<FeeOutcome> {
    await runner.query('UPDATE fee_plans SET next_due = ? WHERE account_id = ?', [
      addDays(fee.due, daysOfWeek),
      fee.id,
    ]);
    const [customer] = (await runner.query(payer, [fee.id])) as { id: string }[];
    if (!customer) return 'exempt';
    try {
      await runner.query(addFee, [fee.id, fee.due, this.clock.now()]);
    } catch (error) {
      if (databaseErrorNumber(error) === duplicateKey) return 'exempt';
      throw error;
    }
    if (await this.collect(runner, fee)) return 'paid';
    await this.sayOnce(runner, fee, wholeNumber(customer.id));
    return 'waiting';
  }

  /** Answers whether the balance, without the overdraft, allowed it. */
  private async collect(runner: QueryRunner, { id, due }: DueFee): Promise<boolean> {
    const locked = await this.ledger.lock(runner, [bankAccounts.fees, id]);
    const account = locked.get(id);
    if (!account || account.balance - account.held < this.fee) return false;
    const { transferId } = await this.ledger.append(runner, locked, {
      kind: 'fee',
      description: bankWords.fee,
      legs: [
        { accountId: id, amount: -this.fee },
        { accountId: bankAccounts.fees, amount: this.fee },
      ],
      createdBy: null,
      requestId: null,
    });
    await runner.query(settleFee, [transferId, this.clock.now(), id, due]);
    return true;
  }

  /** When more than one fee waits, the customer knows already. */
  private async sayOnce(runner: QueryRunner, { id }: DueFee, userId: number): Promise<void> {
    const [row] = (await runner.query(countWaiting, [id])) as [{ waiting: string }];
    if (wholeNumber(row.waiting) > 1) return;
    const values = { amount: weeklyFee.toFixed(2) };
    this.notifications.notify(runner, userId, { type: 'warning', key: 'weekly_fee_waiting', values });
  }
}

const dueFee = ([row]: DueRow[]): DueFee | undefined => row && { id: wholeNumber(row.id), due: row.due };
