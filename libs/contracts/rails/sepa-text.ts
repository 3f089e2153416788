import anyAscii from 'any-ascii';

/**
 * Close equivalents of ASCII characters outside the character set of SEPA; all others become full stops, as the European
 * Payments Council recommends (EPC217-08, best practices for an extended character set).
 */
const equivalents: Record<string, string> = {
  '&': '+',
  _: '-',
  '~': '-',
  '"': "'",
  '`': "'",
  '[': '(',
  '{': '(',
  '<': '(',
  ']': ')',
  '}': ')',
  '>': ')',
  ';': ',',
  '|': '/',
  '\\': '/',
};

const outside = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/**
 * A text in the character set of SEPA (EPC132-08, section 1.4): letters are transliterated, controls and repeated blanks
 * collapse to one blank. At most `max` characters; empty when nothing can be written.
 */
export function sepaText(text: string, max: number): string {
  return plain(text).slice(0, max).trimEnd();
}

/** A name as `sepaText`, of 70 characters; NOTPROVIDED, as the rulebooks say it, when nothing can be written. */
export const sepaName = (name: string): string => sepaText(name, 70) || 'NOTPROVIDED';

/** As `sepaText`, in pieces of at most `max` characters; none for a text of which nothing can be written. */
export function sepaPieces(text: string, max: number): string[] {
  const written = plain(text);
  const pieces: string[] = [];
  for (let from = 0; from < written.length; from += max) {
    const piece = written.slice(from, from + max).trim();
    if (piece) pieces.push(piece);
  }
  return pieces;
}

/** As `sepaText`, for an identifier: neither begins nor ends with a slash, nor contains two in a row (EPC132-08, 1.4). */
export const sepaReference = (text: string, max: number): string =>
  plain(text)
    .replace(/\/{2,}/g, '/')
    .replace(/^[/ ]+/, '')
    .slice(0, max)
    .replace(/[/ ]+$/, '');

function plain(text: string): string {
  return anyAscii(
    text
      .toWellFormed()
      .normalize('NFC')
      .replace(/\p{C}+/gu, ' '),
  )
    .replace(outside, (character) => equivalents[character] ?? '.')
    .replace(/ +/g, ' ')
    .trim();
}
