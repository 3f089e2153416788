import { rowOf, text, whole } from '../../platform/database/columns';
import { type Area, by } from './area.sql';
import * as money from './money-areas.sql';
import * as person from './person-areas.sql';

/** The areas that are read by one statement each, by the name of their file. */
export const areas = {
  profile: person.profile,
  'partner-applications': person.applications,
  preferences: person.preferences,
  accounts: money.accounts,
  payments: money.payments,
  payees: money.payees,
  'standing-orders': money.standingOrders,
  mandates: money.mandates,
  'direct-debits': money.directDebits,
  cards: money.cards,
  'card-payments': money.purchases,
  'scheduled-debits': money.scheduledDebits,
  'top-ups': money.topUps,
  exchanges: money.exchanges,
  identity: person.identity,
  'support-tickets': person.tickets,
  conversations: person.conversations,
  cases: person.cases,
  closings: person.closings,
  sessions: person.sessions,
  passkeys: person.passkeys,
  'push-subscriptions': person.pushes,
  'remembered-browsers': person.browsers,
  'data-exports': person.exports,
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
  cases: by(
    `SELECT f.id, f.case_id AS parent, f.name, f.size, f.file
     FROM cases c JOIN case_files f ON f.case_id = c.id JOIN case_entries n ON n.id = f.entry_id
     WHERE c.user_id = ? AND c.kind IN ('dispute', 'appeal') AND n.kind NOT IN ('note', 'taken', 'put_back')`,
    'f.id',
  ),
};
