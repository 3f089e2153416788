// Loaded when the language changes below a sentence: the texts of all refusals weigh too much for the first view.
import type { Language } from '@bank/contracts/language';
import errorsEn from '@bank/contracts/locales/errors.en.json';
import errorsFr from '@bank/contracts/locales/errors.fr.json';
import levelsEn from '@bank/contracts/locales/levels.en.json';
import levelsFr from '@bank/contracts/locales/levels.fr.json';
import rulesEn from '@bank/contracts/locales/validation.en.json';
import rulesFr from '@bank/contracts/locales/validation.fr.json';
import { unbroken } from './format';

/** A set of texts, by key. */
export type Catalogue = Record<Language, Record<string, string>>;

/** The server's refusals, and the rules of the contracts. */
const refusals: readonly Catalogue[] = [
  { fr: errorsFr, en: errorsEn },
  { fr: levelsFr, en: levelsEn },
  { fr: rulesFr, en: rulesEn },
];

interface Match {
  /** The same text in the wanted language. */
  text: string;
  values: Record<string, string>;
  /** How many characters are the text's own. */
  own: number;
}

/**
 * The sentence in a language that it is not in, by the text that has most of it in its own words. The values that it quotes
 * are kept, or put into the language too where they are sentences. A sentence of no text stays as it is.
 */
export function reword(sentence: string, to: Language, page: readonly Catalogue[]): string {
  const from: Language = to === 'fr' ? 'en' : 'fr';
  const worded = spaced(sentence);
  const matches = [...refusals, ...page].flatMap((texts) =>
    Object.entries(texts[from]).flatMap(([key, text]): Match[] => {
      const match = matchOf(worded, spaced(text));
      const other = texts[to][key];
      return match && other !== undefined ? [{ ...match, text: other }] : [];
    }),
  );
  const [best] = matches.sort((one, other) => other.own - one.own);
  if (!best) return sentence;
  const said = best.text.replace(/\{\{(.+?)\}\}/g, (whole, name: string) => {
    const value = best.values[name.trim()];
    return value === undefined ? whole : reword(value, to, page);
  });
  return unbroken(said);
}

/** Ordinary spaces: those of a server's sentence and of a typed text differ. */
const spaced = (text: string): string => text.replace(/\s/g, ' ');

function matchOf(sentence: string, text: string): Omit<Match, 'text'> | undefined {
  if (sentence === text) return { values: {}, own: Infinity };
  // Its own words and the names of its values, in turn.
  const parts = text.split(/\{\{(.+?)\}\}/);
  const own = parts
    .filter((_, at) => at % 2 === 0)
    .join('')
    .replaceAll(' ', '').length;
  if (parts.length === 1 || own === 0) return undefined;
  const names = parts.filter((_, at) => at % 2 === 1).map((name) => name.trim());
  const pattern = parts.map((part, at) => (at % 2 === 0 ? literal(part) : '(.+)')).join('');
  const [, ...values] = new RegExp(`^${pattern}$`).exec(sentence) ?? [];
  if (values.length === 0) return undefined;
  return { values: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])), own };
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
