/** Why money moved; what a customer reads as the type of a transaction follows from it and from the sign. */
export const transferKinds = [
  'deposit',
  'transfer',
  'payment',
  'card',
  'withdrawal',
  'fee',
  'adjustment',
  'reversal',
] as const;
export type TransferKind = (typeof transferKinds)[number];

/** One side of a movement: what is added to (or, negative, taken from) an account, in minor units. */
export interface Leg {
  accountId: number;
  amount: bigint;
  /** What this side reads in place of the movement's description. */
  description?: string;
}

export interface Movement {
  kind: TransferKind;
  description: string;
  /** At least two; their amounts sum to zero in each currency. */
  legs: Leg[];
  /** The user who caused it; null for the bank itself. */
  createdBy: number | null;
  requestId: string | null;
  /** The id of the transfer that a reversal undoes. */
  reverses?: number;
}

/** An account whose row this transaction holds locked. */
export interface LockedAccount {
  id: number;
  userId: number | null;
  kind: string;
  currency: string;
  balance: bigint;
  held: bigint;
  overdraftLimit: bigint;
  transferLimit: bigint;
  withdrawalLimit: bigint;
}

/** What was written: the reference that people read, and every account as it now stands. */
export interface Posting {
  transferId: number;
  reference: string;
  accounts: Map<number, LockedAccount>;
}
