import { parse, type ParseResult } from 'mrz';

/** The kinds of zones; `FRENCH_NATIONAL_ID` is the French identity card of before 2021, which has a layout of its own. */
const zoneFormats = ['TD1', 'TD2', 'TD3', 'FRENCH_NATIONAL_ID'] as const;
type ZoneFormat = (typeof zoneFormats)[number];

/** The content of a zone; days as `2026-11-21`. */
export interface ZoneData {
  format: ZoneFormat;
  /** Such as `P`, `ID` or `IR`. */
  code: string;
  issuer: string;
  number: string;
  /** Their words, in the letters of the zone; the last may be cut where the field is full. */
  familyNames: string[];
  givenNames: string[];
  isNameCut: boolean;
  birthDate: string;
  /** The last day of validity; of a French card, which has its month of issue only, the earliest that it can be. */
  expiryDate: string;
}

/** A zone as it was read: its data when every check digit is right, otherwise the fields that are wrong. */
export interface ParsedZone {
  lines: string[];
  data?: ZoneData;
  wrong: string[];
}

/** The fields that decide; the sex and the notes of the issuer do not. */
const unneeded = new Set([
  'sex',
  'nationality',
  'optional',
  'optional1',
  'optional2',
  'administrativeCode',
  'administrativeCode2',
]);

/** Parses the lines of a zone. @param today a day of Paris, which decides the century of years */
export function parseZone(lines: string[], today: string): ParsedZone {
  let parsed: ParseResult;
  try {
    parsed = parse(lines);
  } catch {
    return { lines, wrong: ['layout'] };
  }
  const wrong = parsed.details
    .filter(({ valid, field }) => !valid && field !== null && !unneeded.has(field))
    .map(({ field }) => field ?? '');
  const data = wrong.length === 0 ? dataOf(parsed, lines, today) : undefined;
  return { lines, data, wrong: data ? [] : wrong.length > 0 ? wrong : ['layout'] };
}

function dataOf(
  { format, fields, documentNumber }: ParseResult,
  lines: string[],
  today: string,
): ZoneData | undefined {
  const known = zoneFormats.find((each) => each === format);
  const { documentCode, issuingState, lastName, firstName, birthDate } = fields;
  if (!known || !documentCode || !issuingState || !documentNumber || !lastName || !birthDate)
    return undefined;
  const born = birthDay(birthDate, today);
  const expiryDate =
    known === 'FRENCH_NATIONAL_ID'
      ? endOfFrenchCard(fields.issueDate ?? '', born, today)
      : expiryDay(fields.expirationDate ?? '', today);
  if (!isDay(born) || !isDay(expiryDate)) return undefined;
  const number = known === 'FRENCH_NATIONAL_ID' ? (lines[1] ?? '').slice(0, 12) : documentNumber;
  return {
    format: known,
    code: documentCode,
    issuer: issuingState,
    number,
    familyNames: wordsOf(lastName),
    givenNames: wordsOf(firstName ?? ''),
    isNameCut: isCut(known, lines),
    birthDate: born,
    expiryDate,
  };
}

const wordsOf = (name: string) => name.split(/[^A-Z]+/).filter((word) => word !== '');

/** Whether a name fills its field, so that more may follow that is not there (ICAO 9303, part 3, 4.6). */
function isCut(format: ZoneFormat, [first = '', second = '', third = '']: string[]): boolean {
  if (format === 'TD1') return !third.endsWith('<');
  if (format === 'FRENCH_NATIONAL_ID') return first[29] !== '<' || second[26] !== '<';
  return !first.endsWith('<');
}

/** The latest day of the past with the two digits of its year. */
function birthDay(digits: string, today: string): string {
  const century = Number(today.slice(0, 2));
  const day = dayOf(String(century), digits);
  return day > today ? dayOf(String(century - 1), digits) : day;
}

/** No document is valid for longer; a later day is of the century before. */
const longestYears = 20;

function expiryDay(digits: string, today: string): string {
  const century = Number(today.slice(0, 2));
  const day = dayOf(String(century), digits);
  return Number(day.slice(0, 4)) - Number(today.slice(0, 4)) > longestYears
    ? dayOf(String(century - 1), digits)
    : day;
}

const dayOf = (century: string, digits: string) =>
  `${century}${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`;

const isDay = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/** Cards of adults from this month on are valid for 15 years, others for 10 (decree 2013-1188). */
const longerSince = '2004-01';

/** The earliest last day of a French card by its month of issue (YYMM). */
function endOfFrenchCard(digits: string, born: string, today: string): string {
  const month = expiryDay(`${digits}01`, today).slice(0, 7);
  const grown = `${Number(born.slice(0, 4)) + 18}${born.slice(4, 7)}`;
  const years = month >= longerSince && grown < month ? 15 : 10;
  return `${Number(month.slice(0, 4)) + years}${month.slice(4)}-01`;
}
