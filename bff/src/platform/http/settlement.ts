import type { Transaction } from '../database/database';

/** What is left to settle about a call before its transaction may commit; see `NeedsApproval`. */
export interface Settlement {
  /** Runs after the work, in its transaction. @throws ApiException, which undoes the work. */
  settle(tx: Transaction): Promise<void>;
  /** The call was sent before, and gets its stored answer. */
  repeated(): void;
}
