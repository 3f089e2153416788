import type { Sql } from '../database/database';

/** The state of a payment for its shop: `unanswered` if the bank did not answer in time, so that it is reversed. */
type CardPaymentState =
  | 'asked'
  | 'approved'
  | 'declined'
  | 'challenged'
  | 'unanswered'
  | 'reversed'
  | 'cleared';

/** A use of a card, by the retrieval reference of its (first) authorization. */
export interface CardPayment {
  reference: string;
  /** The reference that the bank approved, if the holder was asked in between. */
  approved_reference: string | null;
  shop: string;
  mode: 'ECOM' | 'CTLS' | 'CICC';
  amount: bigint;
  currency: string;
  /** The card's data, encrypted for messages with the reference. */
  card: string;
  state: CardPaymentState;
  code: string | null;
  challenge_id: string | null;
  cleared: bigint;
  refunded: bigint;
  charged_back: bigint;
  /** Whether it is cleared as soon as it is approved. */
  clears: number;
  created_at: Date;
}

const columns = `reference, approved_reference, shop, mode, amount, currency, card, state, code, challenge_id, cleared,
  refunded, charged_back, clears, created_at`;

export const latestCardPayments = (sql: Sql, limit: number): Promise<CardPayment[]> =>
  sql.rows(`SELECT ${columns} FROM card_payments ORDER BY created_at DESC, reference LIMIT ?`, [limit]);

export const cardPaymentOf = (sql: Sql, reference: string): Promise<CardPayment | undefined> =>
  sql.row(`SELECT ${columns} FROM card_payments WHERE reference = ?`, [reference]);

/** As `cardPaymentOf`, locked until the end of the transaction. */
export const lockedPayment = (sql: Sql, reference: string): Promise<CardPayment | undefined> =>
  sql.row(`SELECT ${columns} FROM card_payments WHERE reference = ? FOR UPDATE`, [reference]);

/** The payment whose (first or approved) authorization a reference names, locked. */
export const lockedPaymentNamed = (sql: Sql, reference: string): Promise<CardPayment | undefined> =>
  sql.row(
    `SELECT ${columns} FROM card_payments WHERE reference = ? OR approved_reference = ? LIMIT 1 FOR UPDATE`,
    [reference, reference],
  );

/** Payments with an open challenge, which the shop requests again. */
export const challengedPayments = (sql: Sql, since: Date): Promise<CardPayment[]> =>
  sql.rows(
    `SELECT ${columns} FROM card_payments WHERE state = 'challenged' AND created_at > ? ORDER BY created_at LIMIT 50`,
    [since],
  );

/** The network's settlement of a day: the bank's debts to it, less its debts to the bank; minor units by currency. */
export async function settledOn(sql: Sql, day: string): Promise<{ currency: string; amount: bigint }[]> {
  return sql.rows(
    `SELECT currency, CAST(SUM(amount) AS SIGNED) AS amount FROM card_settlements WHERE day = ?
     GROUP BY currency ORDER BY currency`,
    [day],
  );
}
