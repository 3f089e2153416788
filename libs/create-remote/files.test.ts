import { filesOf, isRemoteName } from './files.mjs';

it.each(['savings', 'savings-goals', 'plan-2b', 'a1'])('%s names a remote and its components', (name) => {
  expect(isRemoteName(name)).toBe(true);
  const page = filesOf(name, '')[`src/${name}/${name}-page.tsx`];
  expect(page).toMatch(/export function [A-Z][A-Za-z0-9]*Page\(\)/);
});

it.each([
  '',
  'a',
  'Savings',
  'savings-',
  'savings--goals',
  '-savings',
  '2b',
  'a_b',
  'shell',
  'back-office',
  'x'.repeat(41),
])('%j names none', (name) => expect(isRemoteName(name)).toBe(false));
