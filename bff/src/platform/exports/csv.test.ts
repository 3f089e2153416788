import { buffer } from 'node:stream/consumers';
import { csvOf } from './csv';

type Row = [string, number | null];
const columns = [
  { header: 'Libellé', value: ([label]: Row) => label },
  { header: 'Montant', value: ([, amount]: Row) => amount, currency: () => 'EUR' },
];
const csv = async (language: 'fr' | 'en', ...rows: Row[]) => {
  const batches = async function* () {
    yield rows;
  };
  return (await buffer(csvOf(columns, batches(), language))).toString();
};

it('uses the notation of the language’s spreadsheets, after a byte order mark', async () => {
  expect(await csv('fr', ['Loyer', -1234.5])).toBe('\ufeffLibellé;Montant\r\nLoyer;-1234,50\r\n');
  expect(await csv('en', ['Loyer', -1234.5])).toBe('\ufeffLibellé,Montant\r\nLoyer,-1234.50\r\n');
});

it('quotes values that contain a delimiter, a quote or a line break', async () => {
  const rows: Row[] = [
    ['a;b', null],
    ['dit "oui"', 1],
  ];
  expect(await csv('fr', ...rows)).toContain('"a;b";\r\n"dit ""oui""";1,00\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠1'])(
  'makes no formula of the text %j',
  async (typed) => {
    const [, line = ''] = (await csv('en', [typed, -1])).split('\r\n');
    expect(line.replace(/^"/, '').startsWith(`'${typed[0]}`)).toBe(true);
  },
);

it('writes amounts with all decimals of their currency, and counts without any', async () => {
  const rows: [string, number][] = [
    ['EUR', -5],
    ['JPY', -1_200],
    ['KWD', 0.125],
  ];
  const amounts = [
    { header: 'Devise', value: ([currency]: [string, number]) => currency },
    {
      header: 'Montant',
      value: ([, amount]: [string, number]) => amount,
      currency: ([currency]: [string, number]) => currency,
    },
    { header: 'Nombre', value: () => 3 },
  ];
  const lines = (await buffer(csvOf(amounts, [rows], 'fr'))).toString().split('\r\n');
  expect(lines.slice(1, 4)).toEqual(['EUR;-5,00;3', 'JPY;-1200;3', 'KWD;0,125;3']);
});

it('writes the header even without rows', async () => {
  expect(await csv('fr')).toBe('\ufeffLibellé;Montant\r\n');
});

it('fails when reading the rows fails', async () => {
  const batches = async function* (): AsyncGenerator<Row[]> {
    yield [['un', 1]];
    throw new Error('the database went away');
  };
  await expect(buffer(csvOf(columns, batches(), 'fr'))).rejects.toThrow('the database went away');
});
