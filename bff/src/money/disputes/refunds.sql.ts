import { z } from 'zod';
import { disputeReasons } from '@bank/contracts/cases';
import { flag, minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import type { Connection } from '../../platform/database/database';
import { bookingOf } from './disputes.sql';

/** A dispute with its account, in whose currency its amounts are, and its refund if there is one. */
export const selectContested = `
  SELECT d.id, d.reason, d.user_id AS userId, a.currency, d.purchase_id AS purchaseId, d.payment_id AS paymentId,
    COALESCE(p.account_id, e.account_id) AS accountId, a.closed_at IS NULL AND u.deleted_at IS NULL AS isOpen,
    t.kind, ${bookingOf('e.transfer_id')} AS entryTransfer,
    p.transfer_id AS paymentTransfer, p.fee_transfer_id AS feeTransfer, c.decision, r.amount AS refunded, r.recovered, r.state,
    r.transfer_id AS refundTransfer, r.created_at AS at
  FROM disputes d JOIN cases c ON c.id = d.case_id LEFT JOIN payments p ON p.id = d.payment_id
    LEFT JOIN entries e ON d.payment_id IS NULL AND e.id = d.transaction_id DIV 2
    LEFT JOIN transfers t ON t.id = e.transfer_id
    JOIN accounts a ON a.id = COALESCE(p.account_id, e.account_id) JOIN users u ON u.id = a.user_id
    LEFT JOIN dispute_refunds r ON r.dispute_id = d.id
  WHERE d.case_id = ?`;
export const contestedRow = rowOf({
  id: whole,
  reason: z.enum(disputeReasons),
  userId: whole,
  currency: text,
  accountId: whole,
  purchaseId: whole.nullable(),
  paymentId: whole.nullable(),
  isOpen: flag,
  kind: text.nullable(),
  entryTransfer: whole.nullable(),
  paymentTransfer: whole.nullable(),
  feeTransfer: whole.nullable(),
  decision: z.enum(['accepted', 'refused']).nullable(),
  refunded: minor.nullable(),
  recovered: minor.nullable(),
  state: z.enum(['paid', 'taken_back']).nullable(),
  refundTransfer: whole.nullable(),
  at: moment.nullable(),
});
export type Contested = z.output<typeof contestedRow>;

/** The part of a refund that was neither recovered nor taken back. */
export const leftOf = ({ state, refunded, recovered }: Contested): bigint =>
  state === 'paid' ? (refunded ?? 0n) - (recovered ?? 0n) : 0n;

/** The movements of a purchase, or of one of its clearings, with those of the markup. */
const selectBooked = `
  SELECT transfer_id AS first, markup_transfer_id AS second FROM card_bookings
  WHERE purchase_id = ? AND COALESCE(?, transfer_id) = transfer_id`;
const bookedRow = rowOf({ first: whole.nullable(), second: whole.nullable() });
/** The part of the bookings that the bank advanced beyond the balance, whether or not the customer has repaid it. */
const selectAdvanced = `
  SELECT COALESCE(SUM(b.worth + b.markup + COALESCE((SELECT SUM(e.amount) FROM entries e
    WHERE e.transfer_id IN (b.transfer_id, b.markup_transfer_id) AND e.account_id = b.account_id), 0)), 0) AS taken
  FROM card_bookings b WHERE b.purchase_id = ? AND COALESCE(?, b.transfer_id) = b.transfer_id
    AND b.kind IN ('clearing', 'chargeback_reversal')`;
/** The total that movements debited from an account, less their reversals, also where these waited elsewhere first. */
const selectTaken = `
  SELECT COALESCE(-SUM(e.amount), 0) AS taken FROM (
    SELECT id FROM transfers WHERE id IN (?) UNION SELECT id FROM transfers WHERE reverses IN (?)
    UNION SELECT m.id FROM transfers r JOIN transfers m ON m.reverses = r.id WHERE r.reverses IN (?)) t
    JOIN entries e ON e.transfer_id = t.id AND e.account_id = ?`;
const takenRow = rowOf({ taken: minor });
const selectRefunds = `
  SELECT COALESCE(SUM(r.amount - r.recovered), 0) AS taken FROM disputes d JOIN dispute_refunds r ON r.dispute_id = d.id
  WHERE d.purchase_id = ? AND r.state = 'paid'`;

/**
 * What of a disputed transaction is still missing on its account beyond the bank's refunds, fees and markups of it included,
 * minor units, negative where more came back than was taken; nothing for a direct debit, whose holder gets it back by the
 * debit's own refund.
 */
export async function missingOf(connection: Connection, contested: Contested): Promise<bigint> {
  const { accountId, purchaseId, paymentId, kind, entryTransfer } = contested;
  const taken = async (transfers: (number | null)[]): Promise<bigint> => {
    const ids = transfers.filter((id) => id !== null);
    if (ids.length === 0) return 0n;
    return (await connection.one(takenRow, selectTaken, [ids, ids, ids, accountId])).taken;
  };
  const own = leftOf(contested);
  if (paymentId !== null) return (await taken([contested.paymentTransfer, contested.feeTransfer])) - own;
  if (kind === 'debit') return 0n;
  if (purchaseId === null) return (await taken([entryTransfer])) - own;
  const booked = async (transferId: number | null) => {
    const rows = await connection.rows(bookedRow, selectBooked, [purchaseId, transferId]);
    const advanced = await connection.one(takenRow, selectAdvanced, [purchaseId, transferId]);
    return advanced.taken + (await taken(rows.flatMap(({ first, second }) => [first, second])));
  };
  const refunds = await connection.one(takenRow, selectRefunds, [purchaseId]);
  const [one, all] = [(await booked(entryTransfer)) - own, (await booked(null)) - refunds.taken];
  return one < all ? one : all;
}

export const insertRefund = `
  INSERT INTO dispute_refunds (dispute_id, user_id, account_id, amount, currency, transfer_id, created_at) VALUES (?)`;
export const takeBackRefund = `UPDATE dispute_refunds SET state = 'taken_back' WHERE dispute_id = ?`;
/** A pending request to a second administrator about a case. */
export const selectWaiting = `
  SELECT 1 FROM staff_approvals WHERE subject_id = ? AND kind = 'dispute_refund' AND status = 'pending' AND expires_at > ?
    AND JSON_VALUE(payload, '$.refund.caseId') = ? LIMIT 1`;

const ofPaid = (column: string) => `
  SELECT r.dispute_id AS id, d.case_id AS caseId, r.amount, r.recovered, r.currency
  FROM dispute_refunds r JOIN disputes d ON d.id = r.dispute_id
  WHERE d.${column} = ? AND r.account_id = ? AND r.state = 'paid' ORDER BY r.dispute_id FOR UPDATE`;
/** The refunds of a purchase or a payment that stand. */
export const selectPaid = { purchase: ofPaid('purchase_id'), payment: ofPaid('payment_id') };
export const paidRow = rowOf({ id: whole, caseId: whole, amount: minor, recovered: minor, currency: text });
export type Paid = z.output<typeof paidRow>;
export const recover =
  'UPDATE dispute_refunds SET amount = amount + ?, recovered = recovered + ? WHERE dispute_id = ?';
