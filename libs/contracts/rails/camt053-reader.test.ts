import { type Camt053Entry, writeCamt053 } from './camt053';
import { StatementReader } from './camt053-reader';
import { XmlError } from './xml';

const entry: Camt053Entry = {
  amount: -12_050n,
  bookingDay: '2026-10-05',
  valueDay: '2026-10-05',
  code: ['PMNT', 'ICDT', 'ESCT'] as const,
  servicerReference: 'E-1',
  transactionId: 'PAY-1',
};
const written = (entries: Camt053Entry[]) =>
  writeCamt053({
    messageId: 'STMT-1',
    createdAt: new Date('2026-10-06T01:00:00Z'),
    id: 'STMT-1',
    from: new Date('2026-10-04T22:00:00Z'),
    to: new Date('2026-10-05T22:00:00Z'),
    account: { iban: 'FR7699999000010127005674754', currency: 'EUR', holder: 'Bank', bic: 'BPCSFRPPXXX' },
    opening: { amount: 100_000n, day: '2026-10-05' },
    closing: { amount: -88n, day: '2026-10-05' },
    entries,
  });
async function read(text: string) {
  const reader = new StatementReader();
  const entries = [];
  const chunks = (async function* () {
    yield new TextEncoder().encode(text);
  })();
  for await (const some of reader.read(chunks)) entries.push(...some);
  return { head: reader.head, entries };
}

it('reads what was written', async () => {
  const { transactionId: _none, ...bare } = entry;
  const { head, entries } = await read(written([entry, { ...entry, amount: 501n, isReversal: true }, bare]));
  expect(entries).toEqual([
    { transactionId: 'PAY-1', amount: -12_050n },
    { transactionId: 'PAY-1', amount: 501n },
    { transactionId: 'E-1', amount: -12_050n },
  ]);
  expect(head).toEqual({
    messageId: 'STMT-1',
    createdAt: new Date('2026-10-06T01:00:00Z'),
    currency: 'EUR',
    from: new Date('2026-10-04T22:00:00Z'),
    to: new Date('2026-10-05T22:00:00Z'),
    opening: 100_000n,
    closing: -88n,
  });
});

it('omits entries that are not booked', async () => {
  expect((await read(written([entry]).replace('<Cd>BOOK</Cd>', '<Cd>PDNG</Cd>'))).entries).toEqual([]);
});

it.each([
  ['an id that is too long', (text: string) => text.replace('<MsgId>', `$&${'1'.repeat(35)}`)],
  ['an id of letters that no id has', (text: string) => text.replace('<MsgId>', '$&É')],
  ['two statements', (text: string) => text.replace(/<Stmt>.*<\/Stmt>/, '$&$&')],
  ['no closing balance', (text: string) => text.replace('CLBD', 'ITBD')],
  ['two currencies', (text: string) => text.replace('<Amt Ccy="EUR">120.50', '<Amt Ccy="USD">120.50')],
  ['no direction', (text: string) => text.replaceAll('DBIT', 'BOTH')],
  ['another type', (text: string) => text.replace('camt.053.001.08', 'camt.054.001.08')],
])('refuses %s', async (_what, change) => {
  await expect(read(change(written([entry])))).rejects.toThrow(XmlError);
});
