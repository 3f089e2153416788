import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import { weeklyFee } from '@bank/contracts/accounts';
import { toMinor } from '@bank/contracts/money';
import { bankWords } from '@bank/contracts/movements';
import { Clock } from '../common/clock';
import { wholeNumber } from '../common/money-column';
import type { DueSlices } from '../common/slices';
import { rowsOf } from '../common/statements';
import { bankAccounts } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import type { LockedAccount } from '../ledger/movement';
import { NotificationsService } from '../notifications/notifications.service';
import { daysOfWeek } from './fee-plans';

const claimPlans = `
  SELECT account_id AS id, DATE_FORMAT(next_due, '%Y-%m-%d') AS due FROM fee_plans
  WHERE next_due <= ? AND (next_due > ? OR (next_due = ? AND account_id > ?))
  ORDER BY next_due, account_id LIMIT ? FOR UPDATE SKIP LOCKED`;
const movePlans = `UPDATE fee_plans SET next_due = next_due + INTERVAL ${daysOfWeek} DAY WHERE account_id IN (?)`;
const payers = `
  SELECT a.id, u.id AS user_id FROM accounts a
  JOIN users u ON u.id = a.user_id AND u.role = 'user' AND u.deleted_at IS NULL WHERE a.id IN (?)`;
const chargedBefore = `
  SELECT account_id AS id, DATE_FORMAT(due_date, '%Y-%m-%d') AS due FROM weekly_fees
  WHERE account_id IN (?) AND due_date >= ?`;
const addFees = 'INSERT INTO weekly_fees (account_id, due_date, transfer_id, created_at, paid_at) VALUES';
const settleFees = 'ON DUPLICATE KEY UPDATE transfer_id = VALUES(transfer_id), paid_at = VALUES(paid_at)';
/** So many of those that wait, the oldest first, and whether the balance allows them. */
const nextWaiting = `
  SELECT w.id, DATE_FORMAT(w.due_date, '%Y-%m-%d') AS due, a.balance - a.held >= ? AS payable
  FROM (
    SELECT account_id AS id, due_date FROM weekly_fees
    WHERE paid_at IS NULL AND (due_date > ? OR (due_date = ? AND account_id > ?))
    ORDER BY due_date, account_id LIMIT ?) w
  JOIN accounts a ON a.id = w.id ORDER BY w.due_date, w.id`;
const lockWaiting = `
  SELECT account_id AS id, DATE_FORMAT(due_date, '%Y-%m-%d') AS due FROM weekly_fees
  WHERE (account_id, due_date) IN (?) AND paid_at IS NULL ORDER BY due_date, account_id FOR UPDATE SKIP LOCKED`;
const countWaiting = `
  SELECT account_id AS id, COUNT(*) AS waiting FROM weekly_fees WHERE account_id IN (?) AND paid_at IS NULL
  GROUP BY account_id`;

/** Before any day. */
const beginning = { id: 0, due: '1000-01-01' };

/** The fee of an account (its id) for the week that ends on a day. */
export interface DueFee {
  id: number;
  due: string;
}
type DueRow = { id: string; due: string };

export interface FeesCharged {
  paid: number;
  waiting: number;
}

/**
 * Takes the weekly fees of many accounts in one transaction, each as a movement of its own and once for each week. A
 * fee that the balance does not cover waits, and its customer is told when the first one does; the overdraft is never
 * used.
 */
@Injectable()
export class WeeklyFeesService {
  private readonly fee = toMinor(weeklyFee);

  constructor(
    private readonly ledger: LedgerService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  /** Those that are due up to a day of Paris. */
  due(today: string): DueSlices<DueFee, FeesCharged> {
    return {
      claim: async (runner, after = beginning, limit) => {
        const items = dueFees(
          (await runner.query(claimPlans, [today, after.due, after.due, after.id, limit])) as DueRow[],
        );
        return { items, last: items.at(-1) };
      },
      work: (runner, fees) => this.charge(runner, fees),
    };
  }

  /** Those that wait although the balance would now allow them, oldest first. */
  waiting(): DueSlices<DueFee, FeesCharged> {
    return {
      claim: async (runner, after = beginning, limit) => {
        const rows = (await runner.query(nextWaiting, [
          ...[this.fee, after.due, after.due, after.id, limit],
        ])) as (DueRow & { payable: number | string })[];
        const payable = rows.filter((row) => Number(row.payable) === 1).map(({ id, due }) => [id, due]);
        const items = payable.length === 0 ? [] : ((await runner.query(lockWaiting, [payable])) as DueRow[]);
        return { items: dueFees(items), last: dueFees(rows).at(-1) };
      },
      work: async (runner, fees) => {
        const paid = await this.collect(runner, fees);
        if (paid.length > 0) await this.write(runner, paid, settleFees);
        return { paid: paid.length, waiting: 0 };
      },
    };
  }

  /** The plans of the fees must be locked: nobody else then charges the same ones. */
  async charge(runner: QueryRunner, fees: DueFee[]): Promise<FeesCharged> {
    const ids = fees.map(({ id }) => id);
    await runner.query(movePlans, [ids]);
    const customers = new Map(
      ((await runner.query(payers, [ids])) as { id: string; user_id: number }[]).map((row) => [
        wholeNumber(row.id),
        Number(row.user_id),
      ]),
    );
    const first = fees.map(({ due }) => due).sort()[0];
    const before = new Set(dueFees((await runner.query(chargedBefore, [ids, first])) as DueRow[]).map(keyOf));
    const charged = fees.filter((fee) => customers.has(fee.id) && !before.has(keyOf(fee)));
    if (charged.length === 0) return { paid: 0, waiting: 0 };
    const paid = await this.collect(runner, charged);
    const settled = new Set(paid.map(keyOf));
    const waiting = charged.filter((fee) => !settled.has(keyOf(fee)));
    await this.write(runner, [...paid, ...waiting]);
    if (waiting.length > 0) await this.sayOnce(runner, waiting, customers);
    return { paid: paid.length, waiting: waiting.length };
  }

  /** Moves the fees that the balances, without the overdraft, allow, and answers those. */
  private async collect(runner: QueryRunner, fees: DueFee[]): Promise<(DueFee & { transferId: number })[]> {
    const locked = await this.ledger.lock(runner, [bankAccounts.fees, ...fees.map(({ id }) => id)]);
    const left = new Map([...locked].map(([id, { balance, held }]) => [id, balance - held]));
    const payable = fees.filter(({ id }) => {
      const available = left.get(id) ?? 0n;
      if (available < this.fee) return false;
      left.set(id, available - this.fee);
      return true;
    });
    if (payable.length === 0) return [];
    const transfers = await this.post(runner, locked, payable);
    return payable.map((fee, at) => ({ ...fee, transferId: transfers[at] ?? 0 }));
  }

  private async post(
    runner: QueryRunner,
    locked: Map<number, LockedAccount>,
    fees: DueFee[],
  ): Promise<number[]> {
    const movements = fees.map(({ id }) => ({
      kind: 'fee' as const,
      description: bankWords.fee,
      legs: [
        { accountId: id, amount: -this.fee },
        { accountId: bankAccounts.fees, amount: this.fee },
      ],
      createdBy: null,
      requestId: null,
    }));
    return this.ledger.appendAll(runner, locked, movements);
  }

  private async write(
    runner: QueryRunner,
    fees: (DueFee & { transferId?: number })[],
    settled = '',
  ): Promise<void> {
    const now = this.clock.now();
    const rows = fees.map(({ id, due, transferId = null }) => [
      ...[id, due, transferId, now],
      transferId && now,
    ]);
    await runner.query(`${addFees} ${rowsOf(rows)} ${settled}`, rows.flat());
  }

  /** When more than one fee waits, the customer knows already. */
  private async sayOnce(
    runner: QueryRunner,
    waiting: DueFee[],
    customers: Map<number, number>,
  ): Promise<void> {
    const ids = waiting.map(({ id }) => id);
    const rows = (await runner.query(countWaiting, [ids])) as { id: string; waiting: string }[];
    const values = { amount: weeklyFee.toFixed(2) };
    for (const { id } of rows.filter((row) => wholeNumber(row.waiting) === 1)) {
      const userId = customers.get(wholeNumber(id)) ?? 0;
      this.notifications.notify(runner, userId, { type: 'warning', key: 'weekly_fee_waiting', values });
    }
  }
}

const dueFees = (rows: DueRow[]): DueFee[] => rows.map(({ id, due }) => ({ id: wholeNumber(id), due }));

const keyOf = ({ id, due }: DueFee) => `${id} ${due}`;
