/** A LIKE pattern for texts that contain the typed text, whose `%`, `_` and `\` are taken literally. */
export const containing = (typed: string): string => `%${literally(typed)}%`;

/** A LIKE pattern for texts that begin with the typed text. */
export const beginningWith = (typed: string): string => `${literally(typed)}%`;

/** Separators of words in names, e-mail addresses and usernames, beside the space. */
const separators = ['-', "'", '’', '.', '@', '_'];

/** SQL for a text with every separator replaced by a space. */
export const spaced = (text: string): string =>
  separators.reduce((sql, separator) => `REPLACE(${sql}, '${separator.replace("'", "''")}', ' ')`, text);

/** A LIKE pattern for the typed text at the start of a word of a `spaced` text, which must begin with a space. */
export const startingWord = (typed: string): string =>
  `% ${literally(separators.reduce((text, separator) => text.replaceAll(separator, ' '), typed))}%`;

/** The typed text with LIKE's special characters escaped. */
export const literally = (typed: string) => typed.replace(/[\\%_]/g, '\\$&');
