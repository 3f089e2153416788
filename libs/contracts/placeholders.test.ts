import { withValues } from './placeholders';

it('replaces each placeholder once, and none within a value', () => {
  expect(withValues('{a} and {b}, {a} again', { a: '{b}', b: '$&' })).toBe('{b} and $&, {b} again');
});

it('leaves nothing for a missing value', () => {
  expect(withValues('{a}{missing}!', { a: '1' })).toBe('1!');
});
