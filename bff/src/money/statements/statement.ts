import type { TransferKind } from '../ledger/movement';

/** How many movements, and their sum in minor units, without sign. */
interface StatementTotal {
  count: number;
  sum: bigint;
}

/** The figures of an account's finished month and its holder, as first issued; amounts in minor units. */
export interface Statement {
  id: number;
  accountId: number;
  month: string;
  holder: string;
  iban: string;
  bic: string;
  currency: string;
  opening: bigint;
  closing: bigint;
  credits: StatementTotal;
  debits: StatementTotal;
  issuedAt: Date;
}

/** A booked movement; a negative amount left the account. */
export interface StatementLine {
  kind: TransferKind;
  reference: string;
  bookedAt: Date;
  /** In minor units, as the balance after it. */
  amount: bigint;
  balance: bigint;
  description: string;
  /** The other customer, or the other side of a payment from or to another bank, or who collected a direct debit. */
  counterparty: string | null;
  counterpartyAccount: string | null;
  /** The other bank's details of a payment or a direct debit. */
  outside: OutsidePayment | null;
}

export interface OutsidePayment {
  way: 'sepa' | 'instant' | 'international';
  messageId: string | null;
  endToEndId: string | null;
  transactionId: string | null;
  mandateId: string | null;
  remittance: string | null;
}

/** Lines in the order of booking. */
export type StatementLines = AsyncIterable<readonly StatementLine[]> | Iterable<readonly StatementLine[]>;
