/** Why money moved; with the sign it determines the transaction type shown to customers. */
export const transferKinds = [
  'deposit',
  'transfer',
  'payment',
  'card',
  'withdrawal',
  'fee',
  'adjustment',
  'reversal',
  /** A credit transfer and a direct debit of another bank's customer. */
  'credit',
  'debit',
  /** Between two accounts of a customer in different currencies. */
  'exchange',
  /** Money that a merchant or the card network gives back. */
  'card_refund',
] as const;
export type TransferKind = (typeof transferKinds)[number];

/** One side of a movement: minor units added to an account, or taken from it when negative. */
export interface Leg {
  accountId: number;
  amount: bigint;
  /** Replaces the movement's description on this side. */
  description?: string;
}

export interface Movement {
  kind: TransferKind;
  description: string;
  /** The account at another bank that a credit comes from. */
  sender?: string;
  /** At least two; their amounts sum to zero in each currency. */
  legs: Leg[];
  /** The user who caused it; null for the bank itself. */
  createdBy: number | null;
  requestId: string | null;
  /** The id of the transfer that a reversal undoes. */
  reverses?: number;
  /** The limits of this withdrawal were enforced before, when it was authorized. */
  isAuthorized?: boolean;
}

export const legsBetween = (from: number, to: number, amount: bigint): Leg[] => [
  { accountId: from, amount: -amount },
  { accountId: to, amount },
];

/** An account whose row this transaction holds locked. */
export interface LockedAccount {
  /** Of the row: of a striped account of the bank, that of the stripe. */
  id: number;
  userId: number | null;
  kind: string;
  currency: string;
  balance: bigint;
  held: bigint;
  overdraftLimit: bigint;
  transferLimit: bigint;
  withdrawalLimit: bigint;
  /** The limits before the owner's identity is approved apply; see `levels.ts`. */
  isLimited: boolean;
  /** Minor units that came in since the owner's identity was approved last, while it was not. */
  takenIn: bigint;
  /** When the owner's identity was approved last. */
  approvedAt: Date | null;
  /** Recent credits from other banks; see `outside-credits.ts`. */
  outsideCredits: string | null;
  /** Credits were added to them, which are not stored yet. */
  isCredited?: true;
}

/** A written movement: its public reference, and the accounts with their new balances. */
export interface Posting {
  transferId: number;
  reference: string;
  accounts: Map<number, LockedAccount>;
}
