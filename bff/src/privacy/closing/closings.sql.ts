import { z } from 'zod';
import { closingStates } from '@bank/contracts/closings';
import { languages } from '@bank/contracts/language';
import { paymentStages } from '@bank/contracts/payments';
import { roles } from '@bank/contracts/permissions';
import { openRecall } from '../../money/accounts/open-recalls';
import { flag, isoMoment, minor, moment, rowOf, text, whole } from '../../platform/database/columns';

/** The person, and the facts that may be obstacles; the first parameter is `recalledSince`. */
export const factsOf = `
  SELECT u.role, CONCAT_WS(' ', u.first_name, u.last_name) AS holder,
    EXISTS (SELECT 1 FROM accounts a JOIN payments p ON p.account_id = a.id AND p.status = 'pending'
      WHERE a.user_id = u.id) OR EXISTS (SELECT 1 FROM top_ups t WHERE t.user_id = u.id AND t.state = 'asked')
      AS money_under_way,
    EXISTS (SELECT 1 FROM direct_debits d WHERE d.user_id = u.id AND d.status IN ('upcoming', 'held')) AS direct_debits,
    EXISTS (SELECT 1 FROM card_bookings b JOIN accounts a ON a.id = b.account_id WHERE b.owed > 0 AND a.user_id = u.id) AS owed,
    EXISTS (SELECT 1 FROM cases c WHERE c.user_id = u.id AND c.kind IN ('dispute', 'appeal') AND c.state <> 'decided')
      OR EXISTS (SELECT 1 FROM disputes d WHERE d.user_id = u.id AND d.state IN ('asked', 'granted')) AS claims,
    EXISTS (SELECT 1 FROM accounts a JOIN payments p ON p.account_id = a.id WHERE a.user_id = u.id AND ${openRecall}) AS recalls
  FROM users u WHERE u.id = ?`;
export const factsRow = rowOf({
  role: z.enum(roles),
  holder: text,
  money_under_way: flag,
  direct_debits: flag,
  owed: flag,
  claims: flag,
  recalls: flag,
});

export const ownAccounts = 'SELECT id FROM accounts WHERE user_id = ? AND closed_at IS NULL ORDER BY id';
export const balances = `
  SELECT id, currency, balance, held FROM accounts WHERE user_id = ? AND closed_at IS NULL ORDER BY id`;
export const balanceRow = rowOf({ id: whole, currency: text, balance: minor, held: minor });

export const insertClosing = `
  INSERT INTO relation_closings (user_id, state, iban, overdraft_limit, language, request_id, requested_at, look_at)
  VALUES (?, 'paying', ?, ?, ?, ?, ?, ?)`;

const columns = `
  c.id, c.state, c.iban, c.requested_at,
  (SELECT MAX(p.payment_id) FROM closing_payouts p WHERE p.closing_id = c.id) AS payment_id`;
export const newestClosing = `SELECT ${columns} FROM relation_closings c WHERE c.user_id = ? ORDER BY c.id DESC LIMIT 1`;
export const oneClosing = `SELECT ${columns} FROM relation_closings c WHERE c.id = ?`;
export const closingRow = rowOf({
  id: whole,
  state: z.enum(closingStates),
  iban: text.nullable(),
  requested_at: isoMoment,
  payment_id: whole.nullable(),
});

const lockColumns = `
  SELECT id, user_id AS userId, state, iban, overdraft_limit AS overdraftLimit, language, request_id AS requestId,
    closed_at AS closedAt, mailed_at AS mailedAt,
    (SELECT u.status <> 'active' AND u.deleted_at IS NULL FROM users u WHERE u.id = relation_closings.user_id) AS isDeactivated
  FROM relation_closings`;
export const lockOne = `${lockColumns} WHERE id = ? FOR UPDATE`;
/** The next closing to look at, locked. */
export const claimDue = `
  ${lockColumns} WHERE look_at <= ? AND id NOT IN (?) ORDER BY look_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
export const dueRow = rowOf({
  id: whole,
  userId: whole,
  state: z.enum(closingStates),
  iban: text.nullable(),
  overdraftLimit: minor,
  language: z.enum(languages),
  requestId: text.nullable(),
  closedAt: moment.nullable(),
  mailedAt: moment.nullable(),
  /** Whether the bank deactivated the customer; one who is no customer any more is not. */
  isDeactivated: flag,
});
/** A closing whose row the transaction holds locked. */
export type DueClosing = z.output<typeof dueRow>;

export const lookAgain = 'UPDATE relation_closings SET look_at = ? WHERE id = ?';
export const setFailed = `UPDATE relation_closings SET state = 'failed', look_at = NULL WHERE id = ?`;
export const setClosed = `UPDATE relation_closings SET state = 'closed', closed_at = ?, look_at = ? WHERE id = ?`;
/** Ended relations that no mail has confirmed yet, and whose balance has not come back. */
export const unmailed = `
  SELECT c.id FROM relation_closings c WHERE c.look_at <= ? AND c.state = 'closed' AND c.mailed_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM closing_payouts o JOIN payments p ON p.id = o.payment_id
      WHERE o.closing_id = c.id AND p.status = 'failed') ORDER BY c.look_at, c.id LIMIT ?`;
export const leaseMail =
  "UPDATE relation_closings SET look_at = ? WHERE id = ? AND look_at <= ? AND state = 'closed' AND mailed_at IS NULL";
export const mailLater = `UPDATE relation_closings SET look_at = ? WHERE id = ? AND state = 'closed'`;
export const setMailed = 'UPDATE relation_closings SET mailed_at = ? WHERE id = ?';

export const insertPayout = 'INSERT INTO closing_payouts (payment_id, closing_id) VALUES (?, ?)';
export const payouts = `
  SELECT p.id, p.stage, p.amount, p.reference FROM closing_payouts c JOIN payments p ON p.id = c.payment_id
  WHERE c.closing_id = ? ORDER BY p.id`;
export const payoutRow = rowOf({ id: whole, stage: z.enum(paymentStages), amount: minor, reference: text });

/** The orders that end with the relation, beside what `UsersService.end` ends, by the moment and the person, or by the accounts: joins would read whole tables. */
export const endOrders =
  'UPDATE standing_orders SET deleted_at = ?, due_at = NULL WHERE user_id = ? AND deleted_at IS NULL';
export const endMandates = `UPDATE mandates SET status = 'blocked', changed_at = ? WHERE user_id = ? AND status = 'active'`;
export const endCards = `UPDATE cards SET status = 'inactive' WHERE account_id IN (?)`;
export const endFees = 'DELETE FROM fee_plans WHERE account_id IN (?)';
export const endAccounts = 'UPDATE accounts SET closed_at = ? WHERE user_id = ? AND closed_at IS NULL';

export const reopenAccount = `
  UPDATE accounts SET closed_at = NULL, overdraft_limit = ? WHERE user_id = ? AND currency = 'EUR'`;
export const setOverdraft = `UPDATE accounts SET overdraft_limit = ? WHERE user_id = ? AND currency = 'EUR'`;
export const homeAccount = `SELECT id FROM accounts WHERE user_id = ? AND currency = 'EUR'`;
export const personRow = rowOf({
  email: text,
  name: text,
  language: z.enum(languages),
  closedAt: moment.nullable(),
});
export const person = `
  SELECT u.email, u.first_name AS name, c.language, c.closed_at AS closedAt FROM relation_closings c JOIN users u ON u.id = c.user_id WHERE c.id = ?`;
