import { dayFormat, formatLocales } from '@bank/contracts/format-locales';
import type { Language } from '@bank/contracts/language';
import { movementText } from '@bank/contracts/movements';
import { withValues } from '@bank/contracts/placeholders';
import { bankTimeZone } from '@bank/contracts/days';
import en from '../../../locales/account-statement.en.json';
import fr from '../../../locales/account-statement.fr.json';
import { startOfParisDay } from '../../platform/time/paris-day';
import { daysAround } from '../../platform/time/paris-month';
import type { Statement, StatementLine } from './statement';

type TextName = keyof typeof fr;
const texts: Record<Language, Record<TextName, string>> = { fr, en };

/** The texts of bank details and monthly statements in a language; days are Paris days. */
export function monthlyTexts(language: Language) {
  const day = dayFormat(language, bankTimeZone);
  const month = new Intl.DateTimeFormat(formatLocales[language], {
    month: 'long',
    year: 'numeric',
    timeZone: bankTimeZone,
  });
  const t = (name: TextName, values: Record<string, string> = {}) =>
    withValues(texts[language][name], values);
  const dayText = (date: string) => day.format(startOfParisDay(date));
  return {
    t,
    day: (moment: Date) => day.format(moment),
    month: (name: string) => month.format(startOfParisDay(`${name}-01`)),
    opening: (name: string) => t('opening', { day: dayText(daysAround(name).before) }),
    closing: (name: string) => t('closing', { day: dayText(daysAround(name).last) }),
    credits: ({ credits }: Statement) => t('credits', { count: String(credits.count) }),
    debits: ({ debits }: Statement) => t('debits', { count: String(debits.count) }),
    kind: ({ kind }: StatementLine) => t(`kind.${kind}`),
    description: ({ description }: StatementLine) => movementText(description, language),
  };
}

export type MonthlyTexts = ReturnType<typeof monthlyTexts>;
