import fc from 'fast-check';
import { compactIban, ibanFault, ibanLengths, ibanWith, isIban, isSepa } from './iban';

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

  it.each(['DE00000000000000000066', 'DE01000000000000000048', 'DE99000000000000000030'])(
    '%s has check digits that no IBAN has, with the right remainder',
    (iban) => expect(ibanFault(iban)).toEqual({ kind: 'check_digits' }),
  );

  it('have one pair of check digits, from 02 to 98, in every country', () => {
    const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'));
    const characters = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const accounts = fc
      .constantFrom(...ibanLengths)
      .chain(([country, length]) =>
        fc.tuple(
          fc.constant(country),
          fc.string({ unit: characters, minLength: length - 4, maxLength: length - 4 }),
        ),
      );
    fc.assert(
      fc.property(accounts, ([country, account]) => {
        const valid = pairs.filter((pair) => isIban(`${country}${pair}${account}`));
        expect(valid).toEqual([ibanWith(country, account).slice(2, 4)]);
        expect(Number(valid[0]) >= 2 && Number(valid[0]) <= 98).toBe(true);
      }),
    );
  });

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
