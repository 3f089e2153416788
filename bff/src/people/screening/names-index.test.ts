import fc from 'fast-check';
import { builtInList } from './built-in-list';
import { jaroWinkler } from './likeness';
import { NamesIndex } from './names-index';

const starts =
  'bel dra gor hal jer kov lam mor nad pet rus sol tar ulv vor wen yas zem kir ost fal gri'.split(' ');
const middles = 'a e i o u an en il or us ar em ov es al'.split(' ');
const ends = 'din ko sky nov man li rez tsev ga mir dar tan berg shin vic lo pan ret'.split(' ');

/** Made-up names: `kind` keeps those of the list and the others apart in all their words. */
const madeUpName = (kind: 0 | 1) => {
  const own = starts.filter((_, at) => at % 2 === kind);
  const word = fc
    .tuple(fc.constantFrom(...own), fc.constantFrom(...middles), fc.constantFrom(...ends))
    .map((parts) => parts.join(''));
  return fc.tuple(word, word, word).map((words) => words.join(' '));
};

const sample = <Value>(values: fc.Arbitrary<Value>, count: number, seed: number) =>
  fc.sample(values, { numRuns: count, seed });

/** Typing errors and other changes of names. */
const changes: ((name: string, at: number) => string)[] = [
  (name) => name.split(' ').reverse().join(' '),
  (name) => name.split(' ').slice(0, 2).join(' '),
  (name) =>
    name
      .split(' ')
      .filter((_, at) => at !== 1)
      .join(' '),
  (name, at) => name.slice(0, at) + name.slice(at + 1),
  (name, at) => name.slice(0, at) + (name[at + 1] ?? '') + (name[at] ?? '') + name.slice(at + 2),
  (name, at) => name.slice(0, at) + (name[at] ?? '') + name.slice(at),
  (name) => name.replace(/k/g, 'c').replace(/v/g, 'w'),
  (name) => name.replace(/a/g, 'á').replace(/o/g, 'ø').toUpperCase(),
  (name) => name.replace(' ', '-'),
  (name) => `Mr. ${name.replace(' ', '')}`,
  (name) => name.replace(/i/g, 'y').replace(/ts/g, 'c'),
];

const listed = [...new Set(sample(madeUpName(0), 1_000, 1))];
const index = new NamesIndex();
for (const [number, name] of listed.entries()) {
  index.add({ entry: String(number), name, aliases: [], countries: 'RU', programs: 'test' });
}

it('finds at least 97 % of 1 000 made-up near names', () => {
  const near = sample(
    fc.tuple(fc.nat(listed.length - 1), fc.nat(changes.length - 1), fc.integer({ min: 2, max: 10 })),
    1_000,
    2,
  );
  const missed = near.filter(([number, change, at]) => {
    const typed = changes[change]?.(listed[number] ?? '', at) ?? '';
    return !index.find(typed).some(({ entry }) => entry === String(number));
  });
  expect(missed.length).toBeLessThanOrEqual(30);
});

it('finds at most 1 % of 1 000 other made-up names', () => {
  const others = sample(madeUpName(1), 1_000, 3);
  expect(others.filter((name) => index.find(name).length > 0).length).toBeLessThanOrEqual(10);
});

it('compares a name with a list of 1 000 names of few syllables in at most 25 ms', () => {
  const names = sample(madeUpName(0), 200, 4);
  const start = performance.now();
  for (const name of names) index.find(name);
  expect((performance.now() - start) / names.length).toBeLessThan(25);
});

describe('the built-in list', () => {
  const builtIn = new NamesIndex();
  for (const entity of builtInList) builtIn.add(entity);

  it.each([
    ['Vadim Zoroguev', 'made-up-1'],
    ['ZOROGUEV, Vadim', 'made-up-1'],
    ['Вадим Зорогуев', 'made-up-1'],
    ['Vadym Zorogueff', 'made-up-1'],
    ['Pak Cholung Trading Corp', 'made-up-2'],
    ['سليم البرغوني', 'made-up-4'],
    ['M. Octave Malendroit', 'made-up-6'],
    ['Zenobia Shipping Holdings Ltd', 'made-up-7'],
  ])('has %s', (name, entry) => expect(builtIn.find(name)[0]).toMatchObject({ entry }));

  it.each([
    'Octave Martin',
    'Zenobia',
    'Anne Durand',
    'Grace Hopper',
    '',
    '北京市',
    'Vadim',
    'Bank of America',
  ])('has nobody like %p', (name) => expect(builtIn.find(name)).toEqual([]));
});

it('takes a little less for the same where the payee’s country is the entry’s', () => {
  const small = new NamesIndex();
  const listedOnce = { entry: 'x', name: 'Octave Malendroit', aliases: [], countries: 'FR;MC', programs: '' };
  small.add(listedOnce);
  expect(small.find('Octavio Malandri', 'US')).toEqual([]);
  expect(small.find('Octavio Malandri')).toEqual([]);
  expect(small.find('Octavio Malandri', 'MC')).toMatchObject([{ entry: 'x', likeness: 0.904 }]);
});

it.each([
  ['martha', 'marhta', 0.961],
  ['dixon', 'dicksonx', 0.813],
  ['dwayne', 'duane', 0.84],
  ['same', 'same', 1],
  ['abc', 'xyz', 0],
])('%s and %s are alike by %d', (one, other, expected) =>
  expect(jaroWinkler(one, other)).toBeCloseTo(expected, 3),
);
