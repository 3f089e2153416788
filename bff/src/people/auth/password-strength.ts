import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as french } from '@zxcvbn-ts/language-fr';

/** zxcvbn's score 2 of 4, which six random characters just reach. */
const enoughGuesses = 1e6;

/** The same for the rest of a password without the person's and the bank's words: more than four digits. */
const enoughGuessesOfRest = 1e4;

/** The bank's own words, longer ones before the words that they contain. */
const bankWords = ['bankpcs', 'banque', 'bank', 'pcs'];

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

/** Bounds the time of a check to a few milliseconds. */
const maxCheckedLength = 40;
let strength: ZxcvbnFactory | undefined;

function guesses(password: string): number {
  strength ??= new ZxcvbnFactory({
    dictionary: {
      passwords: common['passwords-common'],
      words: french['commonWords-fr'],
      names: french['firstnames-fr'],
    },
    graphs: adjacencyGraphs,
    maxLength: maxCheckedLength,
    l33tMaxSubstitutions: 5,
  });
  return strength.check(password).guesses;
}

/**
 * Whether a password is easy to guess: a common one, a keyboard pattern, words followed by a number, or little more than
 * the person's own words (names, e-mail, username) or the bank's.
 */
export function isWeak(password: string, own: readonly string[]): boolean {
  // Guessers try other capitalisations first.
  if (guesses(password.toLowerCase()) < enoughGuesses) return true;
  const rest = without(password, own);
  return rest !== undefined && guesses(rest) <= enoughGuessesOfRest;
}

/** The letters and digits of a password outside of known words; undefined when it contains none. */
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
  const rest = Array.from(plain(password)).filter((_character, place) => !known.has(place));
  return rest.join('').replace(/[^\p{L}\p{N}]/gu, '');
}

/** A name or an address, and its parts of at least three characters. */
const wordsOf = (text: string) => {
  const parts = text.replace(/@.*$/, '').split(/[^\p{L}\p{M}\p{N}]+/u);
  return [text, ...parts].map(fold).filter((word) => word.length >= 3);
};

/** Without accents, keeping one position per character. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const fold = (text: string) => Array.from(plain(text), (character) => leet[character] ?? character).join('');
