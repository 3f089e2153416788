import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AccountList } from '../../libs/contracts/accounts';
import type { StatementFormat } from '../../libs/contracts/statements';
import { settlementOf } from '../../bff/src/money/ledger/bank-accounts';
import { addMonths, daysAround, parisMonth, parisMonthBounds } from '../../bff/src/platform/time/paris-month';
import { longIt } from '../support/at-length';
import { type Bank, startBank } from '../support/bank';
import { connectTo, newCustomer, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { schemaErrors } from '../support/iso20022';
import { withEachNaughty } from '../support/naughty';
import { insertDeposits, insertMovement } from '../support/movements';
import { pdfPages } from '../support/pdf';
import { until } from '../support/until';

/** Of its own: the tests insert thousands of movements without their totals. */
let bank: Bank;
let database: TestConnection;
beforeAll(async () => {
  bank = await startBank({ env: { CALLS_PER_MINUTE: '100000' } });
  database = connectTo(bank.migrationUrl);
});
afterAll(async () => {
  await database.end();
  await bank.stop();
});

const formats: StatementFormat[] = ['pdf', 'csv', 'camt053'];

/** The last finished month; the tests' movements are in it and in the two before. */
const last = addMonths(parisMonth(new Date(Date.now() - 11 * 60_000)), -1);
const [middle, first] = [addMonths(last, -1), addMonths(last, -2)];
const start = (month: string) => parisMonthBounds(month)[0];
const end = (month: string) => parisMonthBounds(month)[1];
const later = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);

interface Holder extends SignedIn {
  accountId: number;
}

async function holder(person: Record<string, string> = {}): Promise<Holder> {
  const who = await newCustomer(bank.shellUrl, person);
  const { body } = await call<AccountList>('GET', `${bank.shellUrl}/api/accounts`, { token: who.token });
  return { ...who, accountId: body.accounts[0]?.id ?? 0 };
}

let made = 0;

/** Inserts one movement of the past; returns its reference. */
async function book(who: Holder, amount: number, at: Date, description: string, kind = 'transfer') {
  made += 1;
  const reference = `S${who.id}-${made}`;
  await insertMovement(database, who.accountId, { reference, kind, description, amount, at });
  return reference;
}

const bookMany = (who: Holder, count: number, from: Date) =>
  insertDeposits(database, who.accountId, { prefix: `M${who.id}-`, count, from });

/** Inserts a payment to another bank, and its posting. */
async function pay(who: Holder, amount: number, at: Date, name: string, account: string) {
  const reference = await book(who, -amount, at, 'Facture', 'payment');
  await database.rows(
    `INSERT INTO payments (reference, account_id, amount, currency, recipient_account, recipient_name,
       payment_method, description, status, stage, message_id, end_to_end_id, created_by, created_at, processed_at,
       transfer_id)
     SELECT CONCAT('P', reference), ?, ?, 'EUR', ?, ?, 'sepa_instant', 'Facture', 'completed', 'settled', 'MSG-1',
       'FACTURE-42', ?, ?, ?, id
     FROM transfers WHERE reference = ?`,
    [who.accountId, amount, account, name, who.id, at, at, reference],
  );
  return reference;
}

/** Inserts a credit from another bank, and its posting. */
async function receive(who: Holder, amount: number, at: Date, name: string, remittance: string) {
  const reference = await book(who, amount, at, `${name} · ${remittance}`, 'credit');
  await database.rows(
    `INSERT INTO incoming_credits (kind, sender, transaction_id, end_to_end_id, message_id, instant, amount, currency,
       creditor_account, debtor_account, debtor_name, remittance, outcome, transfer_id, received_at)
     SELECT 'credit', 'CLEARING', CONCAT('T', reference), 'PAIE-10', 'MSG-2', 0, ?, 'EUR', '', 'DE89370400440532013000',
       ?, ?, 'booked', id, ? FROM transfers WHERE reference = ?`,
    [amount, name, remittance, at, reference],
  );
}

/** Inserts the movement that reverses another one of money that left. */
async function takeBack(who: Holder, amount: number, at: Date, reference: string) {
  await database.rows(
    `INSERT INTO transfers (reference, kind, description, reverses, created_at)
     SELECT CONCAT(reference, 'R'), 'reversal', description, id, ? FROM transfers WHERE reference = ?`,
    [at, reference],
  );
  await database.rows(
    `INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
     SELECT id, ?, ?, 0, created_at FROM transfers WHERE reference = ?`,
    [who.accountId, amount, `${reference}R`],
  );
}

const pathOf = ({ accountId }: Holder) => `${bank.shellUrl}/api/accounts/${accountId}/statements`;
const monthsOf = async (who: Holder) =>
  (await call<{ months: string[] }>('GET', pathOf(who), { token: who.token })).body.months;

async function download(who: Holder, month: string, format: string, language = 'fr') {
  const answer = await fetch(`${pathOf(who)}/${month}?format=${format}`, {
    headers: { authorization: `Bearer ${who.token}`, 'accept-language': language },
  });
  return { status: answer.status, headers: answer.headers, file: Buffer.from(await answer.arrayBuffer()) };
}

const text = async (who: Holder, month: string, format: StatementFormat, language = 'fr') =>
  (await download(who, month, format, language)).file.toString();
const pdfText = async (who: Holder, month: string, language = 'fr') =>
  pdfPages((await download(who, month, 'pdf', language)).file)
    .join('\n')
    .replaceAll('\u00a0', ' ');

let elodie: Holder;

beforeAll(async () => {
  elodie = await holder({ first_name: 'Élodie', last_name: 'Lefèvre' });
  await book(elodie, 100_000, later(start(first), 1), 'Ajout de fonds', 'deposit');
  await book(elodie, -2_500, later(start(middle), -1), 'Dernier instant du premier mois', 'card');
  await book(elodie, -100, start(middle), 'Frais hebdomadaires', 'fee');
  await pay(
    elodie,
    12_050,
    later(start(middle), 86_400_000),
    'Gaz & Électricité',
    'FR1420041010050500013M02606',
  );
  await book(elodie, 7, later(end(middle), -1), '=HYPERLINK("http://evil.example")');
  await book(elodie, 9_999, end(middle), 'Premier instant du dernier mois');
  await book(elodie, 1, end(last), 'Premier instant du mois en cours');
});

describe('the months of an account', () => {
  it('are the finished ones since its first movement, newest first', async () => {
    expect(await monthsOf(elodie)).toEqual([last, middle, first]);
  });

  it('are none for a new account', async () => {
    expect(await monthsOf(await holder())).toEqual([]);
  });
});

describe('a monthly statement', () => {
  it('has balances, totals and every movement of its Paris month as CSV', async () => {
    const { status, headers, file } = await download(elodie, middle, 'csv');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toContain(`attachment; filename="releve-${middle}-EUR.csv"`);
    expect(headers.get('content-length')).toBe(String(file.length));
    const { before, last: lastDay } = daysAround(middle);
    const rows = file.toString().split('\r\n');
    expect(rows[0]).toBe(
      '\ufeffDate de comptabilisation (Paris);Libellé;Opération;Montant;Devise;Solde;Contrepartie;' +
        'Compte de la contrepartie;Référence',
    );
    const withoutReferences = rows.slice(1).map((row) => row.replace(/S\d+-\d+$/, 'S'));
    expect(withoutReferences).toEqual([
      expect.stringMatching(new RegExp(`^${before};Ancien solde au .*;;;EUR;975,00;;;$`)),
      `${middle}-01;Frais hebdomadaires;Frais;-1,00;EUR;974,00;;;S`,
      `${middle}-02;Facture;Paiement;-120,50;EUR;853,50;Gaz & Électricité;FR1420041010050500013M02606;S`,
      `${lastDay};"'=HYPERLINK(""http://evil.example"")";Virement;0,07;EUR;853,57;;;S`,
      `${lastDay};Total des crédits (1);;0,07;EUR;;;;`,
      `${lastDay};Total des débits (2);;-121,50;EUR;;;;`,
      expect.stringMatching(new RegExp(`^${lastDay};Nouveau solde au .*;;;EUR;853,57;;;$`)),
      '',
    ]);
  });

  it('has the same as an accessible PDF file', async () => {
    const page = await pdfText(elodie, middle);
    for (const words of [
      'Relevé de compte',
      'Élodie Lefèvre',
      'BPCSFRPPXXX',
      'Gaz & Électricité',
      '120,50 €',
    ])
      expect(page).toContain(words);
    expect(page).toMatch(/Ancien solde au .*\n975,00 €/);
    expect(page).toMatch(
      /Total des crédits \(1\)\n0,07 €\nTotal des débits \(2\)\n−121,50 €\nNouveau solde .*\n853,57 €/,
    );
    expect(page).not.toContain('instant');
    const { file, headers } = await download(elodie, middle, 'pdf');
    expect(headers.get('content-type')).toBe('application/pdf');
    for (const mark of [/\/Lang \(fr\)/, /\/MarkInfo/, /\/DisplayDocTitle true/, /\/S \/Table/])
      expect(file.toString('latin1')).toMatch(mark);
  });

  it('has the same as camt.053.001.08', async () => {
    const { headers, file } = await download(elodie, middle, 'camt053');
    expect(headers.get('content-type')).toBe('application/xml');
    expect(headers.get('content-disposition')).toContain(`filename="releve-${middle}-EUR.xml"`);
    const xml = file.toString();
    expect(await schemaErrors('camt.053.001.08', xml)).toEqual([]);
    for (const part of [
      '<Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">975.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>',
      '<Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">853.57</Amt><CdtDbtInd>CRDT</CdtDbtInd>',
      '<NbOfNtries>3</NbOfNtries><Sum>121.57</Sum>',
      `<BookgDt><Dt>${middle}-01</Dt></BookgDt>`,
      '<Cd>PMNT</Cd><Fmly><Cd>IRCT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly>',
      '<Cdtr><Pty><Nm>Gaz + Electricite</Nm></Pty></Cdtr>',
      `<FrDtTm>${start(middle).toISOString()}</FrDtTm><ToDtTm>${end(middle).toISOString()}</ToDtTm>`,
    ]) {
      expect(xml).toContain(part);
    }
    expect(xml.match(/<Ntry>/g)).toHaveLength(3);
  });

  it('begins with the balance that the month before ends with', async () => {
    expect(await text(elodie, first, 'csv')).toMatch(/Nouveau solde[^;]*;;;EUR;975,00;/);
    expect(await text(elodie, last, 'csv')).toMatch(/Ancien solde[^;]*;;;EUR;853,57;/);
    expect(await text(elodie, last, 'csv')).toContain('Premier instant du dernier mois');
    expect(await text(elodie, last, 'csv')).not.toContain('mois en cours');
  });

  it('is in the caller’s language, or that of the query', async () => {
    expect(await text(elodie, middle, 'csv', 'en')).toMatch(
      /^\ufeffBooking date \(Paris\),Description,Type,/,
    );
    expect(await text(elodie, middle, 'csv', 'en')).toContain(',Weekly fee,Fee,-1.00,EUR,974.00,');
    const { file, headers } = await download(elodie, middle, 'csv&lang=en');
    expect(file.toString()).toBe(await text(elodie, middle, 'csv', 'en'));
    expect(headers.get('content-disposition')).toContain('filename="statement-');
    expect(await pdfText(elodie, middle, 'en')).toContain('Total money in (1)');
    expect(await text(elodie, middle, 'camt053', 'en')).toBe(await text(elodie, middle, 'camt053'));
  });

  it('of a month without movements has equal balances', async () => {
    const quiet = await holder();
    await book(quiet, 500, start(first), 'Seul');
    expect(await pdfText(quiet, middle)).toMatch(/Aucune opération ce mois-ci/);
    const xml = await text(quiet, middle, 'camt053');
    expect(await schemaErrors('camt.053.001.08', xml)).toEqual([]);
    expect(xml.match(/<Amt Ccy="EUR">5\.00<\/Amt>/g)).toHaveLength(2);
    expect((await text(quiet, middle, 'csv')).split('\r\n')).toHaveLength(6);
  });

  it('names the other customer of a transfer', async () => {
    const [sender, recipient] = [await holder({ first_name: 'Zoé', last_name: 'Martin' }), await holder()];
    const pizza = { reference: `S${sender.id}-P`, kind: 'transfer', description: 'Test Client – Pizza' };
    const past = { ...pizza, amount: -100, at: start(middle), other: recipient.accountId };
    await insertMovement(database, sender.accountId, past);
    expect(await text(recipient, middle, 'csv')).toContain(';Zoé Martin;');
    expect(await text(sender, middle, 'camt053')).toContain('<Cdtr><Pty><Nm>Test Client</Nm>');
  });
});

describe('a statement with payments from and to other banks', () => {
  it('names payers and payees, with their references', async () => {
    const who = await holder();
    await receive(who, 200_000, later(start(middle), 1), 'Atelier Lumière', 'Salaire d’octobre');
    const paid = await pay(who, 5_000, later(start(middle), 2), 'Zoë Krüger', 'FR1420041010050500013M02606');
    await takeBack(who, 5_000, later(start(middle), 3), paid);
    const xml = await text(who, middle, 'camt053');
    expect(await schemaErrors('camt.053.001.08', xml)).toEqual([]);
    const [, credit = '', debit = '', back = ''] = xml.split('<Ntry>');
    for (const part of [
      '<Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd>',
      '<Refs><MsgId>MSG-2</MsgId>',
      '<EndToEndId>PAIE-10</EndToEndId><TxId>TS',
      '<Dbtr><Pty><Nm>Atelier Lumiere</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN>',
      '<Ustrd>Salaire d&apos;octobre</Ustrd>',
    ]) {
      expect(credit).toContain(part);
    }
    const toZoe = '<Nm>Zoe Kruger</Nm>';
    for (const part of [
      '<Cd>IRCT</Cd>',
      '<EndToEndId>FACTURE-42</EndToEndId><TxId>PS',
      `<Cdtr><Pty>${toZoe}`,
    ])
      expect(debit).toContain(part);
    for (const part of [
      '<RvslInd>true</RvslInd>',
      '<EndToEndId>FACTURE-42</EndToEndId>',
      `<Dbtr><Pty>${toZoe}`,
    ])
      expect(back).toContain(part);
    const csv = await text(who, middle, 'csv');
    expect(csv).toContain(';Virement reçu;2000,00;EUR;2000,00;Atelier Lumière;DE89370400440532013000;');
    expect(csv).toContain(';Annulation;50,00;EUR;2000,00;Zoë Krüger;FR1420041010050500013M02606;');
  });
});

describe('a statement with direct debits', () => {
  it('names the creditor and the mandate, also of a refunded collection', async () => {
    const who = await holder();
    await book(who, 100_000, start(middle), 'Salaire');
    const taken = await book(who, -3_990, later(start(middle), 1), 'Énergie Verte · Facture 7', 'debit');
    await takeBack(who, 3_990, later(start(middle), 2), taken);
    await database.rows(
      `INSERT INTO direct_debits (sender, transaction_id, end_to_end_id, message_id, account_id, user_id, mandate_id,
         creditor_id, creditor_name, mandate_reference, debtor_account, amount, currency, remittance, due_on, status,
         booked_at, transfer_id, received_at, changed_at)
       SELECT 'CLEARING', CONCAT('D', reference), 'ENERGIE-7', 'MSG-3', ?, ?, 1, 'FR12ZZZ123456', 'Énergie Verte',
         'MANDAT-9', '', 3990, 'EUR', 'Facture 7', created_at, 'booked', created_at, id, created_at, created_at
       FROM transfers WHERE reference = ?`,
      [who.accountId, who.id, taken],
    );
    const xml = await text(who, middle, 'camt053');
    expect(await schemaErrors('camt.053.001.08', xml)).toEqual([]);
    const [, , debit = '', back = ''] = xml.split('<Ntry>');
    for (const entry of [debit, back]) {
      expect(entry).toContain('<EndToEndId>ENERGIE-7</EndToEndId>');
      expect(entry).toContain('<MndtId>MANDAT-9</MndtId>');
      expect(entry).toContain('<Ustrd>Facture 7</Ustrd>');
    }
    expect(debit).toContain('<Cd>RDDT</Cd><SubFmlyCd>ESDD</SubFmlyCd>');
    expect(debit).toContain('<Cdtr><Pty><Nm>Energie Verte</Nm></Pty></Cdtr>');
    expect(back).toContain('<Dbtr><Pty><Nm>Energie Verte</Nm></Pty></Dbtr>');
    const csv = await text(who, middle, 'csv');
    expect(csv).toContain(';Prélèvement;-39,90;EUR;960,10;Énergie Verte;;');
    expect(csv).toContain(';Annulation;39,90;EUR;1000,00;Énergie Verte;;');
  });
});

describe('a statement in yen', () => {
  it('has no decimals in any format', async () => {
    const who = await holder();
    const { body } = await call<{ id: number }>('POST', `${bank.shellUrl}/api/accounts`, {
      token: who.token,
      body: { currency: 'JPY' },
    });
    const yen = { ...who, accountId: body.id };
    const credit = { reference: `S${who.id}-JPY`, kind: 'credit', description: 'Kyoto', amount: 1_234_567 };
    const past = { ...credit, at: start(middle), other: settlementOf('JPY') };
    await insertMovement(database, yen.accountId, past);
    expect(await text(yen, middle, 'csv')).toContain(';Virement reçu;1234567;JPY;1234567;;;');
    expect(await text(yen, middle, 'csv', 'en')).toContain(',Total money in (1),,1234567,JPY,,,,');
    await database.rows(
      `INSERT INTO incoming_credits (kind, sender, transaction_id, end_to_end_id, message_id, instant, amount, currency,
         creditor_account, debtor_account, debtor_name, outcome, transfer_id, received_at)
       SELECT 'credit', 'CORRESPONDENT', CONCAT('T', reference), 'KYOTO-1', 'MSG-3', 0, ?, 'JPY', '', '', 'Kyoto', 'booked',
         id, created_at FROM transfers WHERE reference = ?`,
      [credit.amount, credit.reference],
    );
    const xml = await text(yen, middle, 'camt053');
    expect(xml).toContain('<Amt Ccy="JPY">1234567</Amt>');
    expect(xml).toContain('<Cd>RCDT</Cd><SubFmlyCd>XBCT</SubFmlyCd>');
    expect(await pdfText(yen, middle)).toMatch(/Nouveau solde au .*\n1\s234\s567 JPY/);
  });
});

describe('an invalid statement', () => {
  it.each(['', 'format=xlsx', 'format=', 'format=csv&lang=de', 'format=csv&page=1', 'format=csv&format=pdf'])(
    'the query "%s" is refused',
    async (query) => {
      const { status, body } = await call('GET', `${pathOf(elodie)}/${middle}?${query}`, {
        token: elodie.token,
      });
      expect([status, body]).toMatchObject([400, { code: 'INVALID_QUERY' }]);
    },
  );

  it.each([
    ['the running month', parisMonth(new Date(Date.now() - 11 * 60_000))],
    ['a month to come', addMonths(last, 5)],
    ['a month before the account', addMonths(first, -1)],
    ['month 13', '2026-13'],
    ['month 0', '2026-00'],
    ['a day', `${last}-01`],
    ['a word', 'latest'],
    ['a path', '..%2f..%2fetc'],
    ['year 0', '0000-01'],
  ])('%s does not exist', async (_what, month) => {
    const { status, body } = await call('GET', `${pathOf(elodie)}/${month}?format=csv`, {
      token: elodie.token,
    });
    expect([status, body]).toMatchObject([404, { code: 'NOT_FOUND' }]);
  });
});

describe('the file of a finished month', () => {
  it('never changes: not after a new name or new movements', async () => {
    await expectSame(() => Promise.resolve());
  });

  longIt('never changes on another server', () => expectSame(() => bank.restart()));

  async function expectSame(meanwhile: () => Promise<void>) {
    const who = await holder({ first_name: 'Avant', last_name: 'Mariage' });
    await book(who, 100_000, start(middle), 'Salaire');
    const all = () => Promise.all(formats.map(async (format) => (await download(who, middle, format)).file));
    const before = await all();
    await database.rows('UPDATE users SET last_name = ? WHERE id = ?', ['Après', who.id]);
    await book(who, -100_000, new Date(), 'Correction du salaire', 'adjustment');
    await call('POST', `${bank.shellUrl}/api/balance/update`, {
      token: who.token,
      body: { amount: 5, type: 'add' },
    });
    await meanwhile();
    const after = await all();
    expect(after.every((file, index) => file.equals(before[index] as Buffer))).toBe(true);
    // A language that was not downloaded before has the holder of the first request, too.
    expect(await pdfText(who, middle, 'en')).toContain('Avant Mariage');
  }

  it('cannot be changed or removed by the server or the owner of the database', async () => {
    await download(elodie, first, 'csv');
    for (const change of [
      'UPDATE statements SET closing = 0, opening = debit_sum - credit_sum',
      'DELETE FROM statements',
      'UPDATE statement_files SET size = 0',
      'DELETE FROM statement_files',
    ]) {
      await expect(database.rows(change)).rejects.toThrow(/only grows/);
    }
  });

  const stored = async (who: Holder, format: StatementFormat) => {
    const [row] = await database.rows(
      `SELECT f.file FROM statement_files f JOIN statements s ON s.id = f.statement_id
       WHERE s.account_id = ? AND f.format = ? AND f.language = 'fr'`,
      [who.accountId, format],
    );
    return path.join(bank.dataDir, 'documents', row?.file ?? '');
  };

  it('is not sent when its bytes were altered or are gone', async () => {
    const who = await holder();
    await book(who, 100_000, start(middle), 'Salaire');
    const { file } = await download(who, middle, 'csv');
    const place = await stored(who, 'csv');
    const sealed = await readFile(place);
    expect(sealed.includes('Salaire')).toBe(false);
    const altered = Buffer.from(sealed);
    altered.writeUInt8(altered.readUInt8(40) ^ 1, 40);
    await writeFile(place, altered);
    expect((await download(who, middle, 'csv')).status).toBe(500);
    await rename(place, `${place}.away`);
    const { status, headers } = await download(who, middle, 'csv');
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
    await writeFile(place, sealed);
    await until(async () => (await download(who, middle, 'csv')).file.equals(file));
  });
});

describe('a month with hostile descriptions', () => {
  it('is a valid file of every format, without formulas', async () => {
    const who = await holder();
    const given: string[] = [];
    await withEachNaughty(async (text) => {
      const description = text.toWellFormed().slice(0, 200);
      given.push(description);
      await book(who, 1, later(start(middle), given.length), description);
    }, 7);
    await pay(
      who,
      1,
      later(start(middle), 5_000),
      '=cmd|" /C calc"!A0 \u202e<script>',
      'FR1420041010050500013M02606',
    );
    const count = given.length + 1;
    const xml = await text(who, middle, 'camt053');
    expect(await schemaErrors('camt.053.001.08', xml)).toEqual([]);
    expect(xml.match(/<Ntry>/g)).toHaveLength(count);
    const csv = await text(who, middle, 'csv');
    expect(csv.match(/;EUR;/g)?.length).toBeGreaterThanOrEqual(count + 4);
    for (const [, cell = ''] of csv.matchAll(/\d{4}-\d\d-\d\d;"?(.)/gs))
      expect('=+-@\t\r').not.toContain(cell);
    expect(csv).toContain(`"'=cmd|`);
    expect(await pdfText(who, middle)).toContain(`Total des crédits (${given.length})`);
  });
});

describe('a month with very many movements', () => {
  let rich: Holder;
  const count = 5_001;

  beforeAll(async () => {
    rich = await holder();
    await bookMany(rich, count, start(middle));
  });

  longIt('has each once as CSV and camt.053, and no PDF', async () => {
    for (const format of ['csv', 'camt053'] as const) {
      const references = new Set((await text(rich, middle, format)).match(/M\d+-\d+/g));
      expect([format, references.size]).toEqual([format, count]);
    }
    const { status, file } = await download(rich, middle, 'pdf');
    expect([status, JSON.parse(file.toString())]).toMatchObject([
      422,
      {
        code: 'STATEMENT_TOO_LONG',
        error: expect.stringMatching(/^Ce mois compte trop d’opérations/) as string,
      },
    ]);
    expect(await readdir(path.join(bank.dataDir, 'uploads'))).toEqual([]);
  });

  it('is sent to one person once at a time; the rest of a flood is refused', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => download(rich, middle, 'csv')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBe(answers.length - refused.length);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await download(rich, middle, 'csv')).status).toBe(200);
  });
});
