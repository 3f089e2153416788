import type { Language } from './language';
import en from './locales/log.en.json';
import fr from './locales/log.fr.json';

const texts: Record<Language, typeof fr> = { fr, en };
type TextName = keyof typeof fr;

const placeholder = /\{(\w+)\}/g;

/** What a sentence of the log looks like; what stands for each placeholder is a group of its name. */
const patternOf = (text: string) =>
  new RegExp(
    `^${text
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(placeholder, (_whole, name: string) => `(?<${name}>[^]+)`)}$`,
  );

const wordsOf = (text: string) => text.replace(placeholder, '').length;

/** The sentences with more words of their own come first: one may look like another with its placeholders filled. */
const sentences = (Object.keys(fr) as TextName[])
  .filter((name) => name !== 'movement.leg')
  .sort((left, right) => wordsOf(fr[right]) - wordsOf(fr[left]))
  .map((name) => ({ name, pattern: patternOf(fr[name]) }));
const leg = patternOf(fr['movement.leg']);

/**
 * A sentence of the activity log in a language. The log is written in French and sealed as it is, so that a line says
 * for ever what it said; in another language it is what its French sentence says there. One that is not known stays.
 */
export function logText(message: string, language: Language): string {
  if (language === 'fr') return message;
  for (const { name, pattern } of sentences) {
    const found = pattern.exec(message);
    if (found) return filled(texts[language][name], found.groups ?? {}, language);
  }
  return message;
}

const filled = (text: string, values: Record<string, string>, language: Language): string =>
  text.replace(placeholder, (_whole, name: string) => {
    const value = values[name] ?? '';
    return name === 'legs' ? legsText(value, language) : value;
  });

/** The sides of a movement, `-1,00 EUR sur le compte 7` each, which commas part. */
const legsText = (legs: string, language: Language): string =>
  legs
    .split(', ')
    .map((side) => filled(texts[language]['movement.leg'], leg.exec(side)?.groups ?? { sum: side }, language))
    .join(', ');
