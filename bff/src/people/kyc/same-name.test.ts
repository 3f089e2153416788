import { isSameName } from './same-name';

it.each([
  ['Élodie Martin', 'elodie MARTIN'],
  ['Paul N’Diaye', "N'DIAYE Paul"],
  ['Jean-Marc Lœb', 'jean marc loeb'],
  ['Łukasz Straße', 'Strasse Lukasz'],
  ['Zoe\u0308 Roy', 'Zoë  Roy'],
])('%s is %s', (one, other) => {
  expect(isSameName(one, other)).toBe(true);
});

it.each([
  ['Élodie Martin', 'Élodie Martins'],
  ['Élodie Martin', 'Élodie'],
  ['Élodie Martin', 'Martin Martin'],
  ['Ольга Иванова', 'Olga Petrova'],
])('%s is not %s', (one, other) => {
  expect(isSameName(one, other)).toBe(false);
});
