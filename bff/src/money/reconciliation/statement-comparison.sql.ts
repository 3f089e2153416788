import { flag, minor, moment, rowOf, text, whole } from '../../platform/database/columns';

/** Successive payments of a statement. */
export const namedThere = `
  SELECT DISTINCT transaction_id AS id FROM settlement_statement_entries
  WHERE statement_id = ? AND transaction_id > ? ORDER BY transaction_id LIMIT ?`;
export const openItems = `
  SELECT transaction_id AS id FROM reconciliation_open
  WHERE since < ? AND currency = ? AND transaction_id > ? ORDER BY transaction_id LIMIT ?`;
export const idRow = rowOf({ id: text });

const entriesOfRow = `
  (SELECT id, transfer_id AS transferId, amount, created_at AS at FROM entries
  WHERE account_id = ? AND created_at >= ? AND created_at < ? AND (created_at > ? OR id > ?)
  ORDER BY created_at, id LIMIT ?)`;
/** Successive entries in a period of the rows of a settlement account; each is read in the order of its index. */
export const entriesHere = (stripes: number): string =>
  `${Array<string>(stripes).fill(entriesOfRow).join(' UNION ALL ')} ORDER BY at, id LIMIT ?`;
export const entryRow = rowOf({ id: whole, transferId: whole, amount: minor, at: moment });

/** The movements of a collection: to the creditor's bank while it is held, the booking, and the money given back. */
const collectionTransfers = ['hold_transfer_id', 'transfer_id', 'back_transfer_id'];

/** The payments that transfers belong to, by everything that moves money at the clearing house. */
export const paymentsOfTransfers = `
  SELECT transfer_id AS transferId, transaction_id AS id FROM incoming_credits
    WHERE transfer_id IN (?) AND kind = 'credit'
  UNION ALL SELECT c.transfer_id, t.description FROM incoming_credits c JOIN transfers t ON t.id = c.transfer_id
    WHERE c.transfer_id IN (?) AND c.kind = 'return'
  UNION ALL SELECT transfer_id, reference FROM payments WHERE transfer_id IN (?)
  UNION ALL SELECT t.id, p.reference FROM transfers t JOIN payments p ON p.transfer_id = t.reverses WHERE t.id IN (?)
  ${collectionTransfers.map((column) => `UNION ALL SELECT ${column}, transaction_id FROM direct_debits WHERE ${column} IN (?)`).join('\n  ')}`;
export const paymentsOfTransfersLists = 4 + collectionTransfers.length;
export const transferRow = rowOf({ transferId: whole, id: text });

/** Of transfers that belong to no payment, those that were not taken back and take nothing back. */
export const unpaired = `
  SELECT t.id AS transferId, t.reference AS id FROM transfers t
  WHERE t.id IN (?) AND t.reverses IS NULL AND NOT EXISTS (SELECT 1 FROM transfers r WHERE r.reverses = t.id)`;

const movedHere = (stripes: number[]) => (transfers: string) =>
  `
  SELECT p.id, -e.amount AS amount, e.created_at AS at FROM (${transfers}) p
    JOIN entries e ON e.transfer_id = p.transferId AND e.account_id IN (${stripes.join(', ')})`;

/** The transfers of payments, by everything that moves money at the counterpart. */
const transfersOfPayments = [
  `SELECT transaction_id AS id, transfer_id AS transferId FROM incoming_credits
     WHERE kind = 'credit' AND transaction_id IN (?)`,
  `SELECT t.description AS id, t.id AS transferId FROM incoming_credits c JOIN transfers t ON t.id = c.transfer_id
     WHERE c.outcome = 'suspended' AND c.kind = 'return' AND t.description IN (?)`,
  `SELECT reference AS id, transfer_id AS transferId FROM payments WHERE reference IN (?)`,
  `SELECT p.reference AS id, t.id AS transferId FROM payments p JOIN transfers t ON t.reverses = p.transfer_id
     WHERE p.reference IN (?)`,
  ...collectionTransfers.map(
    (column) =>
      `SELECT transaction_id AS id, ${column} AS transferId FROM direct_debits WHERE transaction_id IN (?)`,
  ),
];
/** Movements on a settlement account by payment, with the counterpart's sign: positive for incoming money. */
export const amountsHere = (stripes: number[]): string =>
  transfersOfPayments.map(movedHere(stripes)).join(' UNION ALL ');
export const amountsHereLists = 4 + collectionTransfers.length;
export const movedRow = rowOf({ id: text, amount: minor, at: moment });

/** The amounts of payments in the statements in force. */
export const amountsThere = `
  SELECT e.transaction_id AS id, SUM(e.amount) AS amount FROM settlement_statement_entries e
  JOIN settlement_statements s ON s.id = e.statement_id AND s.in_force IS NOT NULL AND s.currency = ?
  WHERE e.transaction_id IN (?) GROUP BY e.transaction_id`;
export const amountRow = rowOf({ id: text, amount: minor });

/** Payments whose money is on its way: not answered yet, or refused here and going back. */
export const onTheirWay = `
  SELECT reference AS id, 1 AS isOut FROM payments WHERE reference IN (?) AND stage = 'sent'
  UNION ALL SELECT transaction_id, 0 FROM incoming_credits
    WHERE transaction_id IN (?) AND kind = 'credit' AND outcome = 'refused' AND received_at > ?`;
export const wayRow = rowOf({ id: text, isOut: flag });
