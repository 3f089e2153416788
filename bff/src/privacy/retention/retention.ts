import { returnDays } from '@bank/contracts/closings';
import type { Language } from '@bank/contracts/language';
import { privacyTexts } from './privacy-texts';

/** How long data is kept after the end of the relation. */
export type Kept = { days: number } | { years: number };

/** A kind of data. */
export interface Retention {
  /** The name of its texts in `locales/privacy.*.json`: `kept.<name>`. */
  name:
    | 'choices'
    | 'technical'
    | 'contact'
    | 'counters'
    | 'identity'
    | 'support'
    | 'visitors'
    | 'operations'
    | 'ledger'
    | 'messages'
    | 'log'
    | 'exports';
  kept: Kept;
  /** The article by which it is kept, or erased. */
  law: { fr: string; en: string };
  /** Whether it is erased, loses the link to the person, or stays because nobody may change it. */
  then: 'erased' | 'nameless' | 'stays';
  tables: string[];
}

const moneyLaundering = {
  fr: 'art. L561-12 du code monétaire et financier',
  en: 'art. L561-12, monetary and financial code',
};
const accounting = { fr: 'art. L123-22 du code de commerce', en: 'art. L123-22, commercial code' };

/** The retention of each kind of data; every table with personal data belongs to one kind (`tests/api/retention.test.ts`). */
export const retentions: readonly Retention[] = [
  {
    name: 'choices',
    kept: { days: 0 },
    law: { fr: 'art. 17 du RGPD', en: 'art. 17 GDPR' },
    then: 'erased',
    tables: [
      'email_changes',
      'password_resets',
      'mfa_challenges',
      'push_subscriptions',
      'push_deliveries',
      'low_value_payments',
      'email_verifications',
      'phone_codes',
      'remembered_browsers',
      'mail_bounces',
      'seen_browsers',
      'sessions',
      'refresh_tokens',
    ],
  },
  {
    name: 'technical',
    kept: { days: 7 },
    law: { fr: 'art. 5 §1 e du RGPD', en: 'art. 5(1)(e) GDPR' },
    then: 'erased',
    tables: [
      'idempotency_keys',
      'events',
      'pending_signups',
      'login_failures',
      'address_counts',
      'call_counts',
      'approvals',
      'passkey_challenges',
      'staff_presence',
    ],
  },
  // Also, from their end, the names and contacts in requests to create a user that were never approved (`unmade-users.service.ts`).
  // As long as the balance may come back, and the relation with it.
  {
    name: 'contact',
    kept: { days: returnDays },
    law: { fr: 'art. 6 §1 b du RGPD', en: 'art. 6(1)(b) GDPR' },
    then: 'erased',
    tables: [
      'profiles',
      'preferences',
      'direct_debit_settings',
      'direct_debit_creditors',
      'notifications',
      'former_addresses',
      'partner_applications',
      'beneficiaries',
      'two_factor',
      'recovery_codes',
      'passkeys',
    ],
  },
  // From the last event that a rule counted.
  {
    name: 'counters',
    kept: { days: 400 },
    law: { fr: 'art. 6 §1 f du RGPD', en: 'art. 6(1)(f) GDPR' },
    then: 'erased',
    tables: ['rule_counts', 'rule_marks'],
  },
  {
    name: 'identity',
    kept: { years: 5 },
    law: moneyLaundering,
    then: 'erased',
    tables: ['kyc_submissions', 'documents', 'identity_reminders', 'identity_checks', 'identity_documents'],
  },
  {
    name: 'support',
    kept: { years: 5 },
    law: { fr: 'art. 2224 du code civil', en: 'art. 2224, civil code' },
    then: 'erased',
    tables: [
      'tickets',
      'ticket_answers',
      'ticket_attachments',
      'conversations',
      'conversation_messages',
      'cases',
      'case_entries',
      'case_files',
      'case_links',
      'disputes',
      'dispute_refunds',
      'rule_events',
    ],
  },
  // Their rows of the tables above, three years after the message, as the CNIL advises for people who never became customers.
  {
    name: 'visitors',
    kept: { years: 3 },
    law: { fr: 'art. 5 §1 e du RGPD', en: 'art. 5(1)(e) GDPR' },
    then: 'erased',
    tables: [],
  },
  {
    name: 'operations',
    kept: { years: 10 },
    law: accounting,
    then: 'nameless',
    tables: [
      'users',
      'cards',
      'payments',
      'payment_stages',
      'payment_messages',
      'mandates',
      'direct_debits',
      'standing_orders',
      'standing_order_runs',
      'scheduled_payments',
      'scheduled_payment_runs',
      'top_ups',
      'exchange_quotes',
      'relation_closings',
      'closing_payouts',
      'ended_relations',
      'card_purchases',
      'card_bookings',
      'card_challenges',
    ],
  },
  {
    name: 'ledger',
    kept: { years: 10 },
    law: accounting,
    then: 'stays',
    tables: [
      'accounts',
      'entries',
      'transfers',
      'holds',
      'balance_adjustments',
      'balance_snapshots',
      'fee_plans',
      'weekly_fees',
      'statements',
      'statement_files',
      'card_writes',
      'incoming_credits',
    ],
  },
  // From the message or file itself, by `message-leftovers.ts`, `credit-file-leftovers.ts` and `statement-leftovers.ts`.
  {
    name: 'messages',
    kept: { years: 11 },
    law: accounting,
    then: 'erased',
    tables: [
      'rail_outbox',
      'rail_inbox',
      'rail_files',
      'credit_files',
      'credit_file_slices',
      'settlement_statements',
      'settlement_statement_entries',
    ],
  },
  {
    name: 'log',
    kept: { years: 10 },
    law: { fr: 'art. 17 §3 b et 32 du RGPD', en: 'art. 17(3)(b) and 32 GDPR' },
    then: 'stays',
    tables: ['audit_log', 'audit_people', 'authority_changes', 'staff_approvals', 'payment_findings'],
  },
  {
    name: 'exports',
    kept: { years: 1 },
    law: { fr: 'art. 5 §2 du RGPD', en: 'art. 5(2) GDPR' },
    then: 'erased',
    tables: ['data_exports'],
  },
];

/** The tables of a kind of data. */
export const tablesOf = (name: Retention['name']): string[] =>
  retentions.find((each) => each.name === name)?.tables ?? [];

/** A line of the table in words. */
interface RetentionLine {
  kind: string;
  kept: string;
  law: string;
}

/** The table in a language. */
export function retentionLines(language: Language): RetentionLine[] {
  return retentions.map(({ name, kept, law }) => ({
    kind: privacyTexts(language)(`kept.${name}`),
    kept: keptText(kept, language),
    law: law[language],
  }));
}

function keptText(kept: Kept, language: Language): string {
  const t = privacyTexts(language);
  if ('days' in kept) return kept.days === 0 ? t('at_once') : t('days', { count: String(kept.days) });
  return t(kept.years === 1 ? 'year' : 'years', { count: String(kept.years) });
}

/** When a kind of data is no longer kept, after a relation that ended at a moment. */
export function endOf(ended: Date, { kept }: Pick<Retention, 'kept'>): Date {
  const end = new Date(ended);
  if ('days' in kept) end.setUTCDate(end.getUTCDate() + kept.days);
  else end.setUTCFullYear(end.getUTCFullYear() + kept.years);
  return end;
}

/** Before which moment data of a kind came that is no longer kept now, where no relation ends. */
export function startOfKeeping(now: Date, name: Retention['name']): Date {
  const kept = retentions.find((each) => each.name === name)?.kept ?? { years: 10 };
  const start = new Date(now);
  if ('days' in kept) start.setUTCDate(start.getUTCDate() - kept.days);
  else start.setUTCFullYear(start.getUTCFullYear() - kept.years);
  // 29 February of another year is 1 March, of which nothing is over yet.
  if ('years' in kept && start.getUTCDate() !== now.getUTCDate()) start.setUTCHours(0, 0, 0, 0);
  return start;
}
