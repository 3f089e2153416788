import { likeness } from '../screening/likeness';
import { spellingsOf } from './transliteration';
import type { ZoneData } from './zone-data';

/** How the name of a form is beside that of a document: only the same one is beyond doubt. */
type NameResult = 'same' | 'close' | 'other';

/** Names at least this like each other (Jaro and Winkler) are called close, so that the reviewer looks for a slip. */
const closeFrom = 0.9;

/**
 * Compares a form's name with that of a zone, in every spelling that the zone may have. The same are family names with the same
 * letters, however they are divided into words, and given names of which the first is the first of the document's; the
 * others may be left out. A name that fills its field in the zone may go on.
 */
export function compareHolder(form: { firstName: string; lastName: string }, zone: ZoneData): NameResult {
  const [families, givens] = [spellingsOf(form.lastName), spellingsOf(form.firstName)];
  const isFamily = families.some((words) => isSameFamily(words, zone));
  const isGiven = givens.some((words) => isSameGiven(words, zone));
  if (isFamily && isGiven) return 'same';
  const printed = [...zone.familyNames, ...zone.givenNames].map((word) => word.toLowerCase());
  const alike = Math.max(
    ...families.flatMap((family) =>
      givens.map((given) =>
        likeness(
          [...family, ...given].map((word) => word.toLowerCase()),
          printed,
        ),
      ),
    ),
  );
  return alike >= closeFrom ? 'close' : 'other';
}

function isSameFamily(words: string[], { familyNames, isNameCut }: ZoneData): boolean {
  const [typed, printed] = [words.join(''), familyNames.join('')];
  return typed !== '' && (typed === printed || (isNameCut && isBeginning(printed, typed)));
}

/** Fewer letters than this identify nobody. */
const leastBeginning = 8;

const isBeginning = (printed: string, typed: string) =>
  printed.length >= leastBeginning && typed.startsWith(printed);

function isSameGiven(words: string[], { givenNames, isNameCut }: ZoneData): boolean {
  const [first] = words;
  if (first === undefined || givenNames.length === 0) return false;
  if (words.join('') === givenNames.join('')) return true;
  const isLast = (at: number) => isNameCut && at === givenNames.length - 1;
  let from = 0;
  for (const [index, word] of words.entries()) {
    const at = givenNames.findIndex(
      (printed, place) =>
        place >= from &&
        (printed === word || (isLast(place) && printed.length > 2 && word.startsWith(printed))),
    );
    if (at < 0) return isNameCut && index > 0 && from >= givenNames.length;
    if (index === 0 && at !== 0) return false;
    from = at + 1;
  }
  return true;
}
