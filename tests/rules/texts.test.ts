import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every pair of locale files, by the part of the path that names no language: `libs/ui/locales/?.json`. */
const pairs = [
  ...new Set(
    ['bff', 'hosts', 'libs', 'remotes'].flatMap((top) =>
      readdirSync(top, { recursive: true, encoding: 'utf8' })
        .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file) && /[./](fr|en)\.json$/.test(file))
        .map((file) => path.join(top, file.replace(/(fr|en)\.json$/, '?.json'))),
    ),
  ),
];

const read = (pair: string, language: string) =>
  JSON.parse(readFileSync(pair.replace('?', language), 'utf8')) as unknown;

/** `{{name}}` of pages, and `{name}` or `{amount:money}` of the server. */
const placeholders = (text: string) => (text.match(/\{\{\w+\}\}|\{\w+(?::\w+)?\}/g) ?? []).sort();

/** The bank's answer to a case, which it wrote in both languages. */
const otherPlaceholders = ['bff/locales/cases.?.json /given'];

it('finds the locale files of every remote, host and library', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(12);
});

describe.each(pairs)('%s', (pair) => {
  const fr = read(pair, 'fr');
  const en = read(pair, 'en');

  it('has the same shape in both languages', () => {
    expect(shape(en)).toEqual(shape(fr));
  });

  it('leaves no text empty and loses no placeholder in translation', () => {
    const [french, english] = [texts(fr), texts(en)];
    for (const [key, text] of Object.entries(french)) {
      expect(`${key}: ${text.trim() === '' || english[key]?.trim() === ''}`).toBe(`${key}: false`);
      if (otherPlaceholders.includes(`${pair} ${key}`)) continue;
      expect([key, placeholders(english[key] ?? '')]).toEqual([key, placeholders(text)]);
    }
  });
});

it('recognises the placeholders of pages and of the server', () => {
  expect(placeholders('{{to}} {amount:money} {name}')).toEqual(['{amount:money}', '{name}', '{{to}}']);
});

it.each(pairs.filter((pair) => pair.includes('/locales/')))('%s keeps its keys sorted', (pair) => {
  for (const language of ['fr', 'en']) {
    const keys = Object.keys(read(pair, language) as object);
    expect(keys).toEqual([...keys].sort());
  }
});

/** What the specifications quote keeps their spaces, to the letter. */
const quoted = [
  'Erreur : {{reason}}',
  'Message envoyé avec succès ! Référence: {{ticketId}}',
  'Message envoyé avec succès ! Référence: {ticketId}',
  'Supprimer cet utilisateur ?',
  'Votre identité a été validée. Accès complet activé !',
];

it('has each text that the specifications quote with a space before its punctuation', () => {
  const french = pairs.flatMap((pair) => Object.values(texts(read(pair, 'fr'))));
  expect(quoted.filter((text) => !french.includes(text))).toEqual([]);
});

/** Sentences of these are stored, and found again by their words; pages that show them add the no-break spaces (`unbroken`). */
const stored = ['log.?.json', 'movements.?.json'];

/** A line that broke before its colon would begin with it. */
const breaksBeforePunctuation = (text: string) => / [:;!?»]|« /.test(text) && !quoted.includes(text);

it.each([
  ['Montant : 12', true],
  ['Pourquoi ?', true],
  ['« Bonjour', true],
  ['Montant\u00a0: 12', false],
  ['Il est 12:30.', false],
  ['Erreur : {{reason}}', false],
])('%j breaks before its punctuation: %s', (text, expected) =>
  expect(breaksBeforePunctuation(text)).toBe(expected),
);

it.each(pairs.filter((pair) => !stored.includes(path.basename(pair))))(
  '%s separates French punctuation by a no-break space',
  (pair) => {
    const wrong = Object.values(texts(read(pair, 'fr'))).filter(breaksBeforePunctuation);
    expect(wrong).toEqual([]);
  },
);

/** A line that broke inside `1 000 €` or `{{size}} Mo` would tear a figure apart. */
const tearsFigure = (text: string) =>
  /\d \d{3}(?!\d)|[\d}] (?:€|%|h|s|min|ms|Mo|Ko|MB|KB)(?![\p{L}\p{N}/’])/u.test(text);

it.each([
  ['jusqu’à 1 000 euros', true],
  ['50 € sans contact', true],
  ['{{count}} s', true],
  ['{{minutes}} min, puis rien', true],
  ['1\u00a0000\u00a0€', false],
  ['{{name}} s’en occupe', false],
  ['2 sur 3', false],
])('%j tears a figure: %s', (text, expected) => expect(tearsFigure(text)).toBe(expected));

it.each(pairs.filter((pair) => !stored.includes(path.basename(pair))))(
  '%s keeps each figure and its unit together',
  (pair) => {
    const wrong = ['fr', 'en'].flatMap((language) =>
      Object.values(texts(read(pair, language))).filter(tearsFigure),
    );
    expect(wrong).toEqual([]);
  },
);

/** Specification 1, section 1: spelled with an ordinary space. */
const claim = 'en 5 minutes';

/** French keeps a number together with the word of its unit, and with the sign before it. */
const tearsDuration = (text: string) =>
  /[\d}] (?:jour|an|mois|semaine|heure|minute|seconde|euro|centime)s?(?![\p{L}’/])|n° [\d{]/u.test(
    text.replaceAll(claim, ''),
  );

it.each([
  ['pendant 90 jours', true],
  ['{{count}} an', true],
  ['Client n° {{id}}', true],
  ['pendant 90\u00a0jours', false],
  ['{{count}} analyses', false],
  ['treize mois', false],
])('%j tears a duration: %s', (text, expected) => expect(tearsDuration(text)).toBe(expected));

it.each(pairs.filter((pair) => !stored.includes(path.basename(pair))))(
  '%s keeps each number of days and the like together',
  (pair) => {
    const wrong = Object.values(texts(read(pair, 'fr'))).filter(tearsDuration);
    expect(wrong).toEqual([]);
  },
);

/** Keys and lengths that both languages must share; the entries of keyword lists may differ. */
function shape(value: unknown): unknown {
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? 'words' : value.map(shape);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]));
}

function texts(value: unknown, at = ''): Record<string, string> {
  if (typeof value === 'string') return { [at]: value };
  if (typeof value !== 'object' || value === null) return {};
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => texts(inner, `${at}/${key}`)),
  ) as Record<string, string>;
}
