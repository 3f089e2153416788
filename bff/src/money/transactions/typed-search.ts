import { addDays } from '@bank/contracts/days';
import { toMinor } from '@bank/contracts/money';
import { withHyphens } from '@bank/contracts/typed-search';

/** The possible meanings of a typed search besides a text. */
export interface TypedSearch {
  /** The text itself, looked for anywhere in a movement's texts. */
  text: string;
  /** Signed minor units: both signs where none was typed. */
  amounts: bigint[];
  /** A day of Paris, `2026-11-05`. */
  day: string | undefined;
}

/**
 * Reads a search as people type it: an amount ("61,78", "61.78 €", "1 234,50"), a day ("hier", "5 nov", "Nov 5",
 * "05/11/2026"), or a text. A day without a year is the last such day up to `today`.
 */
export const searchOf = (
  typed: string,
  { today, currency }: { today: string; currency: string },
): TypedSearch => ({
  text: typed,
  amounts: amountsOf(withHyphens(typed), currency),
  day: dayOf(withHyphens(typed), today),
});

const signs: Record<string, number> = { '-': -1, '+': 1 };
const money = /[\s'’€$£]|eur(os?)?$|^eur|usd|gbp|chf/gi;
/** A point or a comma groups thousands where three digits follow, and separates the decimals where one or two do. */
const decimal = /^(\d{1,3}(?:[.,]\d{3})+|\d{1,12})(?:[.,](\d{1,2}))?$/;

/** The signed amounts that a text may mean, in minor units of a currency; none for a text that is not an amount. */
function amountsOf(typed: string, currency: string): bigint[] {
  const bare = typed.replace(money, '');
  const sign = signs[bare.charAt(0)];
  const [, whole, decimals = ''] = decimal.exec(sign === undefined ? bare : bare.slice(1)) ?? [];
  if (whole === undefined) return [];
  const value = Number(`${whole.replace(/[.,]/g, '')}.${decimals || '0'}`);
  const minor = minorOf(value, currency);
  if (minor === undefined || minor === 0n) return [];
  return sign === undefined ? [-minor, minor] : [BigInt(sign) * minor];
}

/** Undefined for more decimals than the currency has, and for more than an account can hold. */
function minorOf(value: number, currency: string): bigint | undefined {
  try {
    return toMinor(value, currency);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const daysAgo = new Map([
  ["aujourd'hui", 0],
  ['aujourdhui', 0],
  ['today', 0],
  ['hier', 1],
  ['yesterday', 1],
  ['avant-hier', 2],
  ['avant hier', 2],
]);

function dayOf(typed: string, today: string): string | undefined {
  const words = plain(typed);
  const ago = daysAgo.get(words);
  if (ago !== undefined) return addDays(today, -ago);
  const [, iso] = /^(\d{4}-\d\d-\d\d)$/.exec(words) ?? [];
  if (iso) return isDay(iso) ? iso : undefined;
  const [day, month, year] = numbers(words) ?? named(words) ?? [];
  return day && month ? lastSuch(day, month, year, today) : undefined;
}

/** Small letters without accents, points, commas and doubled spaces. */
const plain = (typed: string) =>
  typed
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/’/g, "'")
    .replace(/[.,](?=\s|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

type DayParts = [day: number, month: number, year: number | undefined];

/** `5/11`, `05/11/2026`, `5.11.2026`, `5-11-2026`: the day first, as in both languages of the bank. */
function numbers(words: string): DayParts | undefined {
  const [, day, month, year] =
    /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(words) ??
    /^(\d{1,2})[.-](\d{1,2})[.-](\d{4})$/.exec(words) ??
    [];
  return day && month ? [Number(day), Number(month), year ? Number(year) : undefined] : undefined;
}

/** `5 nov`, `1er novembre 2026`, `nov 5`, `november 5th 2026`. */
function named(words: string): DayParts | undefined {
  const first = /^(\d{1,2})(?:er|st|nd|rd|th)? ([a-z]{3,9})(?: (\d{4}))?$/.exec(words);
  const [, name, late, lateYear] =
    /^([a-z]{3,9}) (\d{1,2})(?:er|st|nd|rd|th)?(?: (\d{4}))?$/.exec(words) ?? [];
  const [day, month, year] = first ? [first[1], first[2], first[3]] : [late, name, lateYear];
  const found = month ? monthOf(month) : undefined;
  return found ? [Number(day), found, year ? Number(year) : undefined] : undefined;
}

const months = (
  'janvier january,fevrier february,mars march,avril april,mai may,juin june,juillet july,aout august,' +
  'septembre september,octobre october,novembre november,decembre december'
)
  .split(',')
  .map((names) => names.split(' '));

/** The number of the only month that a word begins. */
function monthOf(word: string): number | undefined {
  const found = months.flatMap((names, at) => (names.some((name) => name.startsWith(word)) ? [at + 1] : []));
  return found.length === 1 ? found[0] : undefined;
}

function lastSuch(day: number, month: number, year: number | undefined, today: string): string | undefined {
  const of = (each: number) =>
    `${String(each).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  if (year !== undefined) return isDay(of(year)) ? of(year) : undefined;
  const current = Number(today.slice(0, 4));
  // The 29th of February may be up to eight years ago.
  return Array.from({ length: 9 }, (_, ago) => of(current - ago)).find(
    (each) => each <= today && isDay(each),
  );
}

const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && text >= '1970-01-01';
};
