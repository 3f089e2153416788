import type { AccountLimits } from '@bank/contracts/admin';
import type { Transaction } from '../../platform/database/database';

/** The ledger movement that brings a locked account to a requested balance. */
export interface Adjustment {
  accountId: number;
  /** Signed minor units. */
  amount: bigint;
  /** The balance before the adjustment, in euros. */
  from: number;
}

/** The author of an adjustment, and its reason. */
export interface AdjustedBy {
  userId: number;
  requestId: string;
  reason: string;
}

/** The interface of customers' accounts for signing up and user administration; implemented by `money/accounts`, above. */
export abstract class CustomerAccounts {
  /** Opens an empty account in euros with the default limits, in the transaction that creates the user. */
  abstract open(tx: Transaction, userId: number): Promise<void>;

  /** The id of a user's account. @throws ApiException NOT_FOUND. */
  abstract idOf(tx: Transaction, userId: number): Promise<number>;

  /** Locks an account and returns its limits, in euros. @throws ApiException NOT_FOUND. */
  abstract lockLimits(tx: Transaction, accountId: number): Promise<AccountLimits>;

  /** Replaces the limits of an account, in euros. */
  abstract setLimits(tx: Transaction, accountId: number, limits: AccountLimits): Promise<void>;

  /**
   * Locks all accounts of a user.
   * @throws ApiException NOT_FOUND, ACCOUNT_NOT_EMPTY when one has a balance or holds, or funds are being added.
   */
  abstract requireEmpty(tx: Transaction, userId: number): Promise<void>;

  /** Locks a user's account and returns the adjustment to a balance, in euros. @throws ApiException NOT_FOUND. */
  abstract lockForBalance(tx: Transaction, userId: number, balance: number): Promise<Adjustment>;

  /**
   * Whether an adjustment needs a second administrator, counting earlier ones of the account and by the administrator in the
   * last 24 hours, so that a large change cannot be split into small ones.
   */
  abstract needsApproval(tx: Transaction, adjustment: Adjustment, administrator: number): Promise<boolean>;

  /** `needsApproval` for the initial balance, in euros, of a new account. */
  abstract firstNeedsApproval(tx: Transaction, balance: number, administrator: number): Promise<boolean>;

  /** Posts an adjustment without a second administrator, which counts for `needsApproval`. @throws what `adjust` does. */
  abstract adjustAlone(tx: Transaction, adjustment: Adjustment, by: AdjustedBy): Promise<void>;

  /** Counts for `needsApproval` what one administrator changed alone of a balance otherwise than by an adjustment. */
  abstract countAlone(
    tx: Transaction,
    changed: Pick<Adjustment, 'accountId' | 'amount'>,
    administrator: number,
  ): Promise<void>;

  /** Posts an adjustment. @throws ApiException INSUFFICIENT_FUNDS below the overdraft, AMOUNT_OUT_OF_RANGE. */
  abstract adjust(tx: Transaction, adjustment: Adjustment, by: AdjustedBy): Promise<void>;
}
