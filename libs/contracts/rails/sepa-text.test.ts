import { withEachNaughty } from '../../../tests/support/naughty';
import { sepaPieces, sepaReference, sepaText } from './sepa-text';

const allowed = /^[A-Za-z0-9/\-?:().,'+]([A-Za-z0-9/\-?:().,'+ ]*[A-Za-z0-9/\-?:().,'+])?$/;

it.each([
  ['Élodie Lefèvre-Œuvre', 'Elodie Lefevre-Oeuvre'],
  ['Łukasz Straße', 'Lukasz Strasse'],
  ['e\u0301te\u0301', 'ete'],
  ['Ελένη Çelik', 'Eleni Celik'],
  ['Dupont & Fils_2', 'Dupont + Fils-2'],
  ['<a href="x">', "(a href.'x')"],
  ['50 % = 10€', '50 . . 10EUR'],
  [' deux\r\n\tlignes  ici ', 'deux lignes ici'],
  ['\u202eabc\u0000', 'abc'],
  ['\ud800', '?'],
  ['', ''],
  ['\u0000', ''],
])('writes %j as %j', (text, written) => expect(sepaText(text, 140)).toBe(written));

it('cuts without a blank at the end', () => {
  expect(sepaText('abc def', 4)).toBe('abc');
});

it('splits a long text into pieces', () => {
  expect(sepaPieces('ab cd efgh', 3)).toEqual(['ab', 'cd', 'efg', 'h']);
  expect(sepaPieces('\u0007', 3)).toEqual([]);
});

it.each([
  ['//INV//42/', 'INV/42'],
  ['\\\\INV|42', 'INV/42'],
  ['RF18 5390', 'RF18 5390'],
])('has no misplaced slash in the reference %j', (text, written) => {
  expect(sepaReference(text, 35)).toBe(written);
});

it('writes every string that breaks programs in the character set of SEPA', async () => {
  await withEachNaughty(async (text) => {
    for (const max of [35, 140]) {
      for (const written of [sepaText(text, max), sepaReference(text, max), ...sepaPieces(text, max)]) {
        if (written === '') continue;
        expect([text, written]).toEqual([text, expect.stringMatching(allowed)]);
        expect(written.length).toBeLessThanOrEqual(max);
      }
    }
  });
});
