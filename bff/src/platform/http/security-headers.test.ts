import { type AnswerKind, securityHeaders } from './security-headers';

it('sends HSTS for https origins only', () => {
  const name = 'Strict-Transport-Security';
  expect(securityHeaders('api', 'https://bank.example')[name]).toBe('max-age=31536000; includeSubDomains');
  expect(securityHeaders('api', 'http://localhost:3000')).not.toHaveProperty(name);
});

it('leaves serial ports to documents of the customer site', () => {
  const serialOf = (kind: AnswerKind) =>
    securityHeaders(kind, 'https://bank.example')['Permissions-Policy']?.match(/serial=\(\w*\)/)?.[0];
  expect(serialOf('shell')).toBe('serial=(self)');
  for (const kind of ['api', 'asset', 'document', 'reference'] as const)
    expect(serialOf(kind)).toBe('serial=()');
});
