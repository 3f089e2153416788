import { transcript } from '@bank/contracts/tickets';
import { flag, isoMoment, jsonOf, rowOf, text, whole } from '../../platform/database/columns';
import { type Area, by, day, json, maybe } from './area.sql';

/** Once for a person: the id is their own. */
export const profile: Area = {
  sql: by(
    `SELECT u.id, u.username, u.email, u.first_name, u.last_name, u.phone, u.language, u.role, u.status, u.kyc_status,
       u.created_at, u.email_verified_at, u.phone_verified_at, p.address, p.city, p.postal_code, p.country,
       (SELECT enabled_at FROM two_factor f WHERE f.user_id = u.id) AS two_factor_since
     FROM users u LEFT JOIN profiles p ON p.user_id = u.id WHERE u.id = ?`,
    'u.id',
  ),
  row: rowOf({
    id: whole,
    username: text,
    email: text,
    first_name: text,
    last_name: text,
    phone: maybe.text,
    language: text,
    role: text,
    status: text,
    kyc_status: text,
    created_at: isoMoment,
    email_verified_at: maybe.moment,
    phone_verified_at: maybe.moment,
    two_factor_since: maybe.moment,
    address: maybe.text,
    city: maybe.text,
    postal_code: maybe.text,
    country: maybe.text,
  }),
};

/** Choices and consents; a person who chose nothing has the defaults and no row. */
export const preferences: Area = {
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
    id: whole,
    email_notifications: flag.nullable(),
    sms_notifications: flag.nullable(),
    push_notifications: flag.nullable(),
    push_amounts: flag.nullable(),
    transaction_alerts: flag.nullable(),
    security_alerts: flag.nullable(),
    marketing_emails: flag.nullable(),
    found_by_email: flag.nullable(),
    found_by_phone: flag.nullable(),
    direct_debits: maybe.text,
    direct_debit_creditors: json,
  }),
};

/** Without who reviewed it; the reason is the one that the person read. */
export const identity: Area = {
  sql: by(
    `SELECT s.id, s.first_name, s.last_name, ${day('s.birth_date')} AS birth_date, s.address, s.status, s.reason,
       s.submitted_at, s.reviewed_at,
       (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('id', d.id, 'kind', d.kind, 'name', d.name, 'size', d.size,
         'fault', d.fault, 'fault_text', d.fault_text)) AS CHAR)
          FROM documents d WHERE d.submission_id = s.id) AS documents
     FROM kyc_submissions s WHERE s.user_id = ?`,
    's.id',
  ),
  row: rowOf({
    id: whole,
    first_name: text,
    last_name: text,
    birth_date: text,
    address: text,
    status: text,
    reason: maybe.text,
    submitted_at: isoMoment,
    reviewed_at: maybe.moment,
    documents: json,
  }),
};

/** The lines of a conversation that became a ticket, whose own text has the names of staff. */
const spoken = jsonOf(transcript)
  .transform((lines) => lines.map(({ name: _, ...line }) => line))
  .nullable();

/** The bank's answers, also those of a conversation, without the name of who wrote them. */
export const tickets: Area = {
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
    id: whole,
    reference: text,
    first_name: text,
    last_name: text,
    email: text,
    phone: maybe.text,
    category: text,
    priority: text,
    subject: text,
    message: text,
    conversation: spoken,
    status: text,
    created_at: isoMoment,
    answers: json,
    attachments: json,
  }),
};

/** The person's conversations with staff, without the names of staff. */
export const conversations: Area = {
  sql: by(
    `SELECT v.id, v.state, v.before_lines, v.created_at,
       (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('by', IF(m.is_staff = 1, 'bank', 'customer'), 'message', m.message,
         'at', DATE_FORMAT(m.created_at, '%Y-%m-%dT%TZ'))) AS CHAR)
          FROM conversation_messages m WHERE m.conversation_id = v.id) AS messages
     FROM conversations v WHERE v.user_id = ?`,
    'v.id',
  ),
  row: rowOf({ id: whole, state: text, before_lines: json, created_at: isoMoment, messages: json }),
};

/** Without what is for staff alone, and without the names of staff; the bank's own words by their name. */
export const cases: Area = {
  sql: by(
    `SELECT c.id, c.reference, c.kind, c.topic, c.state, c.label, c.decision, c.created_at, c.decided_at,
       (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('kind', n.kind, 'text', COALESCE(n.text, n.text_key),
          'by', IF(n.is_customer = 1, 'customer', 'bank'), 'at', DATE_FORMAT(n.created_at, '%Y-%m-%dT%TZ'))) AS CHAR)
          FROM case_entries n WHERE n.case_id = c.id AND n.kind NOT IN ('note', 'taken', 'put_back')) AS entries,
       (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('id', f.id, 'name', f.name, 'size', f.size)) AS CHAR)
          FROM case_files f JOIN case_entries n ON n.id = f.entry_id
          WHERE f.case_id = c.id AND n.kind NOT IN ('note', 'taken', 'put_back')) AS files
     FROM cases c WHERE c.user_id = ? AND c.kind IN ('dispute', 'appeal')`,
    'c.id',
  ),
  row: rowOf({
    id: whole,
    reference: text,
    kind: text,
    topic: text,
    state: text,
    label: text,
    decision: maybe.text,
    created_at: isoMoment,
    decided_at: maybe.moment,
    entries: json,
    files: json,
  }),
};

/** The data that the person's partner gets of their application, beside the partner's name. */
export const applications: Area = {
  sql: by(
    `SELECT u.id, a.id AS application, n.name AS partner, a.reference, a.status, a.created_at, a.completed_at, a.decided_at
     FROM users u JOIN partner_applications a ON a.user_id = u.id JOIN partners n ON n.id = a.partner_id WHERE u.id = ?`,
    'u.id',
  ),
  row: rowOf({
    id: whole,
    application: text,
    partner: text,
    reference: maybe.text,
    status: text,
    created_at: isoMoment,
    completed_at: maybe.moment,
    decided_at: maybe.moment,
  }),
};

export const closings: Area = {
  sql: by(
    `SELECT c.id, c.state, c.iban, c.requested_at, c.closed_at FROM relation_closings c WHERE c.user_id = ?`,
    'c.id',
  ),
  row: rowOf({
    id: whole,
    state: text,
    iban: maybe.text,
    requested_at: isoMoment,
    closed_at: maybe.moment,
  }),
};

export const sessions: Area = {
  sql: by(
    `SELECT s.id, s.device, s.created_at, s.last_active_at, s.ended_at, s.end_reason FROM sessions s WHERE s.user_id = ?`,
    's.id',
  ),
  row: rowOf({
    id: whole,
    device: text,
    created_at: isoMoment,
    last_active_at: isoMoment,
    ended_at: maybe.moment,
    end_reason: maybe.text,
  }),
};

export const passkeys: Area = {
  sql: by('SELECT k.id, k.name, k.created_at, k.last_used_at FROM passkeys k WHERE k.user_id = ?', 'k.id'),
  row: rowOf({ id: whole, name: text, created_at: isoMoment, last_used_at: maybe.moment }),
};

/** Browsers in which the second factor is not asked for, without their secrets. */
export const browsers: Area = {
  sql: by(
    'SELECT r.id, r.name, r.created_at, r.last_used_at, r.expires_at FROM remembered_browsers r WHERE r.user_id = ?',
    'r.id',
  ),
  row: rowOf({
    id: whole,
    name: text,
    created_at: isoMoment,
    last_used_at: isoMoment,
    expires_at: isoMoment,
  }),
};

/** Browsers that get pushes, without the address and keys of their service. */
export const pushes: Area = {
  sql: by('SELECT b.id, b.device, b.created_at FROM push_subscriptions b WHERE b.user_id = ?', 'b.id'),
  row: rowOf({ id: whole, device: text, created_at: isoMoment }),
};

export const exports: Area = {
  sql: by('SELECT e.id, e.requested_at, e.downloaded_at FROM data_exports e WHERE e.user_id = ?', 'e.id'),
  row: rowOf({ id: whole, requested_at: isoMoment, downloaded_at: maybe.moment }),
};
