import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/database';

/** Money of a card purchase or a payment that came back to its account; negative where it was taken again. */
export interface CameBack {
  of: 'purchase' | 'payment';
  /** Of the purchase or the payment. */
  id: number;
  accountId: number;
  amount: bigint;
}

type Listener = (tx: Transaction, back: CameBack) => Promise<void>;

/** Lets higher modules know of money that came back, in the transaction that books it. */
@Injectable()
export class MoneyBack {
  private readonly listeners: Listener[] = [];

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  async came(tx: Transaction, back: CameBack): Promise<void> {
    for (const listener of this.listeners) await listener(tx, back);
  }
}
