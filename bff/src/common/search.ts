/** A LIKE pattern that finds the typed text anywhere, its own `%`, `_` and `\` taken literally. */
export const containing = (typed: string): string => `%${literally(typed)}%`;

/** A LIKE pattern that finds what begins with the typed text. */
export const beginningWith = (typed: string): string => `${literally(typed)}%`;

/** What in names, e-mail addresses and usernames stands between two words. */
const separators = [' ', '-', "'", '’', '.', '@', '_'];

/** LIKE patterns of which one finds the typed text at the start of a word; the text searched begins with a space. */
export const startingWord = (typed: string): string[] =>
  separators.map((separator) => `%${literally(separator)}${literally(typed)}%`);

/** The typed text as LIKE takes it to the letter. */
export const literally = (typed: string) => typed.replace(/[\\%_]/g, '\\$&');
