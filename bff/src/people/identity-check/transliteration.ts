import anyAscii from 'any-ascii';

/** Latin letters whose spelling in a zone is not that without the accent (ICAO 9303, part 3, section 6.A), the usual first. */
const latin = {
  Å: ['AA', 'A'],
  Ä: ['AE', 'A'],
  Æ: ['AE'],
  Ĳ: ['IJ'],
  Ñ: ['N', 'NXX'],
  Ö: ['OE', 'O'],
  Ø: ['OE', 'O'],
  Œ: ['OE'],
  Ü: ['UE', 'UXX', 'U'],
  ß: ['SS'],
  ẞ: ['SS'],
  Þ: ['TH'],
  Ð: ['D'],
  Đ: ['D'],
  Ħ: ['H'],
  ı: ['I'],
  ĸ: ['Q'],
  Ł: ['L'],
  Ŋ: ['N'],
  Ŧ: ['T'],
} satisfies Record<string, string[]>;

/** Cyrillic letters (section 6.B), with the spellings of single states after the usual one. */
const cyrillic = {
  А: ['A'],
  Б: ['B'],
  В: ['V'],
  Г: ['G', 'H'],
  Ґ: ['G'],
  Д: ['D'],
  Ђ: ['D'],
  Е: ['E'],
  Ё: ['E', 'IO'],
  Є: ['IE'],
  Ж: ['ZH', 'Z'],
  З: ['Z'],
  И: ['I', 'Y'],
  І: ['I'],
  Ї: ['I'],
  Й: ['I'],
  Ј: ['J'],
  К: ['K'],
  Л: ['L'],
  Љ: ['LJ'],
  М: ['M'],
  Н: ['N'],
  Њ: ['NJ'],
  О: ['O'],
  П: ['P'],
  Р: ['R'],
  С: ['S'],
  Т: ['T'],
  Ћ: ['C'],
  У: ['U'],
  Ў: ['U'],
  Ф: ['F'],
  Х: ['KH', 'H'],
  Ц: ['TS', 'C'],
  Ч: ['CH', 'C'],
  Џ: ['DZ', 'DJ'],
  Ш: ['SH', 'S'],
  Щ: ['SHCH', 'SHT'],
  Ъ: ['IE', ''],
  Ы: ['Y'],
  Ь: [''],
  Э: ['E'],
  Ю: ['IU'],
  Я: ['IA'],
} satisfies Record<string, string[]>;

const tables: Partial<Record<string, string[]>> = { ...latin, ...cyrillic };

/** A name has at most this many spellings: three letters with all of theirs. */
const mostSpellings = 64;

/**
 * The spellings that a name may have in a machine-readable zone, the usual one first, in capital letters: hyphens and spaces
 * part words, apostrophes vanish.
 */
export function spellingsOf(name: string): string[][] {
  const words = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/['’ʼ`.]/g, '')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '');
  return words.reduce<string[][]>(
    (whole, word) =>
      whole.flatMap((before) => wordSpellings(word).map((each) => [...before, each])).slice(0, mostSpellings),
    [[]],
  );
}

function wordSpellings(word: string): string[] {
  let spellings = [''];
  for (const letter of word) {
    const options = tables[letter] ?? tables[letter.toUpperCase()] ?? [plain(letter)];
    spellings = spellings
      .flatMap((before) => options.map((option) => before + option))
      .slice(0, mostSpellings);
  }
  return [...new Set(spellings)];
}

/** Other letters without their accents, and those of other scripts by their sound. */
const plain = (letter: string): string =>
  anyAscii(letter)
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
