import { Injectable } from '@nestjs/common';
import type { Currency } from '@bank/contracts/currencies';
import type { Transaction } from '../../platform/database/database';
import type { LockedAccount } from '../ledger/movement';

/** An account that is open again: its customer opened it, or their relation came back. */
export interface ReopenedAccount {
  id: number;
  userId: number;
  currency: Currency;
  /** It and the suspense account of its currency. */
  locked: Map<number, LockedAccount>;
}

type Listener = (tx: Transaction, account: ReopenedAccount) => Promise<void>;

/** Lets higher modules know of accounts that open again, in the transaction that opens them. */
@Injectable()
export class ReopenedAccounts {
  private readonly listeners: Listener[] = [];

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  async opened(tx: Transaction, account: ReopenedAccount): Promise<void> {
    for (const listener of this.listeners) await listener(tx, account);
  }
}
