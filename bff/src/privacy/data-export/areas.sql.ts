import { z } from 'zod';
import { flag, isoMoment, jsonOf, minor, rowOf, text, whole } from '../../platform/database/columns';

/**
 * One kind of a person's data, a file of the export: the rows of a statement with three parameters, which are the person,
 * the id after which to continue, and how many rows. Amounts are minor units of the row's `currency`, or else of the euro.
 */
export interface Area {
  sql: string;
  row: z.ZodObject;
}

const by = (sql: string, key: string) => `${sql} AND ${key} > ? ORDER BY ${key} LIMIT ?`;
const day = (column: string) => `DATE_FORMAT(${column}, '%Y-%m-%d')`;
const maybe = { text: text.nullable(), moment: isoMoment.nullable() };
const json = jsonOf(z.unknown()).nullable();

/** Once for a person: the id is their own. */
const profile: Area = {
  sql: by(
    `SELECT u.id, u.username, u.email, u.first_name, u.last_name, u.phone, u.language, u.role, u.status, u.kyc_status,
       u.created_at, u.email_verified_at, u.phone_verified_at, p.address, p.city, p.postal_code, p.country,
       (SELECT enabled_at FROM two_factor f WHERE f.user_id = u.id) AS two_factor_since,
       (SELECT n.name FROM partner_applications a JOIN partners n ON n.id = a.partner_id
         WHERE a.user_id = u.id LIMIT 1) AS signed_up_at_partner
     FROM users u LEFT JOIN profiles p ON p.user_id = u.id WHERE u.id = ?`,
    'u.id',
  ),
  row: rowOf({
    ...{ id: whole, username: text, email: text, first_name: text, last_name: text, phone: maybe.text },
    ...{ language: text, role: text, status: text, kyc_status: text, created_at: isoMoment },
    ...{ email_verified_at: maybe.moment, phone_verified_at: maybe.moment, two_factor_since: maybe.moment },
    ...{ address: maybe.text, city: maybe.text, postal_code: maybe.text, country: maybe.text },
    signed_up_at_partner: maybe.text,
  }),
};

/** Choices and consents; a person who chose nothing has the defaults and no row. */
const preferences: Area = {
  sql: by(
    `SELECT u.id, p.email_notifications, p.sms_notifications, p.push_notifications, p.push_amounts, p.transaction_alerts,
       p.security_alerts, p.marketing_emails, p.found_by_email, p.found_by_phone, s.mode AS direct_debits,
       (SELECT CAST(JSON_ARRAYAGG(c.creditor_id) AS CHAR) FROM direct_debit_creditors c WHERE c.user_id = u.id)
         AS direct_debit_creditors
     FROM users u LEFT JOIN preferences p ON p.user_id = u.id
     LEFT JOIN direct_debit_settings s ON s.user_id = u.id
     WHERE (p.user_id IS NOT NULL OR s.user_id IS NOT NULL) AND u.id = ?`,
    'u.id',
  ),
  row: rowOf({
    ...{ id: whole, email_notifications: flag.nullable(), sms_notifications: flag.nullable() },
    ...{
      push_notifications: flag.nullable(),
      push_amounts: flag.nullable(),
      transaction_alerts: flag.nullable(),
    },
    ...{ security_alerts: flag.nullable(), marketing_emails: flag.nullable() },
    ...{ found_by_email: flag.nullable(), found_by_phone: flag.nullable() },
    ...{ direct_debits: maybe.text, direct_debit_creditors: json },
  }),
};

const accounts: Area = {
  sql: by(
    `SELECT a.id, a.currency, a.iban, a.account_type, a.balance, a.held, a.overdraft_limit, a.transfer_limit,
       a.withdrawal_limit, a.card_limit, a.created_at, a.closed_at, ${day('f.next_due')} AS next_weekly_fee
     FROM accounts a LEFT JOIN fee_plans f ON f.account_id = a.id WHERE a.user_id = ?`,
    'a.id',
  ),
  row: rowOf({
    ...{ id: whole, currency: text, iban: text, account_type: text, balance: minor, held: minor },
    ...{ overdraft_limit: minor, transfer_limit: minor, withdrawal_limit: minor, card_limit: minor },
    ...{ created_at: isoMoment, closed_at: maybe.moment, next_weekly_fee: maybe.text },
  }),
};

/** Without the score and its reasons, and without findings of the sanctions list (see README). */
const payments: Area = {
  sql: by(
    `SELECT p.id, p.reference, p.amount, p.currency, p.fee, p.charges, p.recipient_account, p.recipient_name,
       p.payment_method, p.description, p.end_to_end_id, p.status, p.stage, p.decided_by, p.reason, p.reason_code,
       p.recall, p.created_at, p.sent_at, p.processed_at, ${day('p.execution_day')} AS execution_day,
       (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('stage', s.stage, 'at', DATE_FORMAT(s.at, '%Y-%m-%dT%TZ'))) AS CHAR)
          FROM payment_stages s WHERE s.payment_id = p.id) AS stages
     FROM accounts a JOIN payments p ON p.account_id = a.id WHERE a.user_id = ?`,
    'p.id',
  ),
  row: rowOf({
    ...{ id: whole, reference: text, amount: minor, currency: text, fee: minor, charges: maybe.text },
    ...{ recipient_account: text, recipient_name: text, payment_method: text, description: text },
    ...{ end_to_end_id: maybe.text, status: text, stage: text, decided_by: maybe.text, reason: maybe.text },
    ...{ reason_code: maybe.text, recall: maybe.text, created_at: isoMoment, sent_at: maybe.moment },
    ...{ processed_at: maybe.moment, execution_day: maybe.text, stages: json },
  }),
};

const payees: Area = {
  sql: by(
    `SELECT b.id, b.name, b.account, b.bic, b.clearing_code, b.country, b.currency, b.address, b.label, b.trusted,
       b.last_used_at, b.created_at FROM beneficiaries b WHERE b.user_id = ?`,
    'b.id',
  ),
  row: rowOf({
    ...{ id: whole, name: text, account: text, bic: text, clearing_code: maybe.text, country: text },
    ...{ currency: text, address: maybe.text, label: maybe.text, trusted: flag },
    ...{ last_used_at: maybe.moment, created_at: isoMoment },
  }),
};

/** A recipient in this bank is shown as on the screens: the first name and an initial. */
const standingOrders: Area = {
  sql: by(
    `SELECT o.id, o.amount, o.currency, o.description, o.frequency, ${day('o.first_run')} AS first_run,
       ${day('o.until_day')} AS until_day, ${day('o.next_run')} AS next_run, o.created_at, o.deleted_at,
       COALESCE(b.name, CONCAT(r.first_name, ' ', LEFT(r.last_name, 1), '.')) AS recipient,
       (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('day', DATE_FORMAT(n.occurrence_day, '%Y-%m-%d'), 'status', n.status,
          'reference', n.reference)) AS CHAR) FROM standing_order_runs n WHERE n.order_id = o.id) AS runs
     FROM standing_orders o LEFT JOIN beneficiaries b ON b.id = o.beneficiary_id
     LEFT JOIN users r ON r.id = o.recipient_id WHERE o.user_id = ?`,
    'o.id',
  ),
  row: rowOf({
    ...{ id: whole, amount: minor, currency: text, description: maybe.text, frequency: text },
    ...{ first_run: text, until_day: maybe.text, next_run: maybe.text, created_at: isoMoment },
    ...{ deleted_at: maybe.moment, recipient: maybe.text, runs: json },
  }),
};

const mandates: Area = {
  sql: by(
    `SELECT m.id, m.creditor_id, m.creditor_name, m.reference, ${day('m.signed_on')} AS signed_on, m.status,
       m.created_at, m.changed_at FROM mandates m WHERE m.user_id = ?`,
    'm.id',
  ),
  row: rowOf({
    ...{ id: whole, creditor_id: text, creditor_name: text, reference: text, signed_on: maybe.text },
    ...{ status: text, created_at: isoMoment, changed_at: isoMoment },
  }),
};

const directDebits: Area = {
  sql: by(
    `SELECT d.id, d.creditor_id, d.creditor_name, d.mandate_reference, d.end_to_end_id, d.amount, d.currency,
       d.remittance, ${day('d.due_on')} AS due_on, d.status, d.reason_code, ${day('d.settled_on')} AS settled_on,
       d.received_at, d.changed_at FROM direct_debits d WHERE d.user_id = ?`,
    'd.id',
  ),
  row: rowOf({
    ...{ id: whole, creditor_id: text, creditor_name: text, mandate_reference: text, end_to_end_id: text },
    ...{ amount: minor, currency: text, remittance: maybe.text, due_on: text, status: text },
    ...{ reason_code: maybe.text, settled_on: maybe.text, received_at: isoMoment, changed_at: isoMoment },
  }),
};

/** The number masked, as on the screens. */
const cards: Area = {
  sql: by(
    `SELECT c.id, CONCAT('**** **** **** ', c.last_four) AS card_number, c.type, c.brand, c.status, c.virtual,
       ${day('c.expiry_date')} AS expiry_date, c.last_used_at, c.created_at,
       (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('reference', w.reference, 'tracks', w.tracks,
          'at', DATE_FORMAT(w.created_at, '%Y-%m-%dT%TZ'))) AS CHAR) FROM card_writes w WHERE w.card_id = c.id) AS writes
     FROM accounts a JOIN cards c ON c.account_id = a.id WHERE a.user_id = ?`,
    'c.id',
  ),
  row: rowOf({
    ...{ id: whole, card_number: text, type: text, brand: text, status: text, virtual: flag },
    ...{ expiry_date: text, last_used_at: maybe.moment, created_at: isoMoment, writes: json },
  }),
};

const scheduledDebits: Area = {
  sql: by(
    `SELECT s.id, s.card_id, s.amount, s.currency, s.label, s.frequency, s.active, ${day('s.first_run')} AS first_run,
       ${day('s.next_run')} AS next_run, s.created_at, s.deleted_at,
       (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('day', DATE_FORMAT(r.occurrence_date, '%Y-%m-%d'), 'status', r.status,
          'reason', r.reason)) AS CHAR) FROM scheduled_payment_runs r WHERE r.schedule_id = s.id) AS runs
     FROM scheduled_payments s WHERE s.user_id = ?`,
    's.id',
  ),
  row: rowOf({
    ...{
      id: whole,
      card_id: whole,
      amount: minor,
      currency: text,
      label: text,
      frequency: text,
      active: flag,
    },
    ...{ first_run: text, next_run: text, created_at: isoMoment, deleted_at: maybe.moment, runs: json },
  }),
};

/** Top-ups have no number of their own, so that they are numbered by their transfer. */
const topUps: Area = {
  sql: by(
    `SELECT t.transfer_id AS id, t.amount, 'EUR' AS currency, t.state, t.created_at, r.reference
     FROM top_ups t JOIN transfers r ON r.id = t.transfer_id WHERE t.user_id = ?`,
    't.transfer_id',
  ),
  row: rowOf({
    id: whole,
    amount: minor,
    currency: text,
    state: text,
    created_at: isoMoment,
    reference: text,
  }),
};

const exchanges: Area = {
  sql: by(
    `SELECT q.id, t.reference, q.sell_amount, q.sell_currency, q.buy_amount, q.buy_currency,
       ${day('q.rates_day')} AS rates_day, q.used_at
     FROM exchange_quotes q JOIN transfers t ON t.id = q.transfer_id WHERE q.user_id = ?`,
    'q.id',
  ),
  row: rowOf({
    ...{ id: whole, reference: text, sell_amount: minor, sell_currency: text, buy_amount: minor },
    ...{ buy_currency: text, rates_day: text, used_at: isoMoment },
  }),
};

/** Without who reviewed it; the reason is what the person was told. */
const identity: Area = {
  sql: by(
    `SELECT s.id, s.first_name, s.last_name, ${day('s.birth_date')} AS birth_date, s.address, s.status, s.reason,
       s.submitted_at, s.reviewed_at,
       (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('id', d.id, 'kind', d.kind, 'name', d.name, 'size', d.size)) AS CHAR)
          FROM documents d WHERE d.submission_id = s.id) AS documents
     FROM kyc_submissions s WHERE s.user_id = ?`,
    's.id',
  ),
  row: rowOf({
    ...{ id: whole, first_name: text, last_name: text, birth_date: text, address: text, status: text },
    ...{ reason: maybe.text, submitted_at: isoMoment, reviewed_at: maybe.moment, documents: json },
  }),
};

/** The bank's answers without the name of who wrote them. */
const tickets: Area = {
  sql: by(
    `SELECT t.id, t.reference, t.first_name, t.last_name, t.email, t.phone, t.category, t.priority, t.subject,
       t.message, t.conversation, t.status, t.created_at,
       (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('message', r.message, 'at', DATE_FORMAT(r.created_at, '%Y-%m-%dT%TZ')))
          AS CHAR) FROM ticket_answers r WHERE r.ticket_id = t.id) AS answers,
       (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('id', f.id, 'name', f.name, 'size', f.size)) AS CHAR)
          FROM ticket_attachments f WHERE f.ticket_id = t.id) AS attachments
     FROM tickets t WHERE t.user_id = ?`,
    't.id',
  ),
  row: rowOf({
    ...{ id: whole, reference: text, first_name: text, last_name: text, email: text, phone: maybe.text },
    ...{ category: text, priority: text, subject: text, message: text, conversation: json, status: text },
    ...{ created_at: isoMoment, answers: json, attachments: json },
  }),
};

const sessions: Area = {
  sql: by(
    `SELECT s.id, s.device, s.created_at, s.last_active_at, s.ended_at, s.end_reason FROM sessions s WHERE s.user_id = ?`,
    's.id',
  ),
  row: rowOf({
    ...{ id: whole, device: text, created_at: isoMoment, last_active_at: isoMoment },
    ...{ ended_at: maybe.moment, end_reason: maybe.text },
  }),
};

const passkeys: Area = {
  sql: by('SELECT k.id, k.name, k.created_at, k.last_used_at FROM passkeys k WHERE k.user_id = ?', 'k.id'),
  row: rowOf({ id: whole, name: text, created_at: isoMoment, last_used_at: maybe.moment }),
};

/** Browsers that get pushes, without the address and keys of their service. */
const pushes: Area = {
  sql: by('SELECT b.id, b.device, b.created_at FROM push_subscriptions b WHERE b.user_id = ?', 'b.id'),
  row: rowOf({ id: whole, device: text, created_at: isoMoment }),
};

const exports: Area = {
  sql: by('SELECT e.id, e.requested_at, e.downloaded_at FROM data_exports e WHERE e.user_id = ?', 'e.id'),
  row: rowOf({ id: whole, requested_at: isoMoment, downloaded_at: maybe.moment }),
};

/** The areas that are read by one statement each, by the name of their file. */
export const areas = {
  ...{ profile, preferences, accounts, payments, payees, 'standing-orders': standingOrders, mandates },
  ...{
    'direct-debits': directDebits,
    cards,
    'scheduled-debits': scheduledDebits,
    'top-ups': topUps,
    exchanges,
  },
  ...{
    identity,
    'support-tickets': tickets,
    sessions,
    passkeys,
    'push-subscriptions': pushes,
    'data-exports': exports,
  },
} satisfies Record<string, Area>;

/** A file of the person's that the bank keeps as it was sent. */
export const storedFile = rowOf({ id: whole, parent: whole, name: text, size: whole, file: text });

/** By the folder of the ZIP file. */
export const storedFiles = {
  identity: by(
    `SELECT d.id, d.submission_id AS parent, d.name, d.size, d.file
     FROM kyc_submissions s JOIN documents d ON d.submission_id = s.id WHERE s.user_id = ?`,
    'd.id',
  ),
  'support-tickets': by(
    `SELECT f.id, f.ticket_id AS parent, f.name, f.size, f.file
     FROM tickets t JOIN ticket_attachments f ON f.ticket_id = t.id WHERE t.user_id = ?`,
    'f.id',
  ),
};
