import type { Language } from './language';
import en from './locales/log.en.json';
import fr from './locales/log.fr.json';
import { logWord } from './log-words';
import { fillPlaceholders } from './placeholders';

/** A sentence of the activity log, by its name in `locales/log.*.json`; `_one` ends its form for a `count` in the singular. */
export type LogTextName = Exclude<keyof typeof fr, `${string}_one`>;

/** One side of a movement: the signed amount with its currency, and the account's number. */
export interface LogLeg {
  sum: string;
  account: number;
}

/** The values of a sentence's placeholders. */
export type LogValues = Record<string, string | number | LogLeg[]>;

/** The facts of a log line, from which its sentence is written in the reader's language. */
export interface LogFacts {
  text: LogTextName;
  values?: LogValues;
}

const texts: Record<Language, Record<string, string>> = { fr, en };

/** The sentence of a log line in a language, its values in words; an unknown name, of a newer server, is returned unchanged. */
export function logSentence(text: string, values: LogValues, language: Language): string {
  return fillPlaceholders(textOf(text, values.count, language), (name) => {
    const value = values[name] ?? '';
    return Array.isArray(value) ? legsText(value, language) : logWord(text, name, value, language);
  });
}

function textOf(name: string, count: LogValues[string] | undefined, language: Language): string {
  const inLanguage = texts[language];
  const isOne = count !== undefined && new Intl.PluralRules(language).select(Number(count)) === 'one';
  const form = isOne && Object.hasOwn(inLanguage, `${name}_one`) ? `${name}_one` : name;
  return (Object.hasOwn(inLanguage, form) ? inLanguage[form] : undefined) ?? name;
}

const legsText = (legs: LogLeg[], language: Language): string =>
  legs
    .map(({ sum, account }) => ({ sum: sumText(sum, language), account }))
    .map((leg) => logSentence('movement.leg', leg, language))
    .join(', ');

/** A sum is stored with a hyphen, the decimal comma of French and a space that may break. */
const sumText = (sum: string, language: Language): string =>
  sum
    .replace('-', '\u2212')
    .replace(' ', '\u00a0')
    .replace(',', language === 'en' ? '.' : ',');
