import type { Language } from './language';
import en from './locales/log.en.json';
import fr from './locales/log.fr.json';
import { logWord } from './log-words';

/** A sentence of the activity log, by its name in `locales/log.*.json`. */
export type LogTextName = keyof typeof fr;

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

const texts: Record<Language, Record<LogTextName, string>> = { fr, en };

/** The sentence of a log line in a language, its values in words; an unknown name, of a newer server, is returned unchanged. */
export function logSentence(text: string, values: LogValues, language: Language): string {
  return fillLogText(textOf(text as LogTextName, language), (name) => {
    const value = values[name] ?? '';
    return Array.isArray(value) ? legsText(value, language) : logWord(text, name, value, language);
  });
}

/** Replaces each placeholder of a text once; placeholders within values are not replaced. */
export const fillLogText = (text: string, valueOf: (name: string) => string): string =>
  text.replace(/\{(\w+)\}/g, (_whole, name: string) => valueOf(name));

const textOf = (name: LogTextName, language: Language): string =>
  Object.hasOwn(texts[language], name) ? texts[language][name] : name;

const legsText = (legs: LogLeg[], language: Language): string =>
  legs.map(({ sum, account }) => logSentence('movement.leg', { sum, account }, language)).join(', ');
