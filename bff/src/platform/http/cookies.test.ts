import { cookie, readCookie } from './cookies';

it('binds a cookie to the host over https, and keeps it from scripts everywhere', () => {
  expect(cookie('device', 'a b', { secure: true, maxAgeSeconds: 60 })).toBe(
    '__Host-device=a%20b; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  );
  expect(cookie('device', 'x', { secure: false, sameSite: 'Strict' })).toBe(
    'device=x; Path=/; HttpOnly; SameSite=Strict',
  );
});

it('reads back its own cookie, and over https ignores one without the `__Host-` prefix', () => {
  const headers = { cookie: 'other=1; device=forged; __Host-device=a%20b' };
  expect(readCookie({ headers }, 'device', true)).toBe('a b');
  expect(readCookie({ headers: { cookie: 'device=forged' } }, 'device', true)).toBeUndefined();
  expect(readCookie({ headers: { cookie: 'device=%E0' } }, 'device', false)).toBeUndefined();
  expect(readCookie({ headers: {} }, 'device', false)).toBeUndefined();
});
