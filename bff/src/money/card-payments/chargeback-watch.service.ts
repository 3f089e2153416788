import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/database';
import type { CardAmount } from '../../ports/card-network/card-network';

/** A chargeback of a purchase that was booked, or its reversal. */
export interface BookedChargeback {
  purchaseId: number;
  /** The id of the request that it answers, where the network names it. */
  request?: string | undefined;
  amount: CardAmount;
  isReversal: boolean;
}

type Listener = (tx: Transaction, chargeback: BookedChargeback) => Promise<void>;

/** Notifies `disputes` of chargebacks, in the transaction that books them. */
@Injectable()
export class ChargebackWatch {
  private readonly listeners: Listener[] = [];

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  async booked(tx: Transaction, chargeback: BookedChargeback): Promise<void> {
    for (const listener of this.listeners) await listener(tx, chargeback);
  }
}
