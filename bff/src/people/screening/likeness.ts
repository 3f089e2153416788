import anyAscii from 'any-ascii';

/** Words that stand before a name, and forms of companies: they are no part of it. */
const ignored = new Set(
  'mr mrs ms mme mlle dr prof sir monsieur madame ltd llc inc sa sarl sas gmbh ag plc co corp ooo oao zao pjsc'.split(
    ' ',
  ),
);

/** The words of a name in Latin letters, without accents and punctuation. */
export const latinWords = (name: string): string[] =>
  anyAscii(name.toWellFormed().normalize('NFC'))
    .toLowerCase()
    .replace(/['`]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** The same without titles and forms of companies. */
export function wordsOf(name: string): string[] {
  const words = latinWords(name);
  const own = words.filter((word) => !ignored.has(word));
  return own.length > 0 ? own : words;
}

/** Words less like each other than this are different ones. */
const leastAlike = 0.82;
/** A name whose words all stand in another, which has more, is a little less than the same. */
const partOfName = 0.96;
/** Names that are written together are compared whole from this length on. */
const joinedLength = 7;

/** How like two names are, from 0 to 1, whatever the order of their words. */
export function likeness(one: readonly string[], other: readonly string[]): number {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (shorter.length === 0) return 0;
  const left = [...longer];
  let whole = 0;
  let part = 0;
  for (const word of [...shorter].sort((first, second) => second.length - first.length)) {
    const { at, alike } = mostAlike(word, left);
    if (alike < leastAlike) continue;
    whole += alike * (word.length + (left[at]?.length ?? 0));
    part += alike * word.length;
    left.splice(at, 1);
  }
  const lengthOf = (words: readonly string[]) => words.reduce((sum, { length }) => sum + length, 0);
  const asWhole = whole / (lengthOf(shorter) + lengthOf(longer));
  const asPart = shorter.length > 1 ? (partOfName * part) / lengthOf(shorter) : 0;
  return Math.max(asWhole, asPart, joined(shorter, longer));
}

function mostAlike(word: string, others: readonly string[]): { at: number; alike: number } {
  let best = { at: -1, alike: 0 };
  for (const [at, other] of others.entries()) {
    const alike = jaroWinkler(word, other);
    if (alike > best.alike) best = { at, alike };
  }
  return best;
}

/** For names that are divided into words in another way. */
function joined(one: readonly string[], other: readonly string[]): number {
  if (one.length === other.length) return 0;
  const [first, second] = [one.join(''), other.join('')];
  if (Math.min(first.length, second.length) < joinedLength) return 0;
  return Math.abs(first.length - second.length) > 2 ? 0 : jaroWinkler(first, second);
}

/** The likeness of two words by Jaro and Winkler: 1 for the same, more for the same beginning. */
export function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1;
  const jaro = jaroOf(one, other);
  let prefix = 0;
  while (prefix < 4 && one[prefix] !== undefined && one[prefix] === other[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}

function jaroOf(one: string, other: string): number {
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1);
  const taken = new Array<boolean>(other.length).fill(false);
  const matched: string[] = [];
  for (let at = 0; at < one.length; at += 1) {
    const end = Math.min(other.length, at + reach + 1);
    for (let there = Math.max(0, at - reach); there < end; there += 1) {
      if (taken[there] || one[at] !== other[there]) continue;
      taken[there] = true;
      matched.push(one[at] ?? '');
      break;
    }
  }
  if (matched.length === 0) return 0;
  const inOrder = [...other].filter((_, there) => taken[there]);
  const moved = matched.filter((letter, at) => letter !== inOrder[at]).length / 2;
  const count = matched.length;
  return (count / one.length + count / other.length + (count - moved) / count) / 3;
}
