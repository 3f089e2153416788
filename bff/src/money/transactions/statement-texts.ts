import { homeCurrency } from '@bank/contracts/currencies';
import type { Language } from '@bank/contracts/language';
import { movementText } from '@bank/contracts/movements';
import { bankTimeZone } from '@bank/contracts/time';
import type { Transaction, TransactionFilters } from '@bank/contracts/transactions';
import en from '../../../locales/statement.en.json';
import fr from '../../../locales/statement.fr.json';
import { plainAmountText } from '../../platform/exports/notation';
import { startOfParisDay } from '../../platform/time/paris-day';

type TextName = keyof typeof fr;
const texts: Record<Language, Record<TextName, string>> = { fr, en };
const locales: Record<Language, string> = { fr: 'fr-FR', en: 'en-GB' };

/** The texts of a statement in a language; days are Paris days. */
export function statementTexts(language: Language) {
  const day = new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: bankTimeZone,
  });
  const say = (name: TextName, values: Record<string, string> = {}) =>
    texts[language][name].replace(/\{(\w+)\}/g, (_whole, value: string) => values[value] ?? '');
  return {
    say,
    day: (moment: string | Date) => day.format(new Date(moment)),
    type: ({ type }: Pick<Transaction, 'type'>) => say(`type.${type}`),
    description: ({ description }: Pick<Transaction, 'description'>) => movementText(description, language),
    status: ({ status }: Pick<Transaction, 'status'>) => say(`status.${status}`),
    method: ({ payment_method }: Pick<Transaction, 'payment_method'>) => say(`method.${payment_method}`),
    period: ({ dateFrom, dateTo }: TransactionFilters) => {
      const from = dateFrom ? day.format(startOfParisDay(dateFrom)) : '';
      const to = dateTo ? day.format(startOfParisDay(dateTo)) : '';
      if (from && to) return say('period.between', { from, to });
      return from ? say('period.from', { from }) : to ? say('period.to', { to }) : say('period.all');
    },
    filters: ({ search, type, status, amountMin, amountMax }: TransactionFilters) => {
      const chosen = [
        type && type !== 'all' && say('filters.type', { value: say(`type.${type}`) }),
        status && status !== 'all' && say('filters.status', { value: say(`status.${status}`) }),
        amountMin !== undefined && say('filters.min', { value: plainAmountText(amountMin, homeCurrency) }),
        amountMax !== undefined && say('filters.max', { value: plainAmountText(amountMax, homeCurrency) }),
        search && say('filters.search', { value: search }),
      ].filter(Boolean);
      return chosen.join(', ') || say('filters.none');
    },
  };
}

export type StatementTexts = ReturnType<typeof statementTexts>;
