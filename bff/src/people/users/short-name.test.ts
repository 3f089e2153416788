import { shortName } from './short-name';

it.each([
  ['Paul', 'Nicolas', 'Paul N.'],
  ['Élodie', 'Étienne', 'Élodie É.'],
  ['Anne-Charlotte', "d'Estaing", "Anne-Charlotte d'E."],
  ['Anne-Charlotte', 'd’Estaing', 'Anne-Charlotte d’E.'],
  ['Armand', 'de La Tour', 'Armand de L.'],
  ['Armand', 'de la tour', 'Armand de la T.'],
  ['Armand', 'De La Tour', 'Armand D.'],
  ['Vincent', 'van der Meer', 'Vincent van der M.'],
  ['Marie', 'dupont', 'Marie D.'],
  ['Marie', 'dupont martin', 'Marie D.'],
  ['Marie', 'de', 'Marie D.'],
  ['Lan', '', 'Lan'],
  ['', 'Nguyen', 'N.'],
  ['Li', '𠀀', 'Li 𠀀.'],
])('names %s %s as %s', (given, family, shown) => {
  expect(shortName({ given, family })).toBe(shown);
});
