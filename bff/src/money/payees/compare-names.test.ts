import { compareNames } from './compare-names';

const elodie = { given: 'Élodie', family: 'Marchand' };
const paul = { given: 'Paul', family: 'N’Diaye' };
const sofia = { given: 'Σοφία', family: 'Παπαδοπούλου' };
const jean = { given: 'Jean Marc', family: 'de la Tour' };

it.each([
  ['Élodie Marchand', elodie, 'match'],
  ['MARCHAND Elodie', elodie, 'match'],
  ['Mme Elodie-Marchand', elodie, 'match'],
  ["Paul N'Diaye", paul, 'match'],
  ['ndiaye paul', paul, 'match'],
  ['Sofia Papadopoulou', sofia, 'close_match'],
  ['E. Marchand', elodie, 'close_match'],
  ['Mme E Marchand', elodie, 'close_match'],
  ['Elodie Marchant', elodie, 'close_match'],
  ['Jean de la Tour', jean, 'close_match'],
  ['J-M Tour', jean, 'close_match'],
  ['Paul Martin', elodie, 'no_match'],
  ['J de la', jean, 'no_match'],
  ['Élodie', elodie, 'no_match'],
  ['Marchand', elodie, 'no_match'],
  ['Mme Marchand', elodie, 'no_match'],
  ['E. M.', elodie, 'no_match'],
  ['Élodie M.', elodie, 'no_match'],
  ['Élodie Marchand Dupont', elodie, 'no_match'],
  ['a b c d e f g h Marchand', elodie, 'no_match'],
  ['!?', elodie, 'no_match'],
  ['Claire Fontaine', { given: '', family: '' }, 'no_match'],
] as const)('%s beside %j: %s', (typed, holder, expected) => {
  expect(compareNames(typed, holder)).toBe(expected);
});
