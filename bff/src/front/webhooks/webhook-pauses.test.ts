import { pauseAfter } from './webhook-pauses';

it('doubles from five seconds to six hours', () => {
  expect([1, 2, 3, 11, 13, 14, 500].map((tries) => pauseAfter(tries, 0.5))).toEqual([
    5, 10, 20, 5_120, 20_480, 21_600, 21_600,
  ]);
});

it('varies by a fifth', () => {
  expect([pauseAfter(1, 0), pauseAfter(1, 1)]).toEqual([4, 6]);
  for (let at = 0; at < 100; at += 1) {
    const pause = pauseAfter(3);
    expect(pause >= 16 && pause <= 24).toBe(true);
  }
});
