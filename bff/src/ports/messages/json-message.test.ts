import { jsonOf, readJson } from './json-message';

const named = (...name: number[]) =>
  Buffer.concat([Buffer.from('{"name":"'), Buffer.from(name), Buffer.from('"}')]);

it('reads JSON in UTF-8', () => {
  const message = Buffer.from('{"name":"Élodie €"}');
  expect(readJson(message)).toEqual({ name: 'Élodie €' });
  expect(jsonOf(message)).toEqual({ name: 'Élodie €' });
});

it.each([
  ['a letter of Latin-1', [0xe9]],
  ['half a letter', [0xc3]],
  ['a letter in too many bytes', [0xc0, 0xaf]],
  ['half of a pair', [0xed, 0xa0, 0x80]],
])('refuses %s instead of guessing it', (_what, bytes) => {
  expect(() => readJson(named(...bytes))).toThrow(/utf-8/i);
  expect(jsonOf(named(...bytes))).toBeUndefined();
});

it.each(['', '{', '{"a":1}x', 'null,'])('refuses %j, which is not JSON', (text) => {
  expect(() => readJson(Buffer.from(text))).toThrow();
  expect(jsonOf(Buffer.from(text))).toBeUndefined();
});
