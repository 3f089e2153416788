import { compactIban, ibanFault, isIban, isSepa } from './iban';

describe('IBANs', () => {
  // Examples of the SWIFT IBAN Registry.
  it.each([
    'FR1420041010050500013M02606',
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'BE68539007547034',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'LC55HEMM000100010012001200023015',
    'RU0304452522540817810538091310419',
    'SA0380000000608010167519',
    'XK051212012345678906',
  ])('%s is valid', (iban) => expect(isIban(iban)).toBe(true));

  it.each([
    ['', 'nothing'],
    ['DE89370400440532013001', 'wrong check digits'],
    ['DE8937040044053201300', 'too short'],
    ['BE6853900754703400', 'too long'],
    ['US64SVBKUS6S3300958879', 'a country without IBANs'],
    ['de89370400440532013000', 'lower case'],
    ['DE89 3704 0044 0532 0130 00', 'grouped'],
  ])('%s is invalid: %s', (iban) => expect(isIban(iban)).toBe(false));

  it.each([
    ['DE89370400440532013000', undefined],
    ['DE8937040044053201', { kind: 'too_short', by: 4, length: 22 }],
    ['DE893704004405320130001', { kind: 'too_long', by: 1, length: 22 }],
    ['DE89370400440532013001', { kind: 'check_digits' }],
    ['US64SVBKUS6S3300958879', { kind: 'country' }],
    ['D', { kind: 'country' }],
    ['DE89-3704-0044', { kind: 'characters' }],
  ])('%s has the fault %o', (iban, fault) => expect(ibanFault(iban)).toEqual(fault));

  it('are accepted in any notation', () => {
    expect(isIban(compactIban(' de89 3704 0044\t0532 0130 00'))).toBe(true);
  });

  it('belong to SEPA or do not', () => {
    expect(['DE89', 'CH93', 'RS35', 'AE07', 'SA03', 'TR33'].map(isSepa)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
