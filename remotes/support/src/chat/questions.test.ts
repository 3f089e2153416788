/** @jest-environment jsdom */
import fc from 'fast-check';
import { type Language, languages } from '@bank/contracts/language';
import en from './questions.en.json';
import fr from './questions.fr.json';
import { placesOf, questionIds, questionOf } from './questions';
import { isSameWord } from './typing';

const texts: Record<Language, Record<string, string>> = { fr, en };
const askings = languages.flatMap((language) =>
  questionIds.flatMap((id) =>
    (texts[language][`${id}.ask`] ?? '').split(' | ').map((asking) => [language, asking, id] as const),
  ),
);

it('knows sixty questions of newcomers, each asked in two ways and answered in both languages', () => {
  expect(questionIds.length).toBeGreaterThanOrEqual(60);
  expect(Object.keys(en)).toEqual(Object.keys(fr));
  for (const language of languages)
    for (const id of questionIds) {
      expect([id, texts[language][`${id}.ask`]?.split(' | ').length]).toEqual([id, expect.any(Number)]);
      expect(texts[language][`${id}.answer`]?.length).toBeGreaterThan(20);
      expect(placesOf[id].length).toBeGreaterThan(0);
    }
});

it.each(askings)('%s: “%s” is %s', (language, asking, id) => {
  expect(questionOf(asking, language)).toBe(id);
  const greeting = { fr: 'Bonjour', en: 'Hello' }[language];
  expect(questionOf(`  ${greeting}! ${asking.toUpperCase()} ???`, language)).toBe(id);
});

/** The same sentence as typed in a hurry: two letters swapped in each long word, or one left out. */
const hurried = (text: string, change: (word: string) => string) =>
  text.replace(/\p{L}{6,}/gu, (word) => change(word));
const swapped = (word: string) => word.slice(0, 2) + (word[3] ?? '') + (word[2] ?? '') + word.slice(4);
const shortened = (word: string) => word.slice(0, 3) + word.slice(4);

it.each(askings)('%s: “%s” is understood with typing errors', (language, asking, id) => {
  expect(questionOf(hurried(asking, swapped), language)).toBe(id);
  expect(questionOf(hurried(asking, shortened), language)).toBe(id);
});

it('answers a stolen card with blocking first', () => {
  for (const asked of ['On m’a volé ma carte !', 'on ma vole ma carte', 'ma carte a été volee hier soir'])
    expect(questionOf(asked, 'fr')).toBe('card-stolen');
  expect(placesOf['card-stolen'][0]).toBe('blockCard');
  expect(fr['card-stolen.answer']).toMatch(/^Bloquez-la d’abord/);
  expect(en['card-stolen.answer']).toMatch(/^Block it first/);
});

it.each([
  '',
  'carte',
  'solde',
  'bonjour',
  'j’aime les marguerites',
  'mes virements',
  'le temps à Lyon',
  '?!',
])('leaves %j to the keywords', (message) => {
  for (const language of languages) expect(questionOf(message, language)).toBeUndefined();
});

it.each([
  ['carte', 'cartes', true],
  ['virement', 'viremnet', true],
  ['telephone', 'telehpone', true],
  ['carte', 'porte', false],
  ['pin', 'pain', false],
  ['vole', 'voile', false],
])('%s and %s: %s', (word, typed, same) => {
  expect(isSameWord(word, typed)).toBe(same);
  expect(isSameWord(typed, word)).toBe(same);
});

it('decides about any text in bounded time', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom(...languages),
      (text, language) => {
        const found = questionOf(text, language);
        expect(found === undefined || questionIds.includes(found)).toBe(true);
      },
    ),
  );
  // Of the processor, since a busy machine lets it wait.
  const before = process.cpuUsage();
  questionOf('abcdefghijklmnop '.repeat(5_000), 'fr');
  questionOf(Array.from({ length: 1_000 }, (_, at) => `mot${at}`).join(' '), 'fr');
  questionOf('a'.repeat(100_000), 'fr');
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(500);
});
