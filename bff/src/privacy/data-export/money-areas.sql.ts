import { flag, isoMoment, jsonOf, minor, rowOf, text, whole } from '../../platform/database/columns';
import { lastUsed } from '../../money/payees/last-used.sql';
import { recallState } from '../../money/payments/recall-state';
import { payeeName } from '../../money/standing-orders/standing-orders.sql';
import { type Area, by, day, json, maybe } from './area.sql';

export const accounts: Area = {
  sql: by(
    `SELECT a.id, a.currency, a.iban, a.account_type, a.balance, a.held, a.overdraft_limit, a.transfer_limit,
       a.withdrawal_limit, a.card_limit, a.created_at, a.closed_at, ${day('f.next_due')} AS next_weekly_fee
     FROM accounts a LEFT JOIN fee_plans f ON f.account_id = a.id WHERE a.user_id = ?`,
    'a.id',
  ),
  row: rowOf({
    id: whole,
    currency: text,
    iban: text,
    account_type: text,
    balance: minor,
    held: minor,
    overdraft_limit: minor,
    transfer_limit: minor,
    withdrawal_limit: minor,
    card_limit: minor,
    created_at: isoMoment,
    closed_at: maybe.moment,
    next_weekly_fee: maybe.text,
  }),
};

/** Without the score and its reasons, and without findings of the sanctions list (see README). */
export const payments: Area = {
  sql: by(
    `SELECT p.id, p.reference, p.amount, p.currency, p.fee, p.charges, p.recipient_account, p.recipient_name,
       p.recipient_bic, p.recipient_clearing_code, p.recipient_country, p.recipient_address, p.payment_method, p.description, p.end_to_end_id, p.status, p.stage, p.decided_by, p.reason, p.reason_code,
       ${recallState} AS recall, p.created_at, p.sent_at, p.processed_at, ${day('p.execution_day')} AS execution_day,
       (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('stage', s.stage, 'at', DATE_FORMAT(s.at, '%Y-%m-%dT%TZ'))) AS CHAR)
          FROM payment_stages s WHERE s.payment_id = p.id) AS stages
     FROM accounts a JOIN payments p ON p.account_id = a.id WHERE a.user_id = ?`,
    'p.id',
  ),
  row: rowOf({
    id: whole,
    reference: text,
    amount: minor,
    currency: text,
    fee: minor,
    charges: maybe.text,
    recipient_account: text,
    recipient_name: text,
    recipient_bic: maybe.text,
    recipient_clearing_code: maybe.text,
    recipient_country: maybe.text,
    recipient_address: maybe.text,
    payment_method: text,
    description: text,
    end_to_end_id: maybe.text,
    status: text,
    stage: text,
    decided_by: maybe.text,
    reason: maybe.text,
    reason_code: maybe.text,
    recall: maybe.text,
    created_at: isoMoment,
    sent_at: maybe.moment,
    processed_at: maybe.moment,
    execution_day: maybe.text,
    stages: json,
  }),
};

export const payees: Area = {
  sql: by(
    `SELECT b.id, b.name, b.account, b.bic, b.clearing_code, b.country, b.currency, b.address, b.label, b.trusted,
       ${lastUsed} AS last_used_at, b.created_at FROM beneficiaries b WHERE b.user_id = ?`,
    'b.id',
  ),
  row: rowOf({
    id: whole,
    name: text,
    account: text,
    bic: text,
    clearing_code: maybe.text,
    country: text,
    currency: text,
    address: maybe.text,
    label: maybe.text,
    trusted: flag,
    last_used_at: maybe.moment,
    created_at: isoMoment,
  }),
};

const recipient = rowOf({ beneficiaryName: maybe.text, given: maybe.text, family: maybe.text }).transform(
  payeeName,
);

/** A recipient in this bank is shown as on the screens. */
export const standingOrders: Area = {
  sql: by(
    `SELECT o.id, o.amount, o.currency, o.description, o.frequency, ${day('o.first_run')} AS first_run,
       ${day('o.until_day')} AS until_day, ${day('o.next_run')} AS next_run, o.created_at, o.deleted_at,
       CAST(JSON_OBJECT('beneficiaryName', b.name, 'given', r.first_name, 'family', r.last_name) AS CHAR) AS recipient,
       (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('day', DATE_FORMAT(n.occurrence_day, '%Y-%m-%d'), 'status', n.status,
          'reference', n.reference)) AS CHAR) FROM standing_order_runs n WHERE n.order_id = o.id) AS runs
     FROM standing_orders o LEFT JOIN beneficiaries b ON b.id = o.beneficiary_id
     LEFT JOIN users r ON r.id = o.recipient_id WHERE o.user_id = ?`,
    'o.id',
  ),
  row: rowOf({
    id: whole,
    amount: minor,
    currency: text,
    description: maybe.text,
    frequency: text,
    first_run: text,
    until_day: maybe.text,
    next_run: maybe.text,
    created_at: isoMoment,
    deleted_at: maybe.moment,
    recipient: jsonOf(recipient),
    runs: json,
  }),
};

export const mandates: Area = {
  sql: by(
    `SELECT m.id, m.creditor_id, m.creditor_name, m.reference, ${day('m.signed_on')} AS signed_on, m.status,
       m.created_at, m.changed_at FROM mandates m WHERE m.user_id = ?`,
    'm.id',
  ),
  row: rowOf({
    id: whole,
    creditor_id: text,
    creditor_name: text,
    reference: text,
    signed_on: maybe.text,
    status: text,
    created_at: isoMoment,
    changed_at: isoMoment,
  }),
};

export const directDebits: Area = {
  sql: by(
    `SELECT d.id, d.creditor_id, d.creditor_name, d.mandate_reference, d.end_to_end_id, d.amount, d.currency,
       d.remittance, ${day('d.due_on')} AS due_on, d.status, d.reason_code, ${day('d.settled_on')} AS settled_on,
       d.received_at, d.changed_at FROM direct_debits d WHERE d.user_id = ?`,
    'd.id',
  ),
  row: rowOf({
    id: whole,
    creditor_id: text,
    creditor_name: text,
    mandate_reference: text,
    end_to_end_id: text,
    amount: minor,
    currency: text,
    remittance: maybe.text,
    due_on: text,
    status: text,
    reason_code: maybe.text,
    settled_on: maybe.text,
    received_at: isoMoment,
    changed_at: isoMoment,
  }),
};

/** The number masked, as on the screens; its own limits are NULL where those of the account alone count. */
export const cards: Area = {
  sql: by(
    `SELECT c.id, CONCAT('**** **** **** ', c.last_four) AS card_number, c.type, c.brand, c.status, c.virtual,
       ${day('c.expiry_date')} AS expiry_date, c.last_used_at, c.created_at, c.once, c.replaces, c.ended, c.blocked_by_bank,
       c.delivery, c.delivery_at, c.per_payment, c.per_day, c.per_month, c.cash_per_day, c.online, c.contactless, c.cash,
       c.abroad,
       (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('reference', w.reference, 'tracks', w.tracks,
          'at', DATE_FORMAT(w.created_at, '%Y-%m-%dT%TZ'))) AS CHAR) FROM card_writes w WHERE w.card_id = c.id) AS writes
     FROM accounts a JOIN cards c ON c.account_id = a.id WHERE a.user_id = ?`,
    'c.id',
  ),
  row: rowOf({
    id: whole,
    card_number: text,
    type: text,
    brand: text,
    status: text,
    virtual: flag,
    expiry_date: text,
    last_used_at: maybe.moment,
    created_at: isoMoment,
    once: flag,
    replaces: whole.nullable(),
    ended: maybe.text,
    blocked_by_bank: flag,
    delivery: text,
    delivery_at: maybe.moment,
    per_payment: minor.nullable(),
    per_day: minor.nullable(),
    per_month: minor.nullable(),
    cash_per_day: minor.nullable(),
    online: flag,
    contactless: flag,
    cash: flag,
    abroad: flag,
    writes: json,
  }),
};

export const purchases: Area = {
  sql: by(
    `SELECT p.id, p.reference, p.card_id, p.state, p.kind, p.channel, p.reason, p.amount, p.cleared, p.currency,
       p.merchant_name, p.merchant_city, p.merchant_country, p.category, p.created_at
     FROM accounts a JOIN card_purchases p ON p.account_id = a.id WHERE a.user_id = ?`,
    'p.id',
  ),
  row: rowOf({
    id: whole,
    reference: text,
    card_id: whole.nullable(),
    state: text,
    kind: maybe.text,
    channel: maybe.text,
    reason: maybe.text,
    amount: minor,
    cleared: minor,
    currency: maybe.text,
    merchant_name: maybe.text,
    merchant_city: maybe.text,
    merchant_country: maybe.text,
    category: maybe.text,
    created_at: isoMoment,
  }),
};

export const scheduledDebits: Area = {
  sql: by(
    `SELECT s.id, s.card_id, s.amount, s.currency, s.label, s.frequency, s.active, ${day('s.first_run')} AS first_run,
       ${day('s.next_run')} AS next_run, s.created_at, s.deleted_at,
       (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('day', DATE_FORMAT(r.occurrence_date, '%Y-%m-%d'), 'status', r.status,
          'reason', r.reason)) AS CHAR) FROM scheduled_payment_runs r WHERE r.schedule_id = s.id) AS runs
     FROM scheduled_payments s WHERE s.user_id = ?`,
    's.id',
  ),
  row: rowOf({
    id: whole,
    card_id: whole,
    amount: minor,
    currency: text,
    label: text,
    frequency: text,
    active: flag,
    first_run: text,
    next_run: text,
    created_at: isoMoment,
    deleted_at: maybe.moment,
    runs: json,
  }),
};

/** Top-ups have no number of their own, so that they are numbered by their transfer. */
export const topUps: Area = {
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

export const exchanges: Area = {
  sql: by(
    `SELECT q.id, t.reference, q.sell_amount, q.sell_currency, q.buy_amount, q.buy_currency,
       ${day('q.rates_day')} AS rates_day, q.used_at
     FROM exchange_quotes q JOIN transfers t ON t.id = q.transfer_id WHERE q.user_id = ?`,
    'q.id',
  ),
  row: rowOf({
    id: whole,
    reference: text,
    sell_amount: minor,
    sell_currency: text,
    buy_amount: minor,
    buy_currency: text,
    rates_day: text,
    used_at: isoMoment,
  }),
};
