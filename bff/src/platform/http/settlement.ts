import type { Transaction } from '../database/database';

/** The open steps of a call before its transaction may commit; see `NeedsApproval`. */
export interface Settlement {
  /**
   * Of a call whose work finds out under its locks that it needs an approval: spends that, in the work's transaction.
   * @throws ApiException APPROVAL_REQUIRED, which undoes the work.
   */
  demand(tx: Transaction): Promise<void>;
  /** The call came with the token of an approval, which `settle` checks. */
  readonly isProven: boolean;
  /** Runs after the work, in its transaction. @throws ApiException, which undoes the work. */
  settle(tx: Transaction): Promise<void>;
  /** The call was sent before, and gets its stored answer. */
  repeated(): void;
}
