import { jobTitle } from './job-texts';
import { dayFormat, formatLocales } from './format-locales';
import type { Language } from './language';
import en from './locales/log-words.en.json';
import fr from './locales/log-words.fr.json';

const words: Record<Language, Record<string, string>> = { fr, en };
/** The placeholders whose values may be fractions written as text. */
const fractions = ['score', 'percent'];
const isFraction = /^\d+\.\d+$/;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/**
 * One value of a sentence of the log in the reader's language: a name of the wire contract by its word in
 * `locales/log-words.*.json`, whose keys are the first part of the sentence's name, the placeholder and the value; a day
 * as `21 nov. 2026`; a fraction with the language's decimal mark. What a person typed stays unchanged.
 */
export function logWord(
  text: string,
  placeholder: string,
  value: string | number,
  language: Language,
): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : decimal(value, language);
  if (placeholder === 'day' && isoDay.test(value)) return dayFormat(language, 'UTC').format(new Date(value));
  if (isFraction.test(value) && fractions.includes(placeholder)) return decimal(Number(value), language);
  if (placeholder === 'job') return jobTitle(value, language);
  const of = `${text.split('.')[0] ?? ''}.${placeholder}.`;
  const named = value.split(', ').map((part) => wordOf(of + part, language));
  return named.every((word) => word !== undefined) ? named.join(', ') : value;
}

const wordOf = (key: string, language: Language): string | undefined =>
  Object.hasOwn(words[language], key) ? words[language][key] : undefined;

const decimal = (value: number, language: Language): string =>
  new Intl.NumberFormat(formatLocales[language]).format(value);
