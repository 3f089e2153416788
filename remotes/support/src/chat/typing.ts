/** Errors that are tolerated in a word of so many letters: short words differ by a letter from others. */
const toleratedIn = (length: number): number => (length < 5 ? 0 : length < 9 ? 1 : 2);

/** Whether two folded words are one, but for its plural or a typing error: a letter too many, missing, wrong or swapped. */
export function isSameWord(word: string, typed: string): boolean {
  if (word === typed) return true;
  const tolerated = toleratedIn(Math.min(word.length, typed.length));
  if (Math.abs(word.length - typed.length) > tolerated) return isPlural(word, typed) || isPlural(typed, word);
  return isPlural(word, typed) || isPlural(typed, word) || distance(word, typed, tolerated) <= tolerated;
}

const isPlural = (word: string, longer: string) =>
  word.length > 2 && ['s', 'x', 'e', 'es'].some((ending) => word + ending === longer);

/** Of words longer than this nothing is compared: it would only cost time. */
const longest = 40;

/** The fewest errors between two words (optimal string alignment); above `most` some number above it. */
function distance(one: string, other: string, most: number): number {
  if (one.length > longest || other.length > longest) return most + 1;
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isEqual = one[row - 1] === other[at - 1];
      let least = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isEqual ? 0 : 1),
      );
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (isSwapped) least = Math.min(least, (before[at - 2] ?? 0) + 1);
      current.push(least);
    }
    if (Math.min(...current) > most) return most + 1;
    [before, last] = [last, current];
  }
  return last[other.length] ?? most + 1;
}
