import { Injectable } from '@nestjs/common';
import type { AdminStats } from '@bank/contracts/admin';
import type { AdminTransaction } from '@bank/contracts/admin-transactions';
import { addDays } from '@bank/contracts/days';
import { toDecimal } from '@bank/contracts/money';
import { allows, type Holder } from '@bank/contracts/permissions';
import { Clock } from '../../platform/time/clock.service';
import { minor, rowOf, text, whole } from '../../platform/database/columns';
import { daysBetween } from '../../platform/time/day-series';
import { endOfParisDay, parisDay, startOfParisDay } from '../../platform/time/paris-day';
import { userStatuses } from '@bank/contracts/users';
import { countSent } from '../../people/users/unsent';
import { firstCustomerAccount } from '../ledger/bank-accounts';
import { BankTransactionsService } from '../transactions/bank-transactions.service';
import { payments } from '../transactions/transactions.sql';
import { Database, type Transaction } from '../../platform/database/database';

type Recent = AdminStats['recent'][number];

/** How many of the newest movements the dashboard lists. */
const recentRows = 10;

/** How many days the charts cover, today included. */
const chartDays = 30;

const countsRow = rowOf({
  totalUsers: whole,
  activeAccounts: whole,
  kycVerified: whole,
  kycRejected: whole,
  kycPending: whole,
  kycAsked: whole,
  totalBalance: minor,
  pendingTransactions: whole,
  completedToday: whole,
  failedToday: whole,
});
const paymentsRow = rowOf({ day: text, pending: whole, completed: whole, failed: whole });
const signUpsRow = rowOf({ day: text, count: whole });
const beforeRow = rowOf({ payments: whole, signUps: whole });

@Injectable()
export class StatsService {
  constructor(
    private readonly database: Database,
    private readonly transactions: BankTransactionsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts and sums of the whole bank, as of one moment. `completedToday` counts the transactions completed on this Paris day,
   * payments by the day of their approval; `failedToday` the payments that failed on it, without those that their payer took
   * back; `kycPending` the submissions awaiting review, `kycUnsent` the customers without one. `recent` names customers: it
   * is empty for staff who may not read their transactions.
   */
  figures(reader: Holder): Promise<AdminStats> {
    return this.database.snapshot((tx) => this.read(tx, reader));
  }

  private async read(tx: Transaction, reader: Holder): Promise<AdminStats> {
    const today = parisDay(this.clock.now());
    const day = [startOfParisDay(today), endOfParisDay(today)];
    const { totalBalance, kycAsked, ...figures } = await tx.one(countsRow, counts, [...day, ...day, ...day]);
    const days = daysBetween(addDays(today, 1 - chartDays), today);
    const before = [addDays(today, 1 - 2 * chartDays), addDays(today, -chartDays)];
    const sent = await tx.count(countSent, [userStatuses]);
    return {
      ...figures,
      totalBalance: toDecimal(totalBalance),
      recent: allows(reader, 'transactions:read') ? await this.recent(tx) : [],
      paymentsByDay: await this.paymentsByDay(tx, days),
      signUpsByDay: await this.signUpsByDay(tx, days),
      kycUnsent: kycAsked - sent,
      before: await tx.one(beforeRow, beforeQuery, [...before, ...before]),
    };
  }

  private async paymentsByDay(tx: Transaction, days: string[]): Promise<AdminStats['paymentsByDay']> {
    const rows = await tx.rows(
      paymentsRow,
      `SELECT DATE_FORMAT(day, '%Y-%m-%d') AS day, SUM(pending) AS pending, SUM(completed) AS completed,
         SUM(failed) AS failed
       FROM payment_totals WHERE day BETWEEN ? AND ? GROUP BY payment_totals.day`,
      [days[0], days.at(-1)],
    );
    return days.map(
      (day) => rows.find((row) => row.day === day) ?? { day, pending: 0, completed: 0, failed: 0 },
    );
  }

  /** Includes people who were deleted since. */
  private async signUpsByDay(tx: Transaction, days: string[]): Promise<AdminStats['signUpsByDay']> {
    const rows = await tx.rows(
      signUpsRow,
      `SELECT DATE_FORMAT(day, '%Y-%m-%d') AS day, SUM(people) AS count
       FROM sign_ups WHERE day BETWEEN ? AND ? GROUP BY sign_ups.day`,
      [days[0], days.at(-1)],
    );
    return days.map((day) => rows.find((row) => row.day === day) ?? { day, count: 0 });
  }

  private async recent(tx: Transaction): Promise<Recent[]> {
    const newest = await this.transactions.newest(tx, recentRows);
    return newest.map(({ id, user, payment_method: method, amount, currency, status, date }) => ({
      id,
      user: user.name,
      type: recentTypes[method] ?? 'virement',
      amount,
      currency,
      // The dashboard has no status of its own for cancelled movements.
      status: status === 'cancelled' ? 'failed' : status,
      date,
    }));
  }
}

const recentTypes: Partial<Record<AdminTransaction['payment_method'], Recent['type']>> = {
  card: 'carte',
  cash: 'retrait',
};

/** How many of what the charts count there were between two days. */
const beforeQuery = `
  SELECT (SELECT COALESCE(SUM(pending + completed + failed), 0) FROM payment_totals WHERE day BETWEEN ? AND ?) AS payments,
    (SELECT COALESCE(SUM(people), 0) FROM sign_ups WHERE day BETWEEN ? AND ?) AS signUps`;

/**
 * People and payments are read from their totals. The customers' balances in euros are the negated sum of the bank's own few
 * accounts in euros, as all accounts of a currency sum to zero.
 */
const counts = `
  SELECT people.*,
    (SELECT COALESCE(SUM(people), 0) FROM kyc_waiting) AS kycPending,
    (SELECT COALESCE(-SUM(balance), 0) FROM accounts WHERE id < ${firstCustomerAccount} AND currency = 'EUR') AS totalBalance,
    (SELECT COALESCE(SUM(pending), 0) FROM payment_totals) AS pendingTransactions,
    (SELECT COUNT(*) FROM transfers t JOIN entries e ON e.transfer_id = t.id
     WHERE t.created_at >= ? AND t.created_at < ? AND t.kind <> 'payment' AND e.account_id >= ${firstCustomerAccount})
      + (SELECT COUNT(*) FROM payments WHERE status = 'completed' AND processed_at >= ? AND processed_at < ?)
      AS completedToday,
    (SELECT COUNT(*) FROM payments p
     WHERE p.status = 'failed' AND p.processed_at >= ? AND p.processed_at < ? AND ${payments.status} = 'failed')
      AS failedToday
  FROM
    (SELECT COALESCE(SUM(people), 0) AS totalUsers,
       COALESCE(SUM(CASE WHEN status = 'active' THEN people END), 0) AS activeAccounts,
       COALESCE(SUM(CASE WHEN kyc_status = 'approved' THEN people END), 0) AS kycVerified,
       COALESCE(SUM(CASE WHEN kyc_status = 'rejected' THEN people END), 0) AS kycRejected,
       COALESCE(SUM(CASE WHEN kyc_status = 'pending' AND role = 'user' THEN people END), 0) AS kycAsked
     FROM people_totals) people`;
