import { z } from 'zod';
import { disputeReasons } from '@bank/contracts/cases';
import { flag, minor, moment, rowOf, text, whole } from '../../platform/database/columns';

/** Movements that leave a customer's account to somebody else; fees, corrections and exchanges are the bank's own. */
export const disputableKinds: readonly string[] = ['card', 'withdrawal', 'transfer', 'debit', 'payment'];

/** The transfer of the card booking that a transfer debits: itself, unless the bank had advanced the booking in full before. */
export const bookingOf = (transfer: string) =>
  `COALESCE((SELECT late.transfer_id FROM card_bookings late WHERE late.collected_by = ${transfer}), ${transfer})`;

/** An entry of the ledger as its holder disputes it, with the use of a card that it was booked for, perhaps once more. */
export const selectEntry = `
  SELECT e.account_id AS accountId, a.user_id AS userId, IF(b.collected_by = t.id, 'card', t.kind) AS kind,
    COALESCE(e.description, t.description) AS description, e.amount, a.currency, e.created_at AS at, b.purchase_id AS purchaseId, NULL AS paymentId,
    COALESCE(b.kind = 'chargeback_reversal', FALSE) AS isChargedAgain,
    (SELECT MAX(r.created_at) FROM card_bookings r
      WHERE r.purchase_id = b.purchase_id AND r.kind = 'chargeback_reversal') AS chargedAgainAt
  FROM entries e JOIN transfers t ON t.id = e.transfer_id AND t.kind <> 'payment' JOIN accounts a ON a.id = e.account_id
  LEFT JOIN card_bookings b ON b.transfer_id = ${bookingOf('t.id')}
  WHERE e.id = ?`;
/** A payment that was sent, likewise, at the moment of its debit: a planned one was ordered long before. */
export const selectPayment = `
  SELECT p.account_id AS accountId, a.user_id AS userId, 'payment' AS kind,
    CONCAT_WS(' ', NULLIF(p.recipient_name, ''), p.description) AS description, -p.amount AS amount, p.currency,
    COALESCE(p.sent_at, p.created_at) AS at, NULL AS purchaseId, p.id AS paymentId, FALSE AS isChargedAgain,
    NULL AS chargedAgainAt
  FROM payments p JOIN accounts a ON a.id = p.account_id WHERE p.id = ? AND p.stage IN ('sent', 'settled')`;
export const disputedRow = rowOf({
  accountId: whole,
  userId: whole.nullable(),
  kind: text,
  description: text,
  amount: minor,
  currency: text,
  at: moment,
  purchaseId: whole.nullable(),
  paymentId: whole.nullable(),
  isChargedAgain: flag,
  /** When a chargeback of the purchase was last reversed. */
  chargedAgainAt: moment.nullable(),
});
export type Disputed = z.output<typeof disputedRow>;

/** The refundable amount of a purchase: its clearings less its refunds. */
export const selectPurchase = `
  SELECT p.id, p.reference, p.card_id AS cardId, p.currency, p.merchant_name AS merchantName,
    p.cleared - p.charged_back - COALESCE((SELECT SUM(r.amount) FROM card_bookings r
      WHERE r.purchase_id = p.id AND r.kind = 'refund' AND r.currency = p.currency), 0) AS claimable,
    c.last_four AS lastFour, c.status = 'active' AS isActive
  FROM card_purchases p JOIN cards c ON c.id = p.card_id WHERE p.id = ?`;
export const purchaseRow = rowOf({
  id: whole,
  reference: text,
  cardId: whole,
  currency: text,
  merchantName: text.nullable(),
  claimable: minor,
  lastFour: text,
  isActive: flag,
});

export const insertDispute = `
  INSERT INTO disputes (case_id, user_id, transaction_id, reason, purchase_id, payment_id, amount, currency, created_at)
  VALUES (?)`;
export const caseOf = 'SELECT case_id AS id FROM disputes WHERE transaction_id = ?';

export const disputeStates = ['open', 'asked', 'granted', 'represented', 'repaid', 'taken_back'] as const;
export const disputeColumns = `
  d.id, d.case_id AS caseId, d.user_id AS userId, d.reason, d.purchase_id AS purchaseId, d.payment_id AS paymentId,
  d.state, d.asked, d.currency, d.request`;
export const disputeRow = rowOf({
  id: whole,
  caseId: whole,
  userId: whole,
  reason: z.enum(disputeReasons),
  purchaseId: whole.nullable(),
  paymentId: whole.nullable(),
  state: z.enum(disputeStates),
  asked: minor.nullable(),
  currency: text,
  request: text.nullable(),
});
export type Dispute = z.output<typeof disputeRow>;
