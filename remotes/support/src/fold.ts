/**
 * Makes texts comparable: no case, no accents, no punctuation, one space between words, and figures in one
 * piece, as `1 000 €` and `1000€` are the same to the person who types them.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/[^\p{L}\p{N}€%]+/gu, ' ')
    .replace(/(?<=\d) (?=\d{3}(?!\d)|[€%])/g, '')
    .trim();
