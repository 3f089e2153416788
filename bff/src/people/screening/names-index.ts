import type { SanctionsFinding } from '@bank/contracts/payments';
import type { ListedEntity } from '../../ports/sanctions/sanctions-source';
import { likeness, wordsOf } from './likeness';

/** Names at least this like one of the list are found; for a payee in a country of the entry a little less is enough. */
const foundFrom = 0.92;
const foundFromInCountry = 0.89;
/** A person reads no more of them. */
const findingsMaximum = 10;

interface IndexedName {
  entity: number;
  words: string[];
}

/**
 * The names of a sanctions list, found by their likeness. Names are compared that share the beginning, the end or the
 * consonants of at least two words, or of all if there is one.
 */
export class NamesIndex {
  private readonly entities: Omit<SanctionsFinding, 'likeness'>[] = [];
  private readonly names: IndexedName[] = [];
  private readonly byKey = new Map<string, number[]>();

  add({ entry, name, aliases, countries, programs }: ListedEntity): void {
    const entity = this.entities.push({ entry, name, countries, programs }) - 1;
    const spellings = new Map([name, ...aliases].map((each) => [wordsOf(each).join(' '), wordsOf(each)]));
    for (const words of spellings.values()) {
      if (words.length === 0) continue;
      const at = this.names.push({ entity, words }) - 1;
      for (const key of new Set([...words.flatMap(keysOf), ...joinedKeys(words)])) {
        const known = this.byKey.get(key);
        if (known) known.push(at);
        else this.byKey.set(key, [at]);
      }
    }
  }

  /** The entities that a name is like, the likest first, each with the name of the list. */
  find(name: string, country?: string): SanctionsFinding[] {
    const words = wordsOf(name);
    const best = new Map<number, number>();
    for (const at of this.candidates(words)) {
      const { entity, words: listed } = this.names[at] ?? { entity: 0, words: [] };
      const alike = likeness(words, listed);
      if (alike > (best.get(entity) ?? 0)) best.set(entity, alike);
    }
    return [...best]
      .flatMap(([entity, alike]) => {
        const found = this.entities[entity];
        return found ? [{ ...found, likeness: Math.round(alike * 1000) / 1000 }] : [];
      })
      .filter(
        ({ likeness: alike, countries }) =>
          alike >= (country && countries.split(';').includes(country) ? foundFromInCountry : foundFrom),
      )
      .sort((one, other) => other.likeness - one.likeness)
      .slice(0, findingsMaximum);
  }

  private candidates(words: string[]): number[] {
    const shared = new Map<number, number>();
    for (const word of words) {
      const same = new Set(keysOf(word).flatMap((key) => this.byKey.get(key) ?? []));
      for (const at of same) shared.set(at, (shared.get(at) ?? 0) + 1);
    }
    const enough = (at: number) => Math.min(2, words.length, this.names[at]?.words.length ?? 0);
    const byWords = [...shared].filter(([at, count]) => count >= enough(at)).map(([at]) => at);
    return [...new Set([...byWords, ...joinedKeys(words).flatMap((key) => this.byKey.get(key) ?? [])])];
  }
}

/** A word by its beginning, its end, and its consonants without doubles, in which typing mistakes seldom fall at once. */
function keysOf(word: string): string[] {
  if (word.length <= 3) return [`^${word}`, `$${word}`];
  const consonants = word.replace(/[aeiouy]/g, '').replace(/(.)\1+/g, '$1');
  return [`^${word.slice(0, 3)}`, `$${word.slice(-3)}`, ...(consonants.length > 1 ? [`#${consonants}`] : [])];
}

/** The whole name, for those that are divided into words in another way. */
function joinedKeys(words: string[]): string[] {
  const whole = words.join('');
  return whole.length < 7 ? [] : [`<${whole.slice(0, 6)}`, `>${whole.slice(-6)}`];
}
