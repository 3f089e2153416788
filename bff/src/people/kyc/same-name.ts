/** Letters without a Unicode decomposition. */
const ligatures: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' };

/** Whether two names are equal, ignoring accents, case, punctuation and order. */
export const isSameName = (one: string, other: string): boolean => plainName(one) === plainName(other);

const plainName = (name: string) =>
  name
    .toLowerCase()
    .replace(/[œæßøłđ]/g, (letter) => ligatures[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ');
