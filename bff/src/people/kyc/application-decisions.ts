import type { Transaction } from '../../platform/database/database';

export type Decision = 'approved' | 'rejected';

/** What a decision on an identity means to an application from a partner's page; implemented by `front/applications`, above. */
export abstract class ApplicationDecisions {
  /** Notes, in the caller's transaction, how the bank decided on a customer; does nothing for one who came by no partner. */
  abstract decided(tx: Transaction, userId: number, status: Decision): Promise<void>;
}
