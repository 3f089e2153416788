import { rateOf } from '../rates';
import { readRates, writeRates } from './reference-rates';
import { XmlError } from './xml';

const read = (text: string) => readRates(new TextEncoder().encode(text));
const cubes = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube>${content}</Cube>
</gesmes:Envelope>`;
const dollars = "<Cube currency='USD' rate='1.0705'/>";
const day = (content: string, time = '2024-06-28') => `<Cube time='${time}'>${content}</Cube>`;

it('reads a day as the bank publishes it, and several', () => {
  const one = read(cubes(day(`${dollars}<Cube currency='JPY' rate='171.94'/>`)));
  expect(one).toEqual({
    sender: 'European Central Bank',
    sets: [
      {
        day: '2024-06-28',
        rates: new Map([
          ['USD', 107_050_000n],
          ['JPY', 17_194_000_000n],
        ]),
      },
    ],
  });
  expect(read(cubes(day(dollars) + day(dollars, '2024-06-27'))).sets).toHaveLength(2);
});

it('reads what it wrote', () => {
  const sets = [
    {
      day: '2026-11-20',
      rates: new Map([
        ['IDR', rateOf('17487.21') ?? 0n],
        ['GBP', rateOf('0.84638') ?? 0n],
      ]),
    },
  ];
  const text = writeRates({ sender: 'Le monde', sets });
  expect(text).toContain(`rate='17487.2100'`);
  expect(read(text)).toEqual({ sender: 'Le monde', sets });
});

it.each([
  ['a DTD', `<!DOCTYPE a [<!ENTITY b "1">]>${cubes(day(dollars))}`],
  ['what is not well-formed', cubes(day(dollars)).slice(0, -4)],
  ['another document', '<html/>'],
  ['no day', cubes('')],
  ['a day that does not exist', cubes(day(dollars, '2026-02-30'))],
  ['a day twice', cubes(day(dollars) + day(dollars))],
  ['a day without rates', cubes(day(''))],
  ['a text in place of days', cubes('1.0')],
  ['a negative rate', cubes(day("<Cube currency='USD' rate='-1.07'/>"))],
  ['zero', cubes(day("<Cube currency='USD' rate='0.0000'/>"))],
  ['no number', cubes(day("<Cube currency='USD' rate='N/A'/>"))],
  ['an exponent', cubes(day("<Cube currency='USD' rate='1e3'/>"))],
  ['too many decimals', cubes(day("<Cube currency='USD' rate='1.123456789'/>"))],
  ['a rate without currency', cubes(day("<Cube rate='1.07'/>"))],
  ['a currency twice', cubes(day(dollars + dollars))],
  ['no sender', cubes(day(dollars)).replace('European Central Bank', '')],
  ['a very large file', cubes(day(dollars) + `<!--${'x'.repeat(1_100_000)}-->`)],
])('refuses %s', (_what, text) => {
  expect(() => read(text)).toThrow(XmlError);
});
