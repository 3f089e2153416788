import type { Language } from '@bank/contracts/language';
import { privacyTexts } from './privacy-texts';

/** How long data is kept after the end of the relation. */
type Kept = { days: number } | { years: number };

/** A kind of data. */
export interface Retention {
  /** The name of its texts in `locales/privacy.*.json`: `kept.<name>`. */
  name: 'choices' | 'contact' | 'identity' | 'support' | 'operations' | 'ledger' | 'log' | 'exports';
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

/** What is kept how long. Every table with data of persons belongs to one kind; `tests/api/retention.test.ts` holds that. */
export const retentions: readonly Retention[] = [
  {
    name: 'choices',
    kept: { days: 0 },
    law: { fr: 'art. 17 du RGPD', en: 'art. 17 GDPR' },
    then: 'erased',
    tables: [
      ...['preferences', 'direct_debit_settings', 'direct_debit_creditors', 'two_factor', 'recovery_codes'],
      ...['sessions', 'email_changes', 'password_resets', 'mfa_challenges', 'idempotency_keys', 'events'],
      'pending_signups',
    ],
  },
  {
    name: 'contact',
    kept: { days: 30 },
    law: { fr: 'art. 6 §1 b du RGPD', en: 'art. 6(1)(b) GDPR' },
    then: 'erased',
    tables: ['profiles', 'notifications', 'partner_applications', 'beneficiaries'],
  },
  {
    name: 'identity',
    kept: { years: 5 },
    law: moneyLaundering,
    then: 'erased',
    tables: ['kyc_submissions', 'documents'],
  },
  {
    name: 'support',
    kept: { years: 5 },
    law: { fr: 'art. 2224 du code civil', en: 'art. 2224, civil code' },
    then: 'erased',
    tables: ['tickets', 'ticket_answers', 'ticket_attachments'],
  },
  {
    name: 'operations',
    kept: { years: 10 },
    law: accounting,
    then: 'nameless',
    tables: [
      ...['users', 'cards', 'payments', 'payment_findings', 'mandates', 'direct_debits', 'standing_orders'],
      ...['scheduled_payments', 'top_ups', 'exchange_quotes', 'incoming_credits', 'staff_approvals'],
    ],
  },
  {
    name: 'ledger',
    kept: { years: 10 },
    law: accounting,
    then: 'stays',
    tables: [
      ...[
        'accounts',
        'entries',
        'transfers',
        'holds',
        'balance_adjustments',
        'balance_snapshots',
        'fee_plans',
      ],
      ...['weekly_fees', 'statements', 'statement_files', 'card_writes'],
    ],
  },
  {
    name: 'log',
    kept: { years: 10 },
    law: { fr: 'art. 17 §3 b et 32 du RGPD', en: 'art. 17(3)(b) and 32 GDPR' },
    then: 'stays',
    tables: ['audit_log', 'authority_changes'],
  },
  {
    name: 'exports',
    kept: { years: 1 },
    law: { fr: 'art. 5 §2 du RGPD', en: 'art. 5(2) GDPR' },
    then: 'erased',
    tables: ['data_exports'],
  },
];

/** A line of the table in words. */
export interface RetentionLine {
  kind: string;
  kept: string;
  law: string;
}

/** The table in a language. */
export function retentionLines(language: Language): RetentionLine[] {
  const say = privacyTexts(language);
  return retentions.map(({ name, kept, law }) => ({
    kind: say(`kept.${name}`),
    kept:
      'years' in kept
        ? say(kept.years === 1 ? 'year' : 'years', { count: String(kept.years) })
        : kept.days === 0
          ? say('at_once')
          : say('days', { count: String(kept.days) }),
    law: law[language],
  }));
}
