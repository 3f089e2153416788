import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AdminStats } from '@bank/contracts/admin';
import type { AdminTransaction } from '@bank/contracts/admin-transactions';
import { toDecimal } from '@bank/contracts/money';
import type { PaymentStatus } from '@bank/contracts/payments';
import { Clock } from '../common/clock';
import { minorUnits, wholeNumber } from '../common/money-column';
import { daysBetween } from '../common/day-series';
import { addDays, endOfParisDay, parisDay, startOfParisDay } from '../common/paris-day';
import { firstCustomerAccount } from '../ledger/bank-accounts';
import { BankTransactionsService } from '../transactions/bank-transactions.service';

type Recent = AdminStats['recent'][number];

/** How many of the newest movements the dashboard lists. */
const recentRows = 10;

/** How many days the pictures cover, today included. */
const picturedDays = 30;

/** The figures of the back-office's dashboard. */
@Injectable()
export class StatsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: BankTransactionsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts and sums of the whole bank as one statement sees them. `completedToday` counts what the list
   * of transactions shows as completed in this day of Paris, payments by the day of their approval; `failedToday` the
   * payments that were rejected in it; `kycPending` who sent a file that waits, not who never sent one.
   */
  async figures(): Promise<AdminStats> {
    const today = parisDay(this.clock.now());
    const day = [startOfParisDay(today), endOfParisDay(today)];
    const [counted] = (await this.dataSource.query(counts, [...day, ...day, ...day])) as [Counted];
    const { totalBalance, ...numbers } = counted;
    const whole = Object.fromEntries(
      Object.entries(numbers).map(([name, value]) => [name, wholeNumber(value)]),
    ) as Record<keyof typeof numbers, number>;
    const days = daysBetween(addDays(today, 1 - picturedDays), today);
    return {
      ...whole,
      totalBalance: toDecimal(minorUnits(totalBalance)),
      recent: await this.recent(),
      paymentsByDay: await this.paymentsByDay(days),
      signUpsByDay: await this.signUpsByDay(days),
    };
  }

  private async paymentsByDay(days: string[]): Promise<AdminStats['paymentsByDay']> {
    const rows = (await this.dataSource.query(
      `SELECT DATE_FORMAT(day, '%Y-%m-%d') AS day, SUM(pending) AS pending, SUM(completed) AS completed,
         SUM(failed) AS failed
       FROM payment_totals WHERE day BETWEEN ? AND ? GROUP BY payment_totals.day`,
      [days[0], days.at(-1)],
    )) as (Record<PaymentStatus, string> & { day: string })[];
    return days.map((day) => {
      const found = rows.find((row) => row.day === day);
      const count = (status: PaymentStatus) => wholeNumber(found?.[status] ?? 0);
      return { day, pending: count('pending'), completed: count('completed'), failed: count('failed') };
    });
  }

  /** Somebody who has left since did sign up. */
  private async signUpsByDay(days: string[]): Promise<AdminStats['signUpsByDay']> {
    const rows = (await this.dataSource.query(
      `SELECT DATE_FORMAT(day, '%Y-%m-%d') AS day, SUM(people) AS people
       FROM sign_ups WHERE day BETWEEN ? AND ? GROUP BY sign_ups.day`,
      [days[0], days.at(-1)],
    )) as { day: string; people: string }[];
    return days.map((day) => ({
      day,
      count: wholeNumber(rows.find((row) => row.day === day)?.people ?? 0),
    }));
  }

  private async recent(): Promise<Recent[]> {
    const newest = await this.transactions.newest(recentRows);
    return newest.map(({ id, user, payment_method: method, amount, status, date }) => ({
      id,
      user: user.name,
      type: recentTypes[method] ?? 'virement',
      amount,
      // Nothing is cancelled yet: what will not be done has failed.
      status: status === 'cancelled' ? 'failed' : status,
      date,
    }));
  }
}

const recentTypes: Partial<Record<AdminTransaction['payment_method'], Recent['type']>> = {
  card: 'carte',
  cash: 'retrait',
};

type Counted = Record<Exclude<keyof AdminStats, 'recent' | 'paymentsByDay' | 'signUpsByDay'>, string>;

/**
 * People and payments are read from their totals. What customers hold is what the bank's own few accounts lack: the
 * sum over all accounts is zero at every moment.
 */
const counts = `
  SELECT people.*,
    (SELECT COALESCE(SUM(people), 0) FROM kyc_waiting) AS kycPending,
    (SELECT COALESCE(-SUM(balance), 0) FROM accounts WHERE id < ${firstCustomerAccount}) AS totalBalance,
    (SELECT COALESCE(SUM(pending), 0) FROM payment_totals) AS pendingTransactions,
    (SELECT COUNT(*) FROM transfers t JOIN entries e ON e.transfer_id = t.id
     WHERE t.created_at >= ? AND t.created_at < ? AND t.kind <> 'payment' AND e.account_id >= ${firstCustomerAccount})
      + (SELECT COUNT(*) FROM payments WHERE status = 'completed' AND processed_at >= ? AND processed_at < ?)
      AS completedToday,
    (SELECT COUNT(*) FROM payments WHERE status = 'failed' AND processed_at >= ? AND processed_at < ?)
      AS failedToday
  FROM
    (SELECT COALESCE(SUM(people), 0) AS totalUsers,
       COALESCE(SUM(CASE WHEN status = 'active' THEN people END), 0) AS activeAccounts,
       COALESCE(SUM(CASE WHEN kyc_status = 'approved' THEN people END), 0) AS kycVerified,
       COALESCE(SUM(CASE WHEN kyc_status = 'rejected' THEN people END), 0) AS kycRejected
     FROM people_totals) people`;
