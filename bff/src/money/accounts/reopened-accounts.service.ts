import { Injectable } from '@nestjs/common';
import type { Currency } from '@bank/contracts/currencies';
import { Listeners } from '../../platform/database/listeners';

/**
 * An account that is open again: its customer opened it, or their relation came back. It and the suspense account of its currency
 * are locked; each listener locks them again, for the balances that those before it left.
 */
export interface ReopenedAccount {
  id: number;
  userId: number;
  currency: Currency;
}

/** Lets higher modules know of accounts that open again, in the transaction that opens them. */
@Injectable()
export class ReopenedAccounts extends Listeners<ReopenedAccount> {}
