/** @jest-environment ./tests/support/bank-environment.ts */
import { addDays } from '@bank/contracts/days';
import { exportRows } from '../../libs/contracts/transactions';
import { parisDay, startOfParisDay } from '../../bff/src/platform/time/paris-day';
import { atLength, longIt } from '../support/at-length';
import { sharedBank } from '../support/shared-bank';
import { newCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { insertDeposits, insertMovement } from '../support/movements';
import { pdfPages } from '../support/pdf';
import { until } from '../support/until';

const { bank, database } = sharedBank();
let marie: SignedIn;
let made = 0;

const today = parisDay(new Date());
const day = (ago: number) => startOfParisDay(addDays(today, -ago));

beforeAll(async () => {
  marie = await newCustomer(bank.shellUrl, { first_name: 'Élodie', last_name: 'Lefèvre' });
  await entry(marie, 'deposit', 'Ajout de fonds', 100_000, day(30));
  await entry(marie, 'transfer', '=HYPERLINK("http://evil.example")', -70_050, day(20));
  await entry(marie, 'card', 'Boulangerie ; "Au pain"', -500, day(10));
  await database.rows(
    `INSERT INTO payments (reference, account_id, amount, currency, recipient_account, recipient_name,
       payment_method, description, status, stage, reason, created_by, created_at, processed_at)
     SELECT 'PAY-EXPORT', id, 12050, 'EUR', 'FR1420041010050500013M02606', 'Anne', 'sepa_transfer', 'Facture',
       'failed', 'rejected', '+33 refus', user_id, ?, ? FROM accounts WHERE user_id = ?`,
    [day(5), day(5), marie.id],
  );
});

async function accountOf({ id }: SignedIn): Promise<number> {
  const [row] = await database.rows('SELECT id FROM accounts WHERE user_id = ?', [id]);
  return Number(row?.id);
}

async function entry(who: SignedIn, kind: string, description: string, amount: number, at: Date) {
  made += 1;
  const past = { reference: `TR-EXPORT${made}`, kind, description, amount, at };
  await insertMovement(database, await accountOf(who), past);
}

const manyEntries = async (who: SignedIn, count: number) =>
  insertDeposits(database, await accountOf(who), { prefix: `M${who.id}-`, count, from: day(3) });

async function download(query: string, who = marie, language = 'fr') {
  const answer = await fetch(`${bank.shellUrl}/api/user/transactions/export?${query}`, {
    headers: { authorization: `Bearer ${who.token}`, 'accept-language': language },
  });
  return { status: answer.status, headers: answer.headers, file: Buffer.from(await answer.arrayBuffer()) };
}

const lines = async (query: string, who = marie, language = 'fr') =>
  (await download(`format=csv&${query}`, who, language)).file.toString().split('\r\n').slice(0, -1);

describe('the export of a customer’s transactions as CSV', () => {
  it('contains every movement, newest first, as a download', async () => {
    const { status, headers, file } = await download('format=csv');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="transactions-${today}.csv"`);
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
      'no-store',
      'nosniff',
    ]);
    const hour = (ago: number) => `${addDays(today, -ago)} 00:00:00`;
    expect(file.toString().split('\r\n')).toEqual([
      '\ufeffDate (heure de Paris);Libellé;Type;Statut;Montant;Devise;Moyen de paiement;Compte du bénéficiaire;' +
        'Référence;Traitée le (heure de Paris);Notes',
      `${hour(5)};Facture;Paiement;Échoué;-120,50;EUR;Virement SEPA;FR1420041010050500013M02606;PAY-EXPORT;${hour(5)};'+33 refus`,
      `${hour(10)};"Boulangerie ; ""Au pain""";Paiement;Terminé;-5,00;EUR;Carte;;TR-EXPORT3;${hour(10)};`,
      `${hour(20)};"'=HYPERLINK(""http://evil.example"")";Virement;Terminé;-700,50;EUR;Interne;;TR-EXPORT2;${hour(20)};`,
      `${hour(30)};Ajout de fonds;Dépôt;Terminé;1000,00;EUR;Interne;;TR-EXPORT1;${hour(30)};`,
      '',
    ]);
  });

  it('is in the caller’s language', async () => {
    const [header = '', first = ''] = await lines('status=failed', marie, 'en');
    expect(header).toMatch(/^\ufeffDate \(Paris time\),Description,Type,Status,Amount,/);
    expect(first).toContain(',Facture,Payment,Failed,-120.50,EUR,SEPA transfer,');
    expect((await lines('type=deposit', marie, 'en'))[1]).toContain(',Funds added,Deposit,Completed,');
  });

  it.each([
    ['search=boulang', ['TR-EXPORT3']],
    ['type=deposit', ['TR-EXPORT1']],
    ['type=payment&status=completed', ['TR-EXPORT3']],
    [`dateFrom=${addDays(today, -20)}&dateTo=${addDays(today, -10)}`, ['TR-EXPORT3', 'TR-EXPORT2']],
    ['search=&type=all&status=&dateFrom=', ['PAY-EXPORT', 'TR-EXPORT3', 'TR-EXPORT2', 'TR-EXPORT1']],
    ['search=nothing', []],
  ])('contains the filtered rows: %s', async (query, references) => {
    const rows = (await lines(query)).slice(1);
    expect(rows.map((row) => /(TR|PAY)-EXPORT\d?/.exec(row)?.[0])).toEqual(references);
  });

  it('contains no data of others', async () => {
    const stranger = await newCustomer(bank.shellUrl);
    expect(await lines('', stranger)).toHaveLength(1);
    const { status } = await call('GET', `${bank.shellUrl}/api/user/transactions/export?format=csv`);
    expect(status).toBe(401);
  });

  it.each(['', 'format=xlsx', 'format=csv&type=gift', 'format=csv&dateFrom=x', 'format=csv&page=2'])(
    'refuses the query "%s"',
    async (query) => {
      const { status, file } = await download(query);
      expect([status, JSON.parse(file.toString())]).toMatchObject([400, { code: 'INVALID_QUERY' }]);
    },
  );

  it('contains more rows than a PDF may, each once, and fast', async () => {
    const many = atLength(10_000, exportRows.pdf + 100);
    const rich = await newCustomer(bank.shellUrl);
    await manyEntries(rich, many);
    const startedAt = Date.now();
    const rows = (await lines('', rich)).slice(1);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    expect(new Set(rows.map((row) => /M\d+-\d+/.exec(row)?.[0])).size).toBe(many);
    expect(rows).toHaveLength(many);
    const refused = await download('format=pdf', rich);
    expect([refused.status, JSON.parse(refused.file.toString())]).toMatchObject([
      422,
      {
        code: 'EXPORT_TOO_LARGE',
        error: 'Il y a trop de lignes pour un seul fichier. Choisissez une période plus courte.',
      },
    ]);
  }, 60_000);
});

describe('the export of a customer’s transactions as PDF', () => {
  it('is a statement with holder, account, period, filters, rows, totals', async () => {
    const { status, headers, file } = await download(`format=pdf&dateFrom=${addDays(today, -20)}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="transactions-${today}.pdf"`);
    const text = pdfPages(file).join('\n').replaceAll('\u00a0', ' ');
    for (const words of ['Relevé de transactions', 'Élodie Lefèvre', 'Aucun, toutes les transactions']) {
      expect(text).toContain(words);
    }
    expect(text).toMatch(/^À partir du \d+ \S+ \d{4}$/m);
    expect(text).toMatch(/^FR\d\d( [\dA-Z]{4})+ [\dA-Z]+$/m);
    expect(text).toContain('Boulangerie ; "Au pain"');
    expect(text).toContain('−120,50 €');
    expect(text).toContain('Échoué');
    expect(text).not.toContain('Ajout de fonds');
    expect(text).toMatch(/Sorties terminées\n−705,50 €/);
    expect(text).toContain('Page 1 sur 1');
  });

  it('is in the caller’s language, and states that there are no rows', async () => {
    const { file } = await download('format=pdf&type=withdrawal&search=zzz', marie, 'en');
    const [page = ''] = pdfPages(file);
    expect(page).toContain('Transaction statement');
    expect(page).toContain('type Withdrawal, text “zzz”');
    expect(page).toContain('No transaction found');
    expect(page).toContain('Page 1 of 1');
  });
});

describe('a flood of exports of one customer', () => {
  let rich: SignedIn;
  const count = atLength(1_000, 300);

  beforeAll(async () => {
    rich = await newCustomer(bank.shellUrl);
    await manyEntries(rich, count);
  });

  it('runs one at a time, with a few waiting and the rest refused at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => download('format=pdf', rich)));
    const made = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([made.length, refused.length]).toEqual([4, 8]);
    for (const { file } of made) expect(pdfPages(file).at(-1)).toContain(String(count));
    for (const { headers, file } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(JSON.parse(file.toString())).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    }
    expect((await download('format=pdf', rich)).status).toBe(200);
  });

  it('releases the turn of an abandoned download', async () => {
    const given = new AbortController();
    const asked = Array.from({ length: 4 }, () =>
      fetch(`${bank.shellUrl}/api/user/transactions/export?format=csv`, {
        headers: { authorization: `Bearer ${rich.token}` },
        signal: given.signal,
      }).catch(() => undefined),
    );
    await Promise.any(asked);
    given.abort();
    await Promise.all(asked);
    // The server notices it a moment later.
    await until(async () => (await download('format=csv', rich)).status === 200);
  });

  longIt('does not slow another customer’s calls, within the noise of a busy machine', async () => {
    /** The median time of consecutive calls for the balance, until the count or the work is complete, ms. */
    async function medianBalance(most: number, work?: Promise<unknown>) {
      const times: number[] = [];
      let isOver = false;
      void work?.then(() => (isOver = true));
      while (times.length < most && !isOver) {
        const start = performance.now();
        const { status } = await call('GET', `${bank.shellUrl}/api/solde`, { token: marie.token });
        times.push(performance.now() - start);
        expect(status).toBe(200);
      }
      return times.sort((left, right) => left - right)[times.length >> 1] ?? 0;
    }
    const loop = async () => {
      for (let file = 0; file < 4; file += 1) await download('format=pdf', rich);
    };
    await medianBalance(100);
    const quiet = await medianBalance(150);
    expect(await medianBalance(10_000, loop())).toBeLessThan(quiet * 4);
  });
});

describe('one transaction', () => {
  const read = (id: unknown, who = marie) =>
    call('GET', `${bank.shellUrl}/api/user/transactions/${String(id)}`, { token: who.token });

  it('equals its row of the list', async () => {
    const { body } = await call<{ transactions: { id: number }[] }>(
      'GET',
      `${bank.shellUrl}/api/user/transactions`,
      { token: marie.token },
    );
    expect(body.transactions).toHaveLength(4);
    for (const row of body.transactions) expect((await read(row.id)).body).toEqual(row);
  });

  it('is visible to its owner only', async () => {
    const stranger = await newCustomer(bank.shellUrl);
    const { body } = await call<{ transactions: { id: number }[] }>(
      'GET',
      `${bank.shellUrl}/api/user/transactions`,
      { token: marie.token },
    );
    for (const { id } of body.transactions) expect((await read(id, stranger)).status).toBe(404);
    for (const id of [0, 1, 999_999_998, 'x']) expect((await read(id)).status).toBe(404);
  });
});

it('both files are described', async () => {
  const { body } = await call<{
    paths: Record<string, { get: { responses: Record<string, { content: object }> } }>;
  }>('GET', `${bank.shellUrl}/api/openapi.json`);
  const content = body.paths['/api/user/transactions/export']?.get.responses['200']?.content ?? {};
  expect(Object.keys(content)).toEqual(['text/csv; charset=utf-8', 'application/pdf']);
});
