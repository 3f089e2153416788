import { SeededRandom } from '../../../bff/src/seed/deterministic';
import type { CardHolder } from '../../../bff/src/seed/machine-readable-zone';

/** The day on which the documents are judged. */
export const today = '2026-11-23';

export const layouts = ['TD1', 'TD2', 'TD3', 'FRENCH'] as const;
export type Layout = (typeof layouts)[number];

/** How many documents of each kind: what was done to the document, the form or the picture. */
export const approvable = {
  good: 40,
  rotated: 14,
  tilted: 14,
  upside_down: 10,
  shaded: 10,
  small: 10,
  noisy: 10,
  transliterated: 12,
} as const;
export const doubtful = {
  blurred: 7,
  glare: 8,
  expired: 8,
  minor: 6,
  wrong_digit: 10,
  other_name: 8,
  near_name: 8,
  other_birth: 6,
  duplicate: 5,
  listed: 3,
  two_documents: 3,
  imitation: 3,
  cut_off: 3,
  specimen: 2,
} as const;
export type Kind = keyof typeof approvable | keyof typeof doubtful;

/** A made-up document, its holder as printed, and the form that is sent with it. */
export interface Specimen {
  number: number;
  kind: Kind;
  layout: Layout;
  issuer: string;
  holder: CardHolder;
  /** The first day of a French card, which has no last one. */
  issued: string;
  sex: 'F' | 'M';
  form: { firstName: string; lastName: string; birthDate: string };
}

const givenNames = [
  'Anna',
  'Marc',
  'Chloé',
  'Jean-Pierre',
  'Hélène',
  'Karim',
  'Sofia',
  'Noël',
  'Inès',
  'Thomas',
  'Zoé',
  'Yann',
  'Marie Louise',
  'Paul Henri',
  'Lucía',
  'François',
  'Beatriz',
  'Oskar',
  'Fatou',
  'Giulia Rosa',
  'Wojciech',
];
const familyNames = [
  'Eriksson',
  'Lefèvre',
  'Dubois',
  'Martínez',
  'Kowalczyk',
  'de La Tour',
  'Vandenberghe',
  'O’Connor',
  'N’Diaye',
  'Rossi',
  'Haddad',
  'Fontaine',
  'Garnier-Petit',
  'Nováková',
  'Horvat',
  'Schmidt',
  'Papadopoulos',
  'Benali',
];
/** Forms in letters that a zone does not have, and what is printed (ICAO 9303, part 3, section 6). */
const transliterated = [
  ['Jürgen', 'Müller', 'JUERGEN', 'MUELLER'],
  ['Åsa', 'Ångström', 'AASA', 'AANGSTROEM'],
  ['Łukasz', 'Wałęsa', 'LUKASZ', 'WALESA'],
  ['Ольга', 'Щербакова', 'OLGA', 'SHCHERBAKOVA'],
  ['Søren', 'Kjær', 'SOEREN', 'KJAER'],
  ['Günther', 'Weiß', 'GUENTHER', 'WEISS'],
  ['Юлия', 'Жукова', 'IULIIA', 'ZHUKOVA'],
  ['Þóra', 'Guðmundsdóttir', 'THORA', 'GUDMUNDSDOTTIR'],
  ['Nuño', 'Muñoz', 'NUNO', 'MUNOZ'],
  ['Cœur', 'Lebœuf', 'COEUR', 'LEBOEUF'],
  ['Đorđe', 'Đurić', 'DORDE', 'DURIC'],
  ['Михаил', 'Ковальчук', 'MIKHAIL', 'KOVALCHUK'],
] as const;
const issuers = {
  TD1: ['FRA', 'ITA', 'ESP', 'POL', 'BEL'],
  TD2: ['ROU', 'CHE'],
  TD3: ['FRA', 'SWE', 'USA', 'SEN', 'PRT'],
};

/** The specimens, the same in every run; `every` takes one of so many of each kind, at least one. */
export function specimens(every = 1): Specimen[] {
  const random = new SeededRandom();
  const all: Specimen[] = [];
  for (const [kind, count] of Object.entries({ ...approvable, ...doubtful }) as [Kind, number][]) {
    for (let at = 0; at < count; at += 1) {
      const specimen = made(kind, at, all, random);
      if (at % every === 0) all.push(specimen);
    }
  }
  return all;
}

function made(kind: Kind, at: number, before: Specimen[], random: SeededRandom): Specimen {
  const number = random.below(900_000_000) + 100_000_000;
  const layout = layouts[kind === 'small' ? at % 3 : (at + kind.length) % 4] ?? 'TD1';
  const pick = <Value>(values: readonly Value[]) => values[random.below(values.length)] as Value;
  const day = (year: number, span: number) =>
    `${year + random.below(span)}-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(28)).padStart(2, '0')}`;
  const [firstName, lastName] = [pick(givenNames), pick(familyNames)];
  const birthDate = day(1950, 52);
  const letters = 'CFGHJKLMNPRTVWXYZ';
  const cardNumber =
    layout === 'FRENCH'
      ? String(number).slice(0, 9)
      : `${letters[random.below(17)]}${letters[random.below(17)]}${String(number).slice(0, 7)}`;
  const specimen: Specimen = {
    number,
    kind,
    layout,
    issuer: layout === 'FRENCH' ? 'FRA' : pick(issuers[layout]),
    holder: { firstName, lastName, birthDate, expiryDate: day(2027, 9), cardNumber },
    issued: day(Number(birthDate.slice(0, 4)) > 1994 ? 2020 : 2013, 1),
    sex: pick(['F', 'M'] as const),
    form: { firstName, lastName, birthDate },
  };
  return altered(specimen, at, before, day);
}

function altered(
  specimen: Specimen,
  at: number,
  before: Specimen[],
  day: (year: number, span: number) => string,
): Specimen {
  const { kind, holder, form } = specimen;
  if (kind === 'transliterated') {
    const [firstName, lastName, printedFirst, printedLast] =
      transliterated[at % transliterated.length] ?? transliterated[0];
    return {
      ...specimen,
      holder: { ...holder, firstName: printedFirst, lastName: printedLast },
      form: { ...form, firstName, lastName },
    };
  }
  if (kind === 'expired')
    return { ...specimen, holder: { ...holder, expiryDate: day(2016, 10) }, issued: day(1996, 6) };
  if (kind === 'minor')
    return { ...specimen, layout: 'TD1', issuer: 'FRA', holder: { ...holder, birthDate: day(2009, 6) } };
  if (kind === 'other_name') return { ...specimen, form: { ...form, lastName: 'Beaumarchais' } };
  if (kind === 'near_name') return { ...specimen, form: { ...form, lastName: near(form.lastName, at) } };
  if (kind === 'other_birth') return { ...specimen, form: { ...form, birthDate: day(1950, 50) } };
  if (kind === 'listed') {
    const name = { firstName: 'Octave', lastName: 'Malendroit' };
    return { ...specimen, holder: { ...holder, ...name }, form: { ...form, ...name } };
  }
  if (kind === 'specimen') return { ...specimen, layout: 'TD3', issuer: 'UTO' };
  if (kind === 'duplicate') {
    const original = before.filter((each) => each.kind === 'good')[at];
    if (original) return { ...original, kind };
  }
  return specimen;
}

/** A family name with one letter more, less or another. */
const near = (name: string, at: number) =>
  [`${name}s`, name.slice(0, -1), name.replace(/[aeiou]/, 'y'), `${name.slice(0, 2)}r${name.slice(2)}`][
    at % 4
  ] ?? name;
