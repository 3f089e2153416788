/** Prefixes of payment services before the name of the shop that they collect for. */
const collectors = /^(SQ|SP|SUMUP|SUM|ZTL|IZ|PAYPAL|PP|STRIPE|WL|CKO|NYX|LYF|TST)\s*\*\s*/i;
/** The parts after the name: numbers of shops and terminals, cities after two spaces, web addresses. */
const tails = [/\s{2,}.*$/, /\s+(N°|NO\.?|#)?\s*\d{2,}.*$/i, /\.(COM|FR|EU|NET|ORG|CO\.UK)(\/.*)?$/i];
const small = new Set([
  'de',
  'du',
  'des',
  'la',
  'le',
  'les',
  'et',
  'en',
  'à',
  'au',
  'aux',
  'of',
  'the',
  'and',
  'van',
  'den',
]);

/**
 * The name of a merchant as people know it, from the network's: `SQ *BOULANGERIE DU PORT 0042 MARSEILLE` becomes
 * `Boulangerie du Port`. A name that is written in small letters already keeps its case.
 */
export function cleanMerchantName(raw: string): string {
  const bare = tails
    .reduce((name, tail) => name.replace(tail, ''), raw.trim().replace(collectors, ''))
    .trim();
  const name = bare === '' ? raw.trim() : bare;
  if (/\p{Ll}/u.test(name)) return name;
  return name
    .toLocaleLowerCase('fr')
    .split(' ')
    .map((word, at) =>
      word.replace(/[^-'’]+/gu, (part, start: number) =>
        at + start > 0 && small.has(part) ? part : raised(part),
      ),
    )
    .join(' ');
}

const raised = (word: string) => word.replace(/^\p{L}/u, (letter) => letter.toLocaleUpperCase('fr'));

/** Kinds of merchants, in the order in which lists show them. */
export const merchantCategories = [
  'groceries',
  'restaurants',
  'transport',
  'travel',
  'shopping',
  'home',
  'health',
  'leisure',
  'services',
  'cash',
  'other',
] as const;
export type MerchantCategory = (typeof merchantCategories)[number];

/** Ranges of merchant category codes (ISO 18245); the first that holds a code counts. */
const ranges: [first: number, last: number, category: MerchantCategory][] = [
  [6010, 6012, 'cash'],
  [5411, 5499, 'groceries'],
  [5811, 5814, 'restaurants'],
  [4111, 4131, 'transport'],
  [4784, 4789, 'transport'],
  [5541, 5542, 'transport'],
  [7523, 7523, 'transport'],
  [3000, 3999, 'travel'],
  [4411, 4411, 'travel'],
  [4511, 4511, 'travel'],
  [4722, 4722, 'travel'],
  [7011, 7012, 'travel'],
  [5912, 5912, 'health'],
  [8011, 8099, 'health'],
  [7832, 7999, 'leisure'],
  [5815, 5818, 'leisure'],
  [5942, 5947, 'leisure'],
  [5200, 5261, 'home'],
  [5712, 5735, 'home'],
  [4812, 4900, 'home'],
  [5300, 5399, 'shopping'],
  [5611, 5699, 'shopping'],
  [5921, 5999, 'shopping'],
  [7210, 7399, 'services'],
  [8111, 9399, 'services'],
];

/** The kind of a merchant by its category code. */
export function merchantCategory(code: string): MerchantCategory {
  const number = Number(code);
  return ranges.find(([first, last]) => number >= first && number <= last)?.[2] ?? 'other';
}
