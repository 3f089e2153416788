import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as french } from '@zxcvbn-ts/language-fr';

/** Where a password's score becomes 2 of 4 (zxcvbn), which six characters drawn at random just reach. */
const enoughGuesses = 1e6;

/** What must be left of a password without the words that anybody tries on this person: more than four figures. */
const enoughBeside = 1e4;

/** What guessers of this bank's passwords try, the longer word first where one holds another. */
const bankWords = ['bankpcs', 'banque', 'bank', 'pcs'];

/** Characters that stand for a letter. */
const leet: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
};

/** Bounded in what it reads and tries, so that a check takes a few milliseconds whatever was typed. */
const longestChecked = 40;
let strength: ZxcvbnFactory | undefined;

function guesses(password: string): number {
  strength ??= new ZxcvbnFactory({
    dictionary: {
      passwords: common['passwords-common'],
      words: french['commonWords-fr'],
      names: french['firstnames-fr'],
    },
    graphs: adjacencyGraphs,
    maxLength: longestChecked,
    l33tMaxSubstitutions: 5,
  });
  return strength.check(password).guesses;
}

/**
 * Whether a password is soon guessed: a common one, a walk over the keyboard, words with a number behind, or little more
 * than the person's own words (names, e-mail, username) or the bank's.
 */
export function isWeak(password: string, own: readonly string[]): boolean {
  // Capitals here and there are the first that is tried.
  if (guesses(password.toLowerCase()) < enoughGuesses) return true;
  const rest = without(password, own);
  return rest !== undefined && guesses(rest) <= enoughBeside;
}

/** The letters and figures of a password beside the known words; undefined when it has none of them. */
function without(password: string, own: readonly string[]): string | undefined {
  const folded = fold(password);
  const words = [...own.flatMap(wordsOf), ...bankWords].sort((left, right) => right.length - left.length);
  const known = new Set<number>();
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      for (let place = at; place < at + word.length; place += 1) known.add(place);
    }
  }
  if (known.size === 0) return undefined;
  const left = Array.from(plain(password)).filter((_character, place) => !known.has(place));
  return left.join('').replace(/[^\p{L}\p{N}]/gu, '');
}

/** A name or an address, and the parts of it that are long enough to be known again. */
const wordsOf = (text: string) => {
  const parts = text.replace(/@.*$/, '').split(/[^\p{L}\p{M}\p{N}]+/u);
  return [text, ...parts].map(fold).filter((word) => word.length >= 3);
};

/** Without accents, one place per character. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const fold = (text: string) => Array.from(plain(text), (character) => leet[character] ?? character).join('');
