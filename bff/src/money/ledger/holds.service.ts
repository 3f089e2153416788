import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/time/clock.service';
import { isCheckViolation } from '../../platform/database/database-error';
import { ApiException } from '../../platform/errors/api-exception';
import { minor, rowOf, whole } from '../../platform/database/columns';
import type { LockedAccount } from './movement';
import type { Connection, Transaction } from '../../platform/database/database';

interface NewHold {
  accountId: number;
  paymentId: number;
  amount: bigint;
  expiresAt: Date;
}

/** How a hold ends: its amount was moved, released, or released because it expired. */
export type HoldEnd = 'posted' | 'released' | 'expired';

/** A hold of a purchase by card. */
interface NewCardHold extends Omit<NewHold, 'paymentId'> {
  purchaseId: number;
}

const insertCardHold = `
  INSERT INTO holds (account_id, card_purchase_id, amount, expires_at, created_at) VALUES (?, ?, ?, ?, ?)`;
const cardHold = `
  SELECT account_id AS accountId, amount FROM holds WHERE card_purchase_id = ? AND state = 'held' FOR UPDATE`;
const lowerCardHold = `UPDATE holds SET amount = ? WHERE card_purchase_id = ? AND state = 'held'`;
const endCardHold = `UPDATE holds SET state = ?, settled_at = ? WHERE card_purchase_id = ? AND state = 'held'`;
const insertHold = `
  INSERT INTO holds (account_id, payment_id, amount, expires_at, created_at) VALUES (?, ?, ?, ?, ?)`;
const endHold = `
  UPDATE holds SET state = ?, settled_at = ? WHERE payment_id = ? AND state = 'held'`;
const holdOf = 'SELECT account_id AS accountId, amount FROM holds WHERE payment_id = ?';
const hold = rowOf({ accountId: whole, amount: minor });
const dueHolds = `
  SELECT payment_id AS paymentId FROM holds WHERE state = 'held' AND expires_at <= ? AND payment_id IS NOT NULL
  ORDER BY expires_at, id LIMIT ?`;
const dueHold = rowOf({ paymentId: whole });

/**
 * Reserves money without moving it; the sole writer of `accounts.held`. Every method works inside the caller's
 * transaction, over accounts locked by `LedgerService.lock`.
 */
@Injectable()
export class HoldsService {
  constructor(private readonly clock: Clock) {}

  /** @throws ApiException INSUFFICIENT_FUNDS when what is left would fall below the overdraft. */
  async place(tx: Transaction, locked: Map<number, LockedAccount>, hold: NewHold): Promise<void> {
    const { accountId, paymentId, amount, expiresAt } = hold;
    const account = lockedIn(locked, accountId);
    if (account.balance - account.held - amount < -account.overdraftLimit) {
      throw new ApiException('INSUFFICIENT_FUNDS');
    }
    await tx.write(insertHold, [accountId, paymentId, amount, expiresAt, this.clock.now()]);
    await addToHeld(tx, locked, account, amount);
  }

  /**
   * Ends the hold of a payment and returns its amount. The account must be in `locked`, which is updated.
   * @throws Error when the hold has ended already: the caller must hold the lock of a pending payment.
   */
  async end(
    tx: Transaction,
    locked: Map<number, LockedAccount>,
    paymentId: number,
    end: HoldEnd,
  ): Promise<bigint> {
    const { affectedRows } = await tx.write(endHold, [end, this.clock.now(), paymentId]);
    if (affectedRows !== 1) throw new Error(`the hold of payment ${paymentId} ended before`);
    const { accountId, amount } = await tx.one(hold, holdOf, [paymentId]);
    await addToHeld(tx, locked, lockedIn(locked, accountId), -amount);
    return amount;
  }

  /** As `place`, for a purchase by card. @throws ApiException INSUFFICIENT_FUNDS. */
  async placeForCard(tx: Transaction, locked: Map<number, LockedAccount>, hold: NewCardHold): Promise<void> {
    const { accountId, purchaseId, amount, expiresAt } = hold;
    const account = lockedIn(locked, accountId);
    if (account.balance - account.held - amount < -account.overdraftLimit) {
      throw new ApiException('INSUFFICIENT_FUNDS');
    }
    await tx.write(insertCardHold, [accountId, purchaseId, amount, expiresAt, this.clock.now()]);
    await addToHeld(tx, locked, account, amount);
  }

  /**
   * Lowers the open hold of a purchase to `amount`, or ends it at 0; nothing without one, and never raises it. The account
   * must be in `locked`, which is updated.
   */
  async lowerForCard(
    tx: Transaction,
    locked: Map<number, LockedAccount>,
    { purchaseId, amount, end }: { purchaseId: number; amount: bigint; end: HoldEnd },
  ): Promise<void> {
    const open = await tx.row(hold, cardHold, [purchaseId]);
    if (!open || amount >= open.amount) return;
    if (amount > 0n) await tx.write(lowerCardHold, [amount, purchaseId]);
    else await tx.write(endCardHold, [end, this.clock.now(), purchaseId]);
    await addToHeld(tx, locked, lockedIn(locked, open.accountId), amount - open.amount);
  }

  /** The ids of undecided payments whose holds expired by `now`, oldest first; locks nothing. */
  async due(tx: Connection, now: Date, limit: number): Promise<number[]> {
    const rows = await tx.rows(dueHold, dueHolds, [now, limit]);
    return rows.map(({ paymentId }) => paymentId);
  }
}

function lockedIn(locked: Map<number, LockedAccount>, accountId: number): LockedAccount {
  const account = locked.get(accountId);
  if (!account) throw new Error(`account ${accountId} has a hold without being locked`);
  return account;
}

async function addToHeld(
  tx: Transaction,
  locked: Map<number, LockedAccount>,
  account: LockedAccount,
  amount: bigint,
): Promise<void> {
  const held = account.held + amount;
  try {
    await tx.write('UPDATE accounts SET held = ? WHERE id = ?', [held, account.id]);
  } catch (error) {
    throw isCheckViolation(error, 'accounts_funds') ? new ApiException('INSUFFICIENT_FUNDS') : error;
  }
  locked.set(account.id, { ...account, held });
}
