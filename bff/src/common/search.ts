/** A LIKE pattern that finds the typed text anywhere, its own `%`, `_` and `\` taken literally. */
export const containing = (typed: string): string => `%${literally(typed)}%`;

/** A LIKE pattern that finds what begins with the typed text. */
export const beginningWith = (typed: string): string => `${literally(typed)}%`;

/** What in names, e-mail addresses and usernames stands between two words, beside a space. */
const separators = ['-', "'", '’', '.', '@', '_'];

/** SQL for a text whose words are all parted by spaces. */
export const spaced = (text: string): string =>
  separators.reduce((sql, separator) => `REPLACE(${sql}, '${separator.replace("'", "''")}', ' ')`, text);

/** A LIKE pattern that finds the typed text at the start of a word of a `spaced` text, which begins with a space. */
export const startingWord = (typed: string): string =>
  `% ${literally(separators.reduce((text, separator) => text.replaceAll(separator, ' '), typed))}%`;

/** The typed text as LIKE takes it to the letter. */
export const literally = (typed: string) => typed.replace(/[\\%_]/g, '\\$&');
