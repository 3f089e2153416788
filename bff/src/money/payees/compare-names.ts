import { distance } from 'fastest-levenshtein';
import { latinWords } from '../../people/screening/likeness';

/** How a typed name compares with a holder's (EPC218-23, verification of payee). */
export type NameMatch = 'match' | 'close_match' | 'no_match';

const titles = new Set(['m', 'mr', 'mme', 'mlle', 'mrs', 'ms', 'monsieur', 'madame', 'mademoiselle', 'dr']);

/** A word of this length identifies a family, other than a particle such as `van`. */
const identifyingLength = 5;

/**
 * Compares names. A match has the same words, whatever their case, accents, alphabet, punctuation and order, with or without
 * a title. Close to it are initials, a left-out given name and small typing mistakes, if the main word of the family name
 * is there: without it nothing may be learnt of the holder.
 */
export function compareNames(typed: string, holder: { given: string; family: string }): NameMatch {
  const results = [latinWords(typed), latinWords(typed).filter((word) => !titles.has(word))].map((words) =>
    compareWords(words, latinWords(holder.given), latinWords(holder.family)),
  );
  return results.find((result) => result === 'match') ?? results.find(isClose) ?? 'no_match';
}

const isClose = (result: NameMatch) => result === 'close_match';

function compareWords(typed: string[], given: string[], family: string[]): NameMatch {
  const holder = [...given, ...family];
  if (typed.length === 0 || holder.length === 0) return 'no_match';
  if ([...typed].sort().join(' ') === [...holder].sort().join(' ')) return 'match';
  const families = matched(typed, family, isNearly);
  const names = matched(families.left, given, (word, name) => isNearly(word, name) || isInitial(word, name));
  const longest = Math.max(...family.map(({ length }) => length));
  const isFamily = families.found.some(({ length }) => length >= Math.min(longest, identifyingLength));
  return isFamily && names.found.length > 0 && names.left.length === 0 ? 'close_match' : 'no_match';
}

/** The words of a name that were typed, each once, and the typed words that are none of them. */
function matched(typed: string[], words: string[], isSame: (typed: string, word: string) => boolean) {
  const open = [...words];
  const found: string[] = [];
  const left = typed.filter((each) => {
    const at = open.findIndex((word) => isSame(each, word));
    if (at >= 0) found.push(...open.splice(at, 1));
    return at < 0;
  });
  return { found, left };
}

/** One typing mistake in four letters, at most two. */
const isNearly = (word: string, name: string): boolean =>
  distance(word, name) <= Math.min(2, Math.floor(Math.min(word.length, name.length) / 4));

const isInitial = (word: string, name: string): boolean => word.length === 1 && name.startsWith(word);
