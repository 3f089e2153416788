import { inUnit, pathOf, rounded } from './charts';

const box = { width: 100, height: 50 };

it('draws a line from edge to edge over zero', () => {
  expect(pathOf([0, 10, 20], 20, box)).toBe('M0 50L50 25L100 0');
});

it('interrupts the line where nothing was measured, and keeps single points', () => {
  expect(pathOf([null, 10, null, 20, 20], 20, box)).toBe('M25 25h0M75 0L100 0');
  expect(pathOf([null, null], 20, box)).toBe('');
});

it('shows large figures whole, small ones with a decimal, and bytes as megabytes', () => {
  expect([rounded(0.149), rounded(9.96), rounded(10.4)]).toEqual([0.1, 10, 10]);
  expect(inUnit(250_000_000, 'megabytes')).toBe(250);
});
