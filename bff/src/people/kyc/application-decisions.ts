import type { Transaction } from '../../platform/database/database';

export type Decision = 'approved' | 'rejected';

/** The effect of an identity decision on an application from a partner's page; implemented by `front/applications`. */
export abstract class ApplicationDecisions {
  /** Notes, in the caller's transaction, how the bank decided on a customer; does nothing for one who came by no partner. */
  abstract decided(tx: Transaction, userId: number, status: Decision): Promise<void>;
}
