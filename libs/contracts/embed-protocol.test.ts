import { longest, parse, protocol } from './embed-protocol';

const init = { v: protocol, type: 'init', locale: 'fr', theme: '' };

it('accepts a well-formed message of this version and the previous one', () => {
  expect(parse(init)).toBe(init);
  const older = { ...init, v: protocol - 1 };
  expect(parse(older)).toBe(older);
  expect(parse({ v: protocol, type: 'shown' })).toBeDefined();
});

it.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'init'],
  ['no version', { type: 'init', locale: 'fr', theme: '' }],
  ['an older version', { ...init, v: protocol - 2 }],
  ['a newer version', { ...init, v: protocol + 1 }],
  ['an unknown type', { ...init, type: 'password' }],
  ['an inherited type', { v: protocol, type: 'constructor' }],
  ['a missing field', { v: protocol, type: 'init', locale: 'fr' }],
  ['a field too many', { ...init, more: 1 }],
  ['a field of another type', { ...init, theme: {} }],
  ['a field that is too long', { ...init, theme: 'x'.repeat(longest + 1) }],
  ['a message for the other side', { v: protocol, type: 'ready' }],
])('ignores %s', (_case, message) => {
  expect(parse(message)).toBeUndefined();
});
