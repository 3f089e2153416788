import { isHeldBack } from './held-rates';

const used = (rate: bigint) => ({ rate, isHeld: false });
const held = (rate: bigint) => ({ rate, isHeld: true });

it('holds a rate that moved more than 20 % in a day, either way', () => {
  expect([120n, 80n, 100n].map((rate) => isHeldBack(rate, [used(100n)]))).toEqual([false, false, false]);
  expect([121n, 79n, 1n, 10_000n].map((rate) => isHeldBack(rate, [used(100n)]))).toEqual(Array(4).fill(true));
});

it('uses the first rate of a currency', () => {
  expect(isHeldBack(100n, [])).toBe(false);
});

it('uses a rate that a second day confirms, and one that returned to its former value', () => {
  const before = [held(200n), used(100n)];
  expect([210n, 161n, 240n, 100n, 119n].map((rate) => isHeldBack(rate, before))).toEqual(
    Array(5).fill(false),
  );
  expect([130n, 241n].map((rate) => isHeldBack(rate, before))).toEqual([true, true]);
  // Not by a held rate of days ago: each day in between was another doubt.
  expect(isHeldBack(200n, [held(400n), held(200n), used(100n)])).toBe(true);
});
