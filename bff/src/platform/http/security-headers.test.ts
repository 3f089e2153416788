import { securityHeaders } from './security-headers';

it('sends HSTS for https origins only', () => {
  const name = 'Strict-Transport-Security';
  expect(securityHeaders('api', 'https://bank.example')[name]).toBe('max-age=31536000; includeSubDomains');
  expect(securityHeaders('api', 'http://localhost:3000')).not.toHaveProperty(name);
});
