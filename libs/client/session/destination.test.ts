/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { isSameOriginPath } from './destination';

it.each(['/dashboard', '/dashboard/balance?x=1', '/'])('returns to %s', (path) => {
  expect(isSameOriginPath(path)).toBe(true);
});

it.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '',
])('refuses %j, an address of another site', (path) => {
  expect(isSameOriginPath(path)).toBe(false);
});
