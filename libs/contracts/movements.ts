import type { Language } from './language';
import en from './locales/movements.en.json';
import fr from './locales/movements.fr.json';

const texts: Record<Language, typeof fr> = { fr, en };

/** What the books say of a movement in the bank's own words, which are French; see `movementText`. */
export const bankWords = { deposit: fr.deposit, fee: fr.fee } as const;

/** What the books say of an adjustment. */
export const adjustmentWords = (reason: string): string =>
  fr.adjustment_why.replace('{reason}', () => reason);

const wholeWords = ['adjustment', 'deposit', 'fee'] as const;
const adjustment = adjustmentWords('');

/**
 * What the books say of a movement, in a language: somebody's own words as they are, the bank's translated. The reason
 * of an adjustment stands after these.
 */
export function movementText(description: string, language: Language): string {
  const name = wholeWords.find((each) => fr[each] === description);
  if (name) return texts[language][name];
  if (!description.startsWith(adjustment)) return description;
  return texts[language].adjustment_why.replace('{reason}', () => description.slice(adjustment.length));
}
