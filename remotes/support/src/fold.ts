/** Normalises text for comparison: no case, accents or punctuation, single spaces, and `1 000 €` as `1000€`. */
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
