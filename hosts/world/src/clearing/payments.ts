import type { Sql } from '../database/database';

/** `received` from the bank; `credit` and `collection` were sent to it. */
export type PaymentKind = 'received' | 'credit' | 'collection';

/** `queued` until the bank took it, `pending` until somebody decides. Amounts in minor units. */
export type PaymentState = 'queued' | 'pending' | 'settled' | 'rejected' | 'returned';

export interface Payment {
  id: number;
  kind: PaymentKind;
  transaction_id: string;
  end_to_end_id: string;
  /** Of the message that it came or went with. */
  message_id: string;
  /** The world's account; null for a payment that was asked about before it came. */
  account_id: number | null;
  customer_name: string;
  customer_iban: string;
  amount: bigint;
  currency: string;
  remittance: string | null;
  /** Of an international payment. */
  uetr: string | null;
  instant: number;
  state: PaymentState;
  reason: string | null;
  mandate_id: string | null;
  /** The day on which a collection is to be booked, `YYYY-MM-DD`. */
  due_on: string | null;
  return_id: string | null;
  created_at: Date;
}

const columns =
  'id, kind, transaction_id, end_to_end_id, message_id, account_id, customer_name, customer_iban, amount, ' +
  "currency, remittance, uetr, instant, state, reason, mandate_id, DATE_FORMAT(due_on, '%Y-%m-%d') AS due_on, return_id, " +
  'created_at';

/** Payments by their transaction ids, locked until the end of the transaction. */
export async function paymentsOf(
  sql: Sql,
  kinds: readonly PaymentKind[],
  transactionIds: readonly string[],
): Promise<Map<string, Payment>> {
  if (transactionIds.length === 0) return new Map();
  const found = await sql.rows<Payment>(
    `SELECT ${columns} FROM payments WHERE kind IN (?) AND transaction_id IN (?) ORDER BY id FOR UPDATE`,
    [kinds, transactionIds],
  );
  return new Map(found.map((payment) => [payment.transaction_id, payment]));
}

/** A payment, locked until the end of the transaction. */
export const paymentById = (sql: Sql, id: number): Promise<Payment | undefined> =>
  sql.row<Payment>(`SELECT ${columns} FROM payments WHERE id = ? FOR UPDATE`, [id]);

/** The payments of a message that was sent, locked until the end of the transaction. */
export const paymentsOfMessage = (sql: Sql, messageId: string): Promise<Payment[]> =>
  sql.rows<Payment>(
    `SELECT ${columns} FROM payments WHERE message_id = ? AND kind <> 'received' ORDER BY id FOR UPDATE`,
    [messageId],
  );

/** The first payments of a message that the bank has not answered, locked until the end of the transaction. */
export const queuedOfMessage = (sql: Sql, messageId: string, limit: number): Promise<Payment[]> =>
  sql.rows<Payment>(
    `SELECT ${columns} FROM payments WHERE message_id = ? AND kind <> 'received' AND state = 'queued'
     ORDER BY id LIMIT ? FOR UPDATE`,
    [messageId, limit],
  );

/** The mandates that were collected under, the newest first. */
export const knownMandates = (sql: Sql, limit: number): Promise<{ reference: string; name: string }[]> =>
  sql.rows(
    `SELECT mandate_id AS reference, MAX(customer_name) AS name FROM payments
     WHERE kind = 'collection' AND mandate_id IS NOT NULL GROUP BY mandate_id ORDER BY MAX(id) DESC LIMIT ?`,
    [limit],
  );

/** The customers of the bank that the world has paid, or been paid by. */
export const knownCustomers = (sql: Sql, limit: number): Promise<{ iban: string; name: string }[]> =>
  sql.rows(
    `SELECT customer_iban AS iban, MAX(customer_name) AS name FROM payments
     WHERE customer_iban <> '' AND state IN ('settled', 'returned') GROUP BY customer_iban LIMIT ?`,
    [limit],
  );

/** Removes the payments of a file that a kill left without its message. */
export const removeUnsent = (sql: Sql): Promise<number> =>
  sql.write(
    `DELETE p FROM payments p LEFT JOIN messages m ON m.direction = 'out' AND m.message_id = p.message_id
     WHERE p.kind <> 'received' AND p.state = 'queued' AND m.id IS NULL`,
  );

/** Payments of any kind by their transaction ids. */
export const paymentsByIds = (sql: Sql, transactionIds: readonly string[]): Promise<Payment[]> =>
  sql.rows<Payment>(`SELECT ${columns} FROM payments WHERE transaction_id IN (?) ORDER BY id`, [
    transactionIds,
  ]);

/** The newest payments, for the page. */
export const latestPayments = (sql: Sql, limit: number): Promise<Payment[]> =>
  sql.rows<Payment>(`SELECT ${columns} FROM payments ORDER BY id DESC LIMIT ?`, [limit]);

export async function setState(
  sql: Sql,
  { id }: Pick<Payment, 'id'>,
  state: PaymentState,
  { reason, returnId }: { reason?: string; returnId?: string } = {},
): Promise<void> {
  await sql.write(
    'UPDATE payments SET state = ?, reason = COALESCE(?, reason), return_id = COALESCE(?, return_id) WHERE id = ?',
    [state, reason ?? null, returnId ?? null, id],
  );
}

/** The source of a payment's entries. */
export const sourceOf = ({ kind, transaction_id }: Pick<Payment, 'kind' | 'transaction_id'>): string =>
  `${kind}:${transaction_id}`;
