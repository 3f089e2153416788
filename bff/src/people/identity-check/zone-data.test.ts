import { frenchCardZone, machineReadableZone, twoLineZone } from '../../seed/machine-readable-zone';
import { parseZone } from './zone-data';

const today = '2026-11-23';
const holder = {
  firstName: 'Anna Maria',
  lastName: 'Eriksson',
  cardNumber: 'L898902C3',
  birthDate: '1974-08-12',
  expiryDate: '2032-04-15',
};

it.each([
  ['TD1', machineReadableZone(holder, 'SWE')],
  ['TD2', twoLineZone(holder, 'SWE', 36)],
  ['TD3', twoLineZone(holder, 'SWE', 44)],
])('reads a zone of %s', (format, lines) => {
  expect(parseZone(lines, today).data).toEqual({
    format,
    code: format === 'TD3' ? 'P' : 'I',
    issuer: 'SWE',
    number: 'L898902C3',
    familyNames: ['ERIKSSON'],
    givenNames: ['ANNA', 'MARIA'],
    isNameCut: false,
    birthDate: '1974-08-12',
    expiryDate: '2032-04-15',
  });
});

it('reads a French card of before 2021, which is valid for 15 years if its holder was of age', () => {
  const read = (issued: string, birthDate: string) =>
    parseZone(frenchCardZone({ ...holder, birthDate, cardNumber: '092123456' }, issued, 'F'), today).data;
  expect(read('2015-03-04', '1974-08-12')).toMatchObject({
    number: '150309212345',
    expiryDate: '2030-03-01',
  });
  expect(read('2015-03-04', '2000-08-12')).toMatchObject({ expiryDate: '2025-03-01' });
  expect(read('2003-03-04', '1974-08-12')).toMatchObject({ expiryDate: '2013-03-01' });
});

it('finds every wrong check digit', () => {
  const lines = twoLineZone(holder, 'SWE', 44);
  for (const at of [9, 19, 27, 43]) {
    const second = lines[1] ?? '';
    const wrong = second.slice(0, at) + String((Number(second[at]) + 3) % 10) + second.slice(at + 1);
    const parsed = parseZone([lines[0] ?? '', wrong], today);
    expect([parsed.data, parsed.wrong.length > 0]).toEqual([undefined, true]);
  }
  expect(parseZone(['<<<', '???'], today)).toMatchObject({ wrong: ['layout'] });
});

it('takes no document of the last century for one of this', () => {
  const old = parseZone(twoLineZone({ ...holder, expiryDate: '1999-01-01' }, 'SWE', 44), today);
  expect(old.data?.expiryDate).toBe('1999-01-01');
});
