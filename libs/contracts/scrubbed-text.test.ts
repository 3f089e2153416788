import { scrubbedText } from './scrubbed-text';

it.each([
  ['marie.durand+banque@exemple.fr is taken', '[email] is taken'],
  ['no account FR76 3000 6000 0112 3456 7890 189 here', 'no account [iban]'],
  ['no account fr7630006000011234567890189', 'no account [iban]'],
  ['call 06 12 34 56 78 before 24/11/2026', 'call # before #'],
  ['1 234,56 € left', '# € left'],
  [
    'Unexpected token \'M\', "Marie Dur"... is not valid JSON',
    'Unexpected token \'M\', "…"... is not valid JSON',
  ],
  [
    "Cannot read properties of undefined (reading 'balance')",
    "Cannot read properties of undefined (reading 'balance')",
  ],
  ["'3 rue des Lilas' is no address", "'…' is no address"],
  ['GET /users?name=durand&born=1980 failed', 'GET /users?… failed'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjEyMzQ1fQ.c2lnbmF0dXJlLWhlcmU refused', '[token] refused'],
  ['sk_live_0a1b2c3d4e5f6a7b8c9d refused', '[token] refused'],
  ['Minified React error #185; visit https://react.dev/errors/185 for more', 'Minified React error #185'],
  ['a\u202Eb\u0000c\nd', 'a b c d'],
  ['', ''],
])('%s', (message, expected) => {
  expect(scrubbedText(message)).toBe(expected);
});

it.each([
  ['a'.repeat(100_000)],
  ['@'.repeat(100_000)],
  ["'".repeat(100_000)],
  ['1 '.repeat(50_000)],
  ['AA11' + ' A'.repeat(50_000)],
])('is quick and short for hostile texts', (message) => {
  const startedAt = performance.now();
  expect(scrubbedText(message).length).toBeLessThanOrEqual(300);
  expect(performance.now() - startedAt).toBeLessThan(200);
});

it('is stable: scrubbing again changes nothing', () => {
  const once = scrubbedText('marie@exemple.fr 12 "x" FR7630006000011234567890189');
  expect(scrubbedText(once)).toBe(once);
});
