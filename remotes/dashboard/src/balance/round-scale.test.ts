import { roundScale } from './round-scale';

it.each([
  [6_306.49, 10_213.23, 6_000, 11_000],
  [0, 61.78, 0, 100],
  [100, 900, 0, 1_000],
  [-120, 300, -150, 350],
  [9_990, 10_010, 9_990, 10_010],
])('puts the lines around %d and %d at %d and %d', (least, most, low, high) => {
  expect(roundScale(least, most)).toEqual({ low, high });
});

it('is round for rates too', () => {
  const { low, high } = roundScale(1.0812, 1.1034);
  expect(low).toBeCloseTo(1.08);
  expect(high).toBeCloseTo(1.12);
});
