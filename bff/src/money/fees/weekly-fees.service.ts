import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { toMinor } from '@bank/contracts/money';
import { bankWords } from '@bank/contracts/movements';
import { daysPerWeek, weeklyFee } from '@bank/contracts/quoted-figures';
import { Clock } from '../../platform/time/clock.service';
import { flag, rowOf, text, whole } from '../../platform/database/columns';
import type { DueSlices } from '../../platform/database/slices';
import { bankAccounts } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { legsBetween, type LockedAccount } from '../ledger/movement';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { type Transaction } from '../../platform/database/database';

const claimPlans = `
  SELECT account_id AS id, DATE_FORMAT(next_due, '%Y-%m-%d') AS due FROM fee_plans
  WHERE next_due <= ? AND (next_due > ? OR (next_due = ? AND account_id > ?))
  ORDER BY next_due, account_id LIMIT ? FOR UPDATE SKIP LOCKED`;
const movePlans = `UPDATE fee_plans SET next_due = next_due + INTERVAL ${daysPerWeek} DAY WHERE account_id IN (?)`;
const payers = `
  SELECT a.id, u.id AS userId FROM accounts a
  JOIN users u ON u.id = a.user_id AND u.role = 'user' AND u.deleted_at IS NULL WHERE a.id IN (?)`;
const chargedBefore = `
  SELECT account_id AS id, DATE_FORMAT(due_date, '%Y-%m-%d') AS due FROM weekly_fees
  WHERE account_id IN (?) AND due_date >= ?`;
const addFees = 'INSERT INTO weekly_fees (account_id, due_date, transfer_id, created_at, paid_at) VALUES';
const settleFees = 'ON DUPLICATE KEY UPDATE transfer_id = VALUES(transfer_id), paid_at = VALUES(paid_at)';
/** A slice of unpaid fees, oldest first, and whether the balance covers them. */
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

/** The fee of an account (its id) for the week that ends on a day. */
const dueFee = rowOf({ id: whole, due: text });
export type DueFee = z.output<typeof dueFee>;
const waitingFee = dueFee.extend({ payable: flag });
const payerRow = rowOf({ id: whole, userId: whole });
const countRow = rowOf({ id: whole, waiting: whole });

/** The start of a scan, before any fee. */
const beginning: DueFee = { id: 0, due: '1000-01-01' };

interface FeesCharged {
  paid: number;
  waiting: number;
}

/**
 * Charges the weekly fees of many accounts in one transaction, each as its own movement, once a week. A fee that the
 * balance without the overdraft does not cover waits; the customer is notified of the first one.
 */
@Injectable()
export class WeeklyFeesService {
  private readonly fee = toMinor(weeklyFee);

  constructor(
    private readonly ledger: LedgerService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  /** The fees due up to a Paris day. */
  due(today: string): DueSlices<DueFee, FeesCharged> {
    return {
      claim: async (tx, after = beginning, limit) => {
        const values = [today, after.due, after.due, after.id, limit];
        const items = await tx.rows(dueFee, claimPlans, values);
        return { items, last: items.at(-1) };
      },
      work: (tx, fees) => this.charge(tx, fees),
    };
  }

  /** The unpaid fees that the balance now covers, oldest first. */
  waiting(): DueSlices<DueFee, FeesCharged> {
    return {
      claim: async (tx, after = beginning, limit) => {
        const values = [this.fee, after.due, after.due, after.id, limit];
        const fees = await tx.rows(waitingFee, nextWaiting, values);
        const payable = fees.filter((fee) => fee.payable).map(({ id, due }) => [id, due]);
        const items = payable.length === 0 ? [] : await tx.rows(dueFee, lockWaiting, [payable]);
        return { items, last: fees.at(-1) };
      },
      work: async (tx, fees) => {
        const paid = await this.collect(tx, fees);
        if (paid.length > 0) await this.write(tx, paid, settleFees);
        return { paid: paid.length, waiting: 0 };
      },
    };
  }

  /** Charges fees whose plans the transaction holds locked. */
  async charge(tx: Transaction, fees: DueFee[]): Promise<FeesCharged> {
    const ids = fees.map(({ id }) => id);
    await tx.write(movePlans, [ids]);
    const payersById = await tx.rows(payerRow, payers, [ids]);
    const customers = new Map(payersById.map(({ id, userId }) => [id, userId]));
    const first = fees.map(({ due }) => due).sort()[0];
    const before = new Set((await tx.rows(dueFee, chargedBefore, [ids, first])).map(keyOf));
    const charged = fees.filter((fee) => customers.has(fee.id) && !before.has(keyOf(fee)));
    if (charged.length === 0) return { paid: 0, waiting: 0 };
    const paid = await this.collect(tx, charged);
    const settled = new Set(paid.map(keyOf));
    const waiting = charged.filter((fee) => !settled.has(keyOf(fee)));
    await this.write(tx, [...paid, ...waiting]);
    if (waiting.length > 0) await this.notifyFirst(tx, waiting, customers);
    return { paid: paid.length, waiting: waiting.length };
  }

  /** Posts the fees that the balances without the overdraft cover, and returns them. */
  private async collect(tx: Transaction, fees: DueFee[]): Promise<(DueFee & { transferId: number })[]> {
    const locked = await this.ledger.lock(tx, [bankAccounts.fees, ...fees.map(({ id }) => id)]);
    const left = new Map([...locked].map(([id, { balance, held }]) => [id, balance - held]));
    const payable = fees.filter(({ id }) => {
      const available = left.get(id) ?? 0n;
      if (available < this.fee) return false;
      left.set(id, available - this.fee);
      return true;
    });
    if (payable.length === 0) return [];
    const transfers = await this.post(tx, locked, payable);
    return payable.map((fee, at) => ({ ...fee, transferId: transfers[at] ?? 0 }));
  }

  private async post(tx: Transaction, locked: Map<number, LockedAccount>, fees: DueFee[]): Promise<number[]> {
    const movements = fees.map(({ id }) => ({
      kind: 'fee' as const,
      description: bankWords.fee,
      legs: legsBetween(id, bankAccounts.fees, this.fee),
      createdBy: null,
      requestId: null,
    }));
    return this.ledger.appendAll(tx, locked, movements);
  }

  private async write(
    tx: Transaction,
    fees: (DueFee & { transferId?: number })[],
    settled = '',
  ): Promise<void> {
    const now = this.clock.now();
    const rows = fees.map(({ id, due, transferId = null }) => [id, due, transferId, now, transferId && now]);
    await tx.write(`${addFees} ? ${settled}`, [rows]);
  }

  /** With more than one unpaid fee the customer was notified before. */
  private async notifyFirst(
    tx: Transaction,
    waiting: DueFee[],
    customers: Map<number, number>,
  ): Promise<void> {
    const ids = waiting.map(({ id }) => id);
    const rows = await tx.rows(countRow, countWaiting, [ids]);
    const values = { amount: weeklyFee.toFixed(2) };
    for (const { id } of rows.filter((row) => row.waiting === 1)) {
      const userId = customers.get(id) ?? 0;
      this.notifications.notify(tx, userId, { type: 'warning', key: 'weekly_fee_waiting', values });
    }
  }
}

const keyOf = ({ id, due }: DueFee) => `${id} ${due}`;
