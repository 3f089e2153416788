import { Injectable } from '@nestjs/common';
import { Listeners } from '../../platform/database/listeners';
import type { CardAmount } from '../../ports/card-network/card-network';

/** A chargeback of a purchase that was booked, or its reversal. */
export interface BookedChargeback {
  purchaseId: number;
  /** The id of the request that it answers, where the network names it. */
  request?: string | undefined;
  amount: CardAmount;
  isReversal: boolean;
}

/** Notifies `disputes` of chargebacks, in the transaction that books them. */
@Injectable()
export class ChargebackWatch extends Listeners<BookedChargeback> {}
