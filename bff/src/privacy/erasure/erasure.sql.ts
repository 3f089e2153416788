import type { ApprovalField } from '@bank/contracts/approvals';
import { type Retention, tablesOf } from '../retention/retention';

/** Whose rows a statement takes: the person's own, or those of their accounts, cards, submissions, messages and so on. */
export type Owner = 'person' | 'accounts' | 'cards' | 'submissions' | 'tickets' | 'conversations' | 'cases';

/** A statement on at most so many rows; its parameters are the owner or the list of owners, and the number of rows. */
export interface Erasure {
  of: Owner;
  sql: string;
}

const own = (table: string): Erasure => ({
  of: 'person',
  sql: `DELETE FROM ${table} WHERE user_id = ? LIMIT ?`,
});

const changeOf = (field: string) => `JSON_SEARCH(payload, 'one', '${field}', NULL, '$.changes[*].field')`;

/** Takes a field out of the changes of the person that administrators asked a second one for; the request itself stays. */
const unasked = (field: ApprovalField): Erasure => ({
  of: 'person',
  sql: `UPDATE staff_approvals SET payload = JSON_REMOVE(payload, REPLACE(JSON_UNQUOTE(${changeOf(field)}), '.field', ''))
        WHERE subject_id = ? AND ${changeOf(field)} IS NOT NULL LIMIT ?`,
});

/** The replacement for an erased name. */
const nameless = '—';

/** Tables whose rows go with the sessions and push subscriptions they belong to. */
export const cascading = ['refresh_tokens', 'push_deliveries'];

/** How each kind of data ends; the ledger and the log stay, since nobody may change them. */
export const erasures: Record<
  Exclude<
    Retention['name'],
    'counters' | 'ledger' | 'messages' | 'log' | 'exports' | 'technical' | 'visitors'
  >,
  Erasure[]
> = {
  choices: tablesOf('choices')
    .filter((table) => !cascading.includes(table))
    .map(own),
  contact: [
    ...tablesOf('contact').map(own),
    ...(['email', 'username', 'phone'] as const).map(unasked),
    {
      of: 'person',
      sql: `UPDATE users SET email = CONCAT('erased-', id, '@invalid'), username = CONCAT('erased-', id), phone = NULL,
              password_hash = '' WHERE id = ? AND password_hash <> '' LIMIT ?`,
    },
  ],
  identity: [
    { of: 'submissions', sql: 'DELETE FROM documents WHERE submission_id IN (?) LIMIT ?' },
    { of: 'submissions', sql: 'DELETE FROM identity_checks WHERE submission_id IN (?) LIMIT ?' },
    own('kyc_submissions'),
    own('identity_documents'),
    own('identity_reminders'),
  ],
  support: [
    {
      of: 'conversations',
      sql: 'DELETE FROM conversation_messages WHERE conversation_id IN (?) LIMIT ?',
    },
    own('conversations'),
    { of: 'tickets', sql: 'DELETE FROM ticket_attachments WHERE ticket_id IN (?) LIMIT ?' },
    { of: 'tickets', sql: 'DELETE FROM ticket_answers WHERE ticket_id IN (?) LIMIT ?' },
    own('tickets'),
    own('rule_events'),
    { of: 'cases', sql: 'DELETE FROM case_files WHERE case_id IN (?) LIMIT ?' },
    { of: 'cases', sql: 'DELETE FROM case_entries WHERE case_id IN (?) LIMIT ?' },
    { of: 'cases', sql: 'DELETE FROM case_links WHERE case_id IN (?) LIMIT ?' },
    own('dispute_refunds'),
    own('disputes'),
    own('cases'),
  ],
  operations: [
    {
      of: 'accounts',
      sql: `UPDATE payments SET recipient_name = '${nameless}', recipient_account = '', recipient_address = NULL,
              description = '${nameless}', end_to_end_id = NULL
            WHERE account_id IN (?) AND recipient_name <> '${nameless}' LIMIT ?`,
    },
    {
      of: 'accounts',
      sql: `UPDATE card_purchases SET merchant_name = NULL, merchant_city = NULL, merchant_id = NULL
            WHERE account_id IN (?) AND merchant_name IS NOT NULL LIMIT ?`,
    },
    {
      of: 'cards',
      sql: `UPDATE card_challenges SET merchant_name = '${nameless}', merchant_id = ''
            WHERE card_id IN (?) AND merchant_name <> '${nameless}' LIMIT ?`,
    },
    {
      of: 'person',
      sql: `UPDATE relation_closings SET iban = NULL WHERE user_id = ? AND iban IS NOT NULL LIMIT ?`,
    },
    {
      of: 'person',
      sql: `UPDATE direct_debits SET creditor_name = '${nameless}', debtor_account = '', remittance = NULL
            WHERE user_id = ? AND creditor_name <> '${nameless}' LIMIT ?`,
    },
    {
      of: 'person',
      sql: `UPDATE mandates SET creditor_name = '${nameless}' WHERE user_id = ? AND creditor_name <> '${nameless}' LIMIT ?`,
    },
    {
      of: 'person',
      sql: `UPDATE standing_orders SET description = NULL WHERE user_id = ? AND description IS NOT NULL LIMIT ?`,
    },
    {
      of: 'person',
      sql: `UPDATE scheduled_payments SET label = '${nameless}' WHERE user_id = ? AND label <> '${nameless}' LIMIT ?`,
    },
    ...(['first_name', 'last_name'] as const).map(unasked),
    {
      of: 'person',
      sql: `UPDATE users SET first_name = '${nameless}', last_name = '' WHERE id = ? AND first_name <> '${nameless}' LIMIT ?`,
    },
  ],
};

/** The owners of a kind beside the person, of whom a person has few. */
export const ownersOf: Record<Exclude<Owner, 'person'>, string> = {
  accounts: 'SELECT id FROM accounts WHERE user_id = ?',
  cards: 'SELECT c.id FROM cards c JOIN accounts a ON a.id = c.account_id WHERE a.user_id = ?',
  submissions: 'SELECT id FROM kyc_submissions WHERE user_id = ?',
  tickets: 'SELECT id FROM tickets WHERE user_id = ?',
  conversations: 'SELECT id FROM conversations WHERE user_id = ?',
  cases: 'SELECT id FROM cases WHERE user_id = ?',
};

export const claimDue = `
  SELECT user_id AS id, ended_at AS endedAt, step FROM ended_relations
  WHERE due_at <= ? AND user_id NOT IN (?) ORDER BY due_at, user_id LIMIT 1 FOR UPDATE SKIP LOCKED`;
export const saveStep = 'UPDATE ended_relations SET step = ?, due_at = ? WHERE user_id = ?';
