import anyAscii from 'any-ascii';
import { distance } from 'fastest-levenshtein';

/** How a typed name compares with a holder's (EPC verification of payee). */
export type NameMatch = 'match' | 'close_match' | 'no_match';

const titles = /^(m|mr|mrs|ms|mme|mlle|dr|me|herr|frau)$/;
const legalForms = /^(sa|sas|sarl|eurl|sci|bv|gmbh|ag|srl|spa|ltd|plc|kg)$/;

/** Words without case, accents, punctuation, titles and legal forms. */
const words = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !titles.test(word) && !legalForms.test(word));

/**
 * Compares names: equal but for case, accents, punctuation, titles and legal forms is a match; another script or spelling,
 * another order of the words, initials, a word left out and small mistakes are close to it.
 */
export function compareNames(typed: string, holder: string): NameMatch {
  const [left, right] = [words(typed), words(holder)];
  if (left.length === 0 || right.length === 0) return 'no_match';
  if (left.join(' ') === right.join(' ')) return 'match';
  const [first, second] = [left, right].map((each) => each.flatMap((word) => words(anyAscii(word))));
  return first && second && isClose(first, second) ? 'close_match' : 'no_match';
}

function isClose(left: string[], right: string[]): boolean {
  const [few, many] = left.length <= right.length ? [left, right] : [right, left];
  // One word of a longer name names nobody in particular.
  if (few.length === 1 && many.length > 1) return isNearly(few.join(''), many.join(''));
  const remaining = [...many];
  let initials = 0;
  for (const word of few) {
    const at = remaining.findIndex((other) => isNearly(word, other) || isInitial(word, other));
    const [found] = at < 0 ? [] : remaining.splice(at, 1);
    if (found === undefined) return false;
    if (!isNearly(word, found)) initials += 1;
  }
  return initials < few.length && remaining.length <= 1;
}

/** One mistake in five letters, at most three. */
const isNearly = (left: string, right: string): boolean =>
  distance(left, right) <= Math.min(3, Math.floor(Math.min(left.length, right.length) / 5));

const isInitial = (left: string, right: string): boolean =>
  (left.length === 1 && right.startsWith(left)) || (right.length === 1 && left.startsWith(right));
