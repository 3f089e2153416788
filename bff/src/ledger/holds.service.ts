import { Injectable } from '@nestjs/common';
import type { DataSource, QueryRunner } from 'typeorm';
import { Clock } from '../common/clock';
import { isCheckViolation } from '../common/database-error';
import { Failure } from '../common/failure';
import { minorUnits, wholeNumber } from '../common/money-column';
import type { LockedAccount } from './movement';

/** What a payment reserves on an account until it is settled; `amount` in minor units. */
export interface NewHold {
  accountId: number;
  paymentId: number;
  amount: bigint;
  expiresAt: Date;
}

/** How a hold ends: its amount was moved, given back, or given back because nobody decided in time. */
export type HoldEnd = 'posted' | 'released' | 'expired';

const insertHold = `
  INSERT INTO holds (account_id, payment_id, amount, expires_at, created_at) VALUES (?, ?, ?, ?, ?)`;
const endHold = `
  UPDATE holds SET state = ?, settled_at = ? WHERE payment_id = ? AND state = 'held'`;
const dueHolds = `
  SELECT payment_id FROM holds WHERE state = 'held' AND expires_at <= ? ORDER BY expires_at, id LIMIT ?`;

/**
 * Reserves money without moving it. Like `LedgerService`, every method works inside the caller's transaction, over
 * accounts that `LedgerService.lock` locked; with it the sole writer of `accounts.held`.
 */
@Injectable()
export class HoldsService {
  constructor(private readonly clock: Clock) {}

  /** @throws Failure INSUFFICIENT_FUNDS when what is left would fall below the overdraft. */
  async place(runner: QueryRunner, locked: Map<number, LockedAccount>, hold: NewHold): Promise<void> {
    const { accountId, paymentId, amount, expiresAt } = hold;
    const account = lockedIn(locked, accountId);
    if (account.balance - account.held - amount < -account.overdraftLimit) {
      throw new Failure('INSUFFICIENT_FUNDS');
    }
    await runner.query(insertHold, [accountId, paymentId, amount, expiresAt, this.clock.now()]);
    await addToHeld(runner, locked, account, amount);
  }

  /**
   * Ends the hold of a payment, which frees its amount for the posting that follows, if any, and answers the amount.
   * `locked` must hold its account, and is brought up to date.
   * @throws Error when the hold ended before: who asks must have the payment locked and found it pending.
   */
  async end(
    runner: QueryRunner,
    locked: Map<number, LockedAccount>,
    paymentId: number,
    end: HoldEnd,
  ): Promise<bigint> {
    const ended = (await runner.query(endHold, [end, this.clock.now(), paymentId])) as {
      affectedRows: number;
    };
    if (ended.affectedRows !== 1) throw new Error(`the hold of payment ${paymentId} ended before`);
    const [row] = (await runner.query('SELECT account_id, amount FROM holds WHERE payment_id = ?', [
      paymentId,
    ])) as { account_id: string; amount: string }[];
    const amount = minorUnits(row?.amount ?? 0);
    await addToHeld(runner, locked, lockedIn(locked, wholeNumber(row?.account_id ?? 0)), -amount);
    return amount;
  }

  /** The payments whose holds lasted until `now` and nobody decided, oldest first; nothing is locked. */
  async due(runner: QueryRunner | DataSource, now: Date, limit: number): Promise<number[]> {
    const rows = (await runner.query(dueHolds, [now, limit])) as { payment_id: string }[];
    return rows.map((row) => wholeNumber(row.payment_id));
  }
}

function lockedIn(locked: Map<number, LockedAccount>, accountId: number): LockedAccount {
  const account = locked.get(accountId);
  if (!account) throw new Error(`account ${accountId} has a hold without being locked`);
  return account;
}

async function addToHeld(
  runner: QueryRunner,
  locked: Map<number, LockedAccount>,
  account: LockedAccount,
  amount: bigint,
): Promise<void> {
  const held = account.held + amount;
  try {
    await runner.query('UPDATE accounts SET held = ? WHERE id = ?', [held, account.id]);
  } catch (error) {
    throw isCheckViolation(error, 'accounts_funds') ? new Failure('INSUFFICIENT_FUNDS') : error;
  }
  locked.set(account.id, { ...account, held });
}
