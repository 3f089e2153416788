import { daysFrom } from '@bank/contracts/days';
import { formatLocales } from '@bank/contracts/format-locales';
import type { Language } from '@bank/contracts/language';
import { bankNow } from './bank-clock';
import { bankDay, type DateInput, formatFor } from './format';
import { useLanguage } from './language';

/** The name of a group by day: `Aujourd’hui`, `Hier`, `Mardi 17 nov. 2026`, days of Paris. */
export function dayHeading(language: Language, moment: DateInput, now: DateInput = bankNow()): string {
  const ahead = daysFrom(bankDay(now), bankDay(moment));
  const { weekday, date } = formatFor(language);
  const words =
    ahead === 0 || ahead === -1
      ? new Intl.RelativeTimeFormat(formatLocales[language], { numeric: 'auto' }).format(ahead, 'day')
      : `${weekday(moment)} ${date(moment)}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `dayHeading` in the person's language. */
export function useDayHeading(): (moment: DateInput, now?: DateInput) => string {
  const language = useLanguage();
  return (moment, now) => dayHeading(language, moment, now);
}
