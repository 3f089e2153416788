import type { ApprovalSummary } from '@bank/contracts/call-approvals';
import type { Language } from '@bank/contracts/language';
import { withValues } from '@bank/contracts/placeholders';
import en from '../../../locales/approvals.en.json';
import fr from '../../../locales/approvals.fr.json';
import { plainAmountText } from '../../platform/exports/notation';

const texts: Record<Language, Record<keyof typeof fr, string>> = { fr, en };

/** The sentence that a person approves: the action, and for a payment its amount and payee. */
export function summaryText(summary: ApprovalSummary, language: Language): string {
  const { action, amount, currency = 'EUR', payee = '', account, detail = '' } = summary;
  const values: Record<string, string> = {
    amount: amount === undefined ? '' : plainAmountText(amount, currency),
    payee: account === undefined ? payee : `${payee} (${account})`,
    detail,
  };
  return withValues(texts[language][action], values).trim();
}

/** The whole text message of a code. */
export const messageText = (values: Record<string, string>, language: Language): string =>
  withValues(texts[language].sms, values);
