import { checkDigit, machineReadableZone } from './machine-readable-zone';

it('has the check digits of the published example', () => {
  // ICAO 9303, part 5, appendix B.
  const lines = machineReadableZone({
    firstName: 'Anna Maria',
    lastName: 'Eriksson',
    birthDate: '1974-08-12',
    expiryDate: '2012-04-15',
    cardNumber: 'D23145890',
  });
  expect(lines.map((line) => line.length)).toEqual([30, 30, 30]);
  expect(lines[0]).toBe('I<UTOD231458907<<<<<<<<<<<<<<<');
  expect(lines[1]).toMatch(/^7408122<1204159UTO<<<<<<<<<<<\d$/);
  expect(lines[2]).toBe('ERIKSSON<<ANNA<MARIA<<<<<<<<<<');
  expect(checkDigit('D23145890')).toBe('7');
});
