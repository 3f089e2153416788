import { homeCurrency } from '@bank/contracts/currencies';
import { dayFormat } from '@bank/contracts/format-locales';
import type { Language } from '@bank/contracts/language';
import { movementText } from '@bank/contracts/movements';
import { withValues } from '@bank/contracts/placeholders';
import { bankTimeZone } from '@bank/contracts/days';
import type { Transaction, TransactionFilters } from '@bank/contracts/transactions';
import en from '../../../locales/statement.en.json';
import fr from '../../../locales/statement.fr.json';
import { plainAmountText } from '../../platform/exports/notation';
import { startOfParisDay } from '../../platform/time/paris-day';

type TextName = keyof typeof fr;
const texts: Record<Language, Record<TextName, string>> = { fr, en };

/** The texts of a statement in a language; days are Paris days. */
export function statementTexts(language: Language) {
  const day = dayFormat(language, bankTimeZone);
  const t = (name: TextName, values: Record<string, string> = {}) =>
    withValues(texts[language][name], values);
  return {
    t,
    day: (moment: string | Date) => day.format(new Date(moment)),
    type: ({ type }: Pick<Transaction, 'type'>) => t(`type.${type}`),
    description: ({ description }: Pick<Transaction, 'description'>) => movementText(description, language),
    status: ({ status }: Pick<Transaction, 'status'>) => t(`status.${status}`),
    method: ({ payment_method }: Pick<Transaction, 'payment_method'>) => t(`method.${payment_method}`),
    period: ({ dateFrom, dateTo }: TransactionFilters) => {
      const from = dateFrom ? day.format(startOfParisDay(dateFrom)) : '';
      const to = dateTo ? day.format(startOfParisDay(dateTo)) : '';
      if (from && to) return t('period.between', { from, to });
      return from ? t('period.from', { from }) : to ? t('period.to', { to }) : t('period.all');
    },
    filters: ({ search, type, status, amountMin, amountMax }: TransactionFilters) => {
      const chosen = [
        type && type !== 'all' && t('filters.type', { value: t(`type.${type}`) }),
        status && status !== 'all' && t('filters.status', { value: t(`status.${status}`) }),
        amountMin !== undefined && t('filters.min', { value: plainAmountText(amountMin, homeCurrency) }),
        amountMax !== undefined && t('filters.max', { value: plainAmountText(amountMax, homeCurrency) }),
        search && t('filters.search', { value: search }),
      ].filter(Boolean);
      return chosen.join(', ') || t('filters.none');
    },
  };
}

export type StatementTexts = ReturnType<typeof statementTexts>;
