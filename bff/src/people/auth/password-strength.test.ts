import { isWeak } from './password-strength';

const marie = ['marie.curie@example.org', 'mcurie', 'Marie', 'Curie-Élodie'];

it.each(['BankPCS2026', 'B@nquePCS-2026', 'Password1!', 'P@ssw0rd1', 'MotDePasse', '123456', 'Azerty123!'])(
  'finds %s weak for anybody',
  (password) => expect(isWeak(password, [])).toBe(true),
);

it.each(['azertyuiop', 'qsdfghjklm', '1qaz2wsx', 'qwertyuiop1', 'aaaaaaaaaaaa', '123456789012'])(
  'finds the walk or row %s weak',
  (password) => expect(isWeak(password, [])).toBe(true),
);

it.each(['Marie1985', 'marie.curie1', 'MCURIE-2026', 'm4r13-1867', 'élodie-1985', 'marie.curie@example.org'])(
  'finds %s weak for Marie alone',
  (password) => expect(isWeak(password, marie)).toBe(true),
);

it.each([
  'Client-demo-1',
  'Admin-demo-1',
  'long-enough-for-a-test',
  'Str0ng-pass-4711',
  'r9&Ku!',
  'huit mots',
  'marie aime les tulipes',
  'une banque de sable blanc',
  'Marie-x7Kq2z',
])('accepts %s', (password) => expect(isWeak(password, marie)).toBe(false));

it('takes a few milliseconds at most for any input', () => {
  isWeak('the dictionaries are read first', []);
  const longest = ['4@3!10$5+7%'.repeat(90), 'a'.repeat(1_000), 'p@$$w0rd'.repeat(120), '1!'.repeat(500)];
  const before = process.cpuUsage();
  for (const password of longest) isWeak(password, [...marie, 'a'.repeat(80)]);
  const { user } = process.cpuUsage(before);
  expect(user / 1_000 / longest.length).toBeLessThan(60);
});
