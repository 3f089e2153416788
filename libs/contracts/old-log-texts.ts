import type { Language } from './language';
import en from './locales/log.en.json';
import fr from './locales/log.fr.json';
import type { LogTextName } from './log-texts';
import { fillPlaceholders } from './placeholders';

/** A regular expression for a filled text, with a named group for each placeholder. */
const patternOf = (text: string) =>
  new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^]+)')}$`);

const wordsOf = (text: string) => text.replace(/\{\w+\}/g, '').length;

/** The most specific texts come first, since a filled text may also match a less specific one. */
const patterns = (Object.keys(fr) as LogTextName[])
  .filter((name) => name !== 'movement.leg')
  .sort((left, right) => wordsOf(fr[right]) - wordsOf(fr[left]))
  .map((name) => ({ name, pattern: patternOf(fr[name]) }));
const leg = patternOf(fr['movement.leg']);

/**
 * The text of a log line that was stored as a French sentence, before lines stored facts. In English it is
 * translated when it matches a known French text, and returned unchanged otherwise.
 */
export function oldLogText(message: string, language: Language): string {
  if (language === 'fr') return message;
  for (const { name, pattern } of patterns) {
    const found = pattern.exec(message);
    if (found) return filled(en[name], found.groups ?? {});
  }
  return message;
}

const filled = (text: string, values: Record<string, string>): string =>
  fillPlaceholders(text, (name) => (name === 'legs' ? legsText(values.legs ?? '') : (values[name] ?? '')));

/** The sides of a movement, such as `-1,00 EUR sur le compte 7`, separated by commas. */
const legsText = (legs: string): string =>
  legs
    .split(', ')
    .map((side) => filled(en['movement.leg'], leg.exec(side)?.groups ?? { sum: side }))
    .join(', ');
