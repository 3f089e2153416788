import { Injectable } from '@nestjs/common';
import { Listeners } from '../../platform/database/listeners';

/** Money of a card purchase or a payment that came back to its account; negative where it was taken again. */
export interface CameBack {
  of: 'purchase' | 'payment';
  /** Of the purchase or the payment. */
  id: number;
  accountId: number;
  amount: bigint;
}

/** Lets higher modules know of money that came back, in the transaction that books it. */
@Injectable()
export class MoneyBack extends Listeners<CameBack> {}
