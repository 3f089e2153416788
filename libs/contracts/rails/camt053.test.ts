import { schemaErrors } from '../../../tests/support/iso20022';
import { withEachNaughty } from '../../../tests/support/naughty';
import { camt053Parts, writeCamt053, type Camt053Entry, type Camt053Statement } from './camt053';

const entry: Camt053Entry = {
  amount: -12_050n,
  bookingDay: '2026-10-05',
  valueDay: '2026-10-05',
  code: ['PMNT', 'ICDT', 'ESCT'],
  servicerReference: 'TR-ABCD2345',
  endToEndId: 'FACTURE-42',
  transactionId: 'PAY-ABCD2345',
  counterparty: { name: 'Électricité & Gaz', account: { iban: 'FR1420041010050500013M02606' } },
  remittance: 'Facture n° 42',
};

const statement: Camt053Statement = {
  messageId: 'STMT-1001-2026-10',
  createdAt: new Date('2026-11-02T08:00:00Z'),
  id: '1001-2026-10',
  from: new Date('2026-09-30T22:00:00Z'),
  to: new Date('2026-10-31T23:00:00Z'),
  account: {
    iban: 'FR7699999000010127005674754',
    currency: 'EUR',
    holder: 'Élodie Lefèvre',
    bic: 'BPCSFRPPXXX',
  },
  opening: { amount: 100_000n, day: '2026-09-30' },
  closing: { amount: 88_451n, day: '2026-10-31' },
  entries: [entry, { ...entry, amount: 501n, counterparty: { name: 'Zoé', bic: 'AGRIFRPPXXX' } }],
};

const withEntries = (...entries: Camt053Entry[]) => writeCamt053({ ...statement, entries });

it('has balances, totals, and both sides of every entry', () => {
  const xml = writeCamt053(statement);
  expect(xml).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?><Document xmlns="urn:iso:[^"]*camt\.053\.001\.08">/,
  );
  for (const part of [
    '<Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-09-30</Dt>',
    '<Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">884.51</Amt>',
    '<TtlNtries><NbOfNtries>2</NbOfNtries><Sum>125.51</Sum><TtlNetNtry><Amt>115.49</Amt><CdtDbtInd>DBIT</CdtDbtInd>',
    '<TtlCdtNtries><NbOfNtries>1</NbOfNtries><Sum>5.01</Sum>',
    '<Amt Ccy="EUR">120.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-10-05</Dt>',
    '<AcctSvcrRef>TR-ABCD2345</AcctSvcrRef><EndToEndId>FACTURE-42</EndToEndId><TxId>PAY-ABCD2345</TxId>',
    '<Cdtr><Pty><Nm>Electricite + Gaz</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>FR1420041010050500013M02606</IBAN>',
    '<Dbtr><Pty><Nm>Zoe</Nm></Pty></Dbtr>',
    '<DbtrAgt><FinInstnId><BICFI>AGRIFRPPXXX</BICFI>',
    '<Ustrd>Facture ndeg 42</Ustrd>',
  ]) {
    expect(xml).toContain(part);
  }
});

it('writes amounts in the decimals of the currency', () => {
  const account = { ...statement.account, currency: 'JPY' };
  expect(writeCamt053({ ...statement, account })).toContain('<Amt Ccy="JPY">12050</Amt>');
  expect(withEntries({ ...entry, amount: -1n })).toContain('<Amt Ccy="EUR">0.01</Amt>');
});

it('writes the same in parts', async () => {
  const batches = async function* () {
    for (const one of statement.entries) yield [one];
    yield [];
  };
  const totals = { credits: { count: 1, sum: 501n }, debits: { count: 1, sum: 12_050n } };
  let xml = '';
  for await (const part of camt053Parts({ ...statement, ...totals }, batches())) xml += part;
  expect(xml).toBe(writeCamt053(statement));
});

describe('by the schema of camt.053.001.08', () => {
  it('is valid, with and without what is optional', async () => {
    const bare: Camt053Entry = {
      amount: 1n,
      bookingDay: '2026-10-05',
      valueDay: '2026-10-06',
      code: ['PMNT', 'MCOP', 'OTHR'],
      servicerReference: 'TR-1',
    };
    expect(
      await schemaErrors(
        'camt.053.001.08',
        writeCamt053(statement),
        withEntries(),
        withEntries(bare, { ...bare, isReversal: true, messageId: 'M'.repeat(50) }),
        withEntries({
          ...entry,
          counterparty: { account: { number: '0012345' } },
          remittance: 'é'.repeat(500),
        }),
      ),
    ).toEqual([]);
  });

  it('is valid with every string that breaks programs in each of its texts', async () => {
    const entries: Camt053Entry[] = [];
    await withEachNaughty(async (text) => {
      entries.push({
        ...entry,
        messageId: text,
        endToEndId: text,
        transactionId: text,
        remittance: text,
        counterparty: { name: text, account: { iban: 'FR1420041010050500013M02606' } },
      });
    });
    expect(entries.length).toBeGreaterThan(500);
    expect(await schemaErrors('camt.053.001.08', withEntries(...entries))).toEqual([]);
  });
});
