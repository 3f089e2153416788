import { compareNames } from './name-match';

it.each([
  ['Élodie Marchand', 'Élodie Marchand', 'match'],
  ['elodie MARCHAND', 'Élodie Marchand', 'match'],
  ['Mme Elodie-Marchand', 'Élodie Marchand', 'match'],
  ['Fietsen van den Berg BV', 'Fietsen Van den Berg B.V.', 'match'],
  ['Marchand Élodie', 'Élodie Marchand', 'close_match'],
  ['E. Marchand', 'Élodie Marchand', 'close_match'],
  ['Elodie Marchant', 'Élodie Marchand', 'close_match'],
  ['Sofia Papadopoulou', 'Σοφία Παπαδοπούλου', 'close_match'],
  ['Jurgen Weiss', 'Jürgen Weiß', 'close_match'],
  ['Lucia Fernandez', 'Lucía Fernández Ruiz', 'close_match'],
  ['Stanislaw Zolkiewski', 'Stanisław Żółkiewski', 'close_match'],
  ['Paul Martin', 'Élodie Marchand', 'no_match'],
  ['Marchand', 'Élodie Marchand', 'no_match'],
  ['E. M.', 'Élodie Marchand', 'no_match'],
  ['Élodie', 'Élodie Marchand', 'no_match'],
  ['!?', 'Élodie Marchand', 'no_match'],
])('%s beside %s: %s', (typed, holder, expected) => {
  expect(compareNames(typed, holder)).toBe(expected);
});
