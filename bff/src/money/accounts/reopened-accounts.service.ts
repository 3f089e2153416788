import { Injectable } from '@nestjs/common';
import type { Currency } from '@bank/contracts/currencies';
import { Listeners } from '../../platform/database/listeners';
import type { LockedAccount } from '../ledger/movement';

/** An account that is open again: its customer opened it, or their relation came back. */
export interface ReopenedAccount {
  id: number;
  userId: number;
  currency: Currency;
  /** It and the suspense account of its currency. */
  locked: Map<number, LockedAccount>;
}

/** Lets higher modules know of accounts that open again, in the transaction that opens them. */
@Injectable()
export class ReopenedAccounts extends Listeners<ReopenedAccount> {}
