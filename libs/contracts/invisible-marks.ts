/**
 * A value without the marks of no width that copying brings along, such as a byte order mark, or the direction marks around a
 * number in a list of contacts (Unicode, general category Cf).
 */
export const withoutMarks = (value: string): string => value.replace(/\p{Cf}/gu, '');

/** A number or code without anything that cannot be seen: blanks of any width, and marks. */
export const compact = (value: string): string => value.replace(/[\s\p{Cf}]/gu, '');
