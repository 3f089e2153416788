import { newToken } from './secrets';

it('never repeats a token', () => {
  expect(newToken()).not.toBe(newToken());
  expect(newToken()).toMatch(/^[\w-]{43}$/);
});
