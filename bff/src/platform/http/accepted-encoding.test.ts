import { acceptsBrotli } from './accepted-encoding';

describe('brotli', () => {
  it.each([
    'br',
    'gzip, deflate, br, zstd',
    'BR;Q=0.2',
    '*',
    'gzip;q=1.0, *;q=0.5',
    'identity;q=0, br',
    'identity;q=0, *',
    'br;q=0.001, identity;q=0',
    'br ; q=1, *;q=0',
  ])('is accepted by `%s`', (header) => {
    expect(acceptsBrotli(header)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'gzip',
    'br;q=0',
    'br; q=0.000, *',
    '*;q=0',
    'identity;q=0',
    'identity',
    'x-br',
    'br;q=0.5, identity',
    'br;q=much',
  ])('is not accepted by `%s`', (header) => {
    expect(acceptsBrotli(header)).toBe(false);
  });
});
