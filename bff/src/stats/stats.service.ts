import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AdminStats } from '@bank/contracts/admin';
import { toDecimal } from '@bank/contracts/money';
import { type PaymentStatus, paymentStatuses } from '@bank/contracts/payments';
import { Clock } from '../common/clock';
import { minorUnits, wholeNumber } from '../common/money-column';
import { type DaySeries, daySeries } from '../common/day-series';
import { firstCustomerAccount } from '../ledger/bank-accounts';
import { addDays, endOfParisDay, parisDay, startOfParisDay } from '../common/paris-day';

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
    private readonly clock: Clock,
  ) {}

  /**
   * Counts and sums of the whole bank as one statement sees them. `completedToday` counts what the list
   * of transactions shows as completed in this day of Paris, payments by the day of their approval; `failedToday` the
   * payments that were rejected in it.
   */
  async figures(): Promise<AdminStats> {
    const today = parisDay(this.clock.now());
    const day = [startOfParisDay(today), endOfParisDay(today)];
    const [counted] = (await this.dataSource.query(counts, [...day, ...day, ...day])) as [Counted];
    const { totalBalance, ...numbers } = counted;
    const whole = Object.fromEntries(
      Object.entries(numbers).map(([name, value]) => [name, wholeNumber(value)]),
    ) as Record<keyof typeof numbers, number>;
    const series = daySeries(addDays(today, 1 - picturedDays), today);
    return {
      ...whole,
      totalBalance: toDecimal(minorUnits(totalBalance)),
      recent: await this.recent(),
      paymentsByDay: await this.paymentsByDay(series),
      signUpsByDay: await this.signUpsByDay(series),
    };
  }

  private async paymentsByDay({ days, bounds, placeOf }: DaySeries): Promise<AdminStats['paymentsByDay']> {
    // Naming every status lets the index of status and time answer alone.
    const rows = (await this.dataSource.query(
      `SELECT ${placeOf('created_at')} AS place, status, COUNT(*) AS count FROM payments
       WHERE status IN (?) AND created_at >= ? AND created_at < ? GROUP BY place, status`,
      [paymentStatuses, ...bounds],
    )) as { place: string; status: PaymentStatus; count: string }[];
    return days.map((day, place) => {
      const count = (status: PaymentStatus) =>
        wholeNumber(rows.find((row) => Number(row.place) === place && row.status === status)?.count ?? 0);
      return { day, pending: count('pending'), completed: count('completed'), failed: count('failed') };
    });
  }

  /** Somebody who has left since did sign up. */
  private async signUpsByDay({ days, bounds, placeOf }: DaySeries): Promise<AdminStats['signUpsByDay']> {
    const rows = (await this.dataSource.query(
      `SELECT ${placeOf('created_at')} AS place, COUNT(*) AS count FROM users
       WHERE created_at >= ? AND created_at < ? GROUP BY place`,
      bounds,
    )) as { place: string; count: string }[];
    return days.map((day, place) => ({
      day,
      count: wholeNumber(rows.find((row) => Number(row.place) === place)?.count ?? 0),
    }));
  }

  private async recent(): Promise<Recent[]> {
    const rows = (await this.dataSource.query(newest, [recentRows, recentRows, recentRows])) as RecentRow[];
    return rows.map((row) => ({
      id: wholeNumber(row.id),
      user: row.user,
      type: row.type,
      amount: toDecimal(minorUnits(row.amount)),
      status: row.status,
      date: row.date.toISOString(),
    }));
  }
}

type Counted = Record<Exclude<keyof AdminStats, 'recent' | 'paymentsByDay' | 'signUpsByDay'>, string>;
type RecentRow = Omit<Recent, 'id' | 'amount' | 'date'> & { id: string; amount: string; date: Date };

const counts = `
  SELECT people.*, money.*,
    (SELECT COUNT(*) FROM payments WHERE status = 'pending') AS pendingTransactions,
    (SELECT COUNT(*) FROM transfers t JOIN entries e ON e.transfer_id = t.id
     WHERE t.created_at >= ? AND t.created_at < ? AND t.kind <> 'payment' AND e.account_id >= ${firstCustomerAccount})
      + (SELECT COUNT(*) FROM payments WHERE status = 'completed' AND processed_at >= ? AND processed_at < ?)
      AS completedToday,
    (SELECT COUNT(*) FROM payments WHERE status = 'failed' AND processed_at >= ? AND processed_at < ?)
      AS failedToday
  FROM
    (SELECT COUNT(*) AS totalUsers,
       COUNT(CASE WHEN status = 'active' THEN 1 END) AS activeAccounts,
       COUNT(CASE WHEN kyc_status = 'pending' THEN 1 END) AS kycPending,
       COUNT(CASE WHEN kyc_status = 'approved' THEN 1 END) AS kycVerified,
       COUNT(CASE WHEN kyc_status = 'rejected' THEN 1 END) AS kycRejected
     FROM users WHERE deleted_at IS NULL) people,
    (SELECT COALESCE(SUM(balance), 0) AS totalBalance FROM accounts WHERE kind = 'customer') money`;

/**
 * As in a customer's list, payments come from their own table, and even ids are entries, odd ones payments. The
 * joins are straight so that the newest entries are read first; the optimizer would rather sort all transfers.
 */
const newest = `
  SELECT recent.id, CONCAT(u.first_name, ' ', u.last_name) AS user, recent.type, recent.amount, recent.status,
    recent.created_at AS date
  FROM (
    (SELECT STRAIGHT_JOIN e.id * 2 AS id, a.user_id, e.amount, 'completed' AS status, e.created_at,
       CASE t.kind WHEN 'card' THEN 'carte' WHEN 'withdrawal' THEN 'retrait' ELSE 'virement' END AS type
     FROM entries e JOIN transfers t ON t.id = e.transfer_id JOIN accounts a ON a.id = e.account_id
     WHERE a.kind = 'customer' AND t.kind <> 'payment' ORDER BY e.id DESC LIMIT ?)
    UNION ALL
    (SELECT p.id * 2 + 1, a.user_id, -p.amount, p.status, p.created_at, 'virement'
     FROM payments p JOIN accounts a ON a.id = p.account_id ORDER BY p.created_at DESC, p.id DESC LIMIT ?)
  ) recent JOIN users u ON u.id = recent.user_id
  ORDER BY recent.created_at DESC, recent.id DESC LIMIT ?`;
