import { z } from 'zod';
import { flowBounds, type FlowStart } from '@bank/contracts/money-flow';
import { minor, moment, rowOf, text, whole } from '../../platform/database/columns';

/** The entry that a start is about: the one on the customer's own account. */
export const selectStart: Record<FlowStart, string> = {
  transaction: 'SELECT id FROM entries WHERE id = ?',
  payment: `
    SELECT e.id FROM payments p JOIN entries e ON e.transfer_id = p.transfer_id AND e.account_id = p.account_id
    WHERE p.id = ? ORDER BY e.id LIMIT 1`,
  card_purchase: `
    SELECT e.id FROM card_purchases p JOIN card_bookings b ON b.purchase_id = p.id AND b.kind = 'clearing'
      JOIN entries e ON e.transfer_id = b.transfer_id AND e.account_id = p.account_id
    WHERE p.id = ? ORDER BY e.id LIMIT 1`,
};

/** One more than is shown, to know whether there are more. */
const limit = flowBounds.breadth + 1;

/**
 * Finds the entries next to one, as `origin` and `id`: within a transfer the other side, within a customer's account what
 * came or went next. Each reads the rows of one index, at most `limit`.
 */
export const neighbours = {
  /** Of an outgoing entry, where it went; values: origin, transfer. */
  on_transfer: `(SELECT ? AS origin, id, amount FROM entries WHERE transfer_id = ? AND amount > 0 ORDER BY id LIMIT ${limit})`,
  /** Of an incoming entry, where it came from. */
  back_transfer: `(SELECT ? AS origin, id, amount FROM entries WHERE transfer_id = ? AND amount < 0 ORDER BY id LIMIT ${limit})`,
  /** Of an incoming entry, what left the account next; values: origin, account, its time, its id, the last moment. */
  on_account: `(SELECT ? AS origin, id, amount FROM entries FORCE INDEX (entries_account_time)
    WHERE account_id = ? AND created_at >= ? AND id > ? AND created_at <= ? AND amount < 0
    ORDER BY created_at, id LIMIT ${limit})`,
  /** Of an outgoing entry, what had come into the account last. */
  back_account: `(SELECT ? AS origin, id, amount FROM entries FORCE INDEX (entries_account_time)
    WHERE account_id = ? AND created_at <= ? AND id < ? AND created_at >= ? AND amount > 0
    ORDER BY created_at DESC, id DESC LIMIT ${limit})`,
};
export const neighbourRow = rowOf({ origin: whole, id: whole, amount: minor });
export type Neighbour = z.output<typeof neighbourRow>;

export const selectEntries = `
  SELECT e.id, e.transfer_id AS transferId, e.account_id AS accountId, e.amount, e.created_at AS at, t.reference, t.kind,
    COALESCE(e.description, t.description) AS description, a.kind AS accountKind, a.currency, a.user_id AS userId, a.iban,
    CONCAT_WS(' ', u.first_name, u.last_name) AS holder
  FROM entries e JOIN transfers t ON t.id = e.transfer_id JOIN accounts a ON a.id = e.account_id
    LEFT JOIN users u ON u.id = a.user_id WHERE e.id IN (?)`;
export const entryRow = rowOf({
  id: whole,
  transferId: whole,
  accountId: whole,
  amount: minor,
  at: moment,
  reference: text,
  kind: text,
  description: text,
  accountKind: text,
  currency: text,
  userId: whole.nullable(),
  iban: text.nullable(),
  holder: text,
});
export type FlowEntry = z.output<typeof entryRow>;
