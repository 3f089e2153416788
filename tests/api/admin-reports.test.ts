import { addDays } from '@bank/contracts/days';
import type { AdminStats } from '../../libs/contracts/admin';
import type { Report } from '../../libs/contracts/reports';
import { bankAccounts, feesOf, settlementOf, stripesOf } from '../../bff/src/money/ledger/bank-accounts';
import { endOfParisDay, parisDay, startOfParisDay } from '../../bff/src/platform/time/paris-day';
import { type Bank, startBank } from '../support/bank';
import { noRemotes } from '../support/server';
import { cardNetwork, newCard } from '../support/card-network';
import { connectTo, newCustomer, promote, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { pdfPages } from '../support/pdf';
import { insertMovement } from '../support/movements';
import { giveRates } from '../support/rates';

/** Of its own: in a shared bank other tests insert movements of past days, whose totals are stored. */
let bank: Bank;
let database: TestConnection;
let admin: SignedIn;
let customer: SignedIn;

const today = parisDay(new Date());

beforeAll(async () => {
  bank = await startBank({ seed: true, remotesDir: noRemotes });
  database = connectTo(bank.migrationUrl);
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
  customer = await newCustomer(bank.shellUrl);
});

afterAll(async () => {
  await database.end();
  await bank.stop();
});

const read = (query = '', token = admin.token) =>
  call<Report & { code?: string; fields?: object }>('GET', `${bank.shellUrl}/api/admin/reports?${query}`, {
    token,
  });

async function download(query: string, language = 'fr') {
  const answer = await fetch(`${bank.shellUrl}/api/admin/reports/export?${query}`, {
    headers: { authorization: `Bearer ${admin.token}`, 'accept-language': language },
  });
  return { status: answer.status, headers: answer.headers, file: Buffer.from(await answer.arrayBuffer()) };
}

const cents = (amount: number) => Math.round(amount * 100);

/** The ledger's own totals of a kind of movement in a period: the number, and the received sum in cents. */
async function ofLedger(kind: string, from: string, to: string) {
  const [row] = await database.rows(
    `SELECT COUNT(DISTINCT t.id) AS count, COALESCE(SUM(GREATEST(e.amount, 0)), 0) AS amount
     FROM transfers t JOIN entries e ON e.transfer_id = t.id
     WHERE t.kind = ? AND t.created_at >= ? AND t.created_at < ?`,
    [kind, startOfParisDay(from), endOfParisDay(to)],
  );
  return [Number(row?.count), Number(row?.amount)];
}

describe('the report of a period', () => {
  it('agrees with the ledger for each kind of movement', async () => {
    const from = addDays(today, -200);
    const { body } = await read(`dateFrom=${from}&dateTo=${today}`);
    const kinds = {
      deposits: 'deposit',
      transfers: 'transfer',
      payments: 'payment',
      cards: 'card',
      withdrawals: 'withdrawal',
    } as const;
    for (const [name, kind] of Object.entries(kinds)) {
      const { count, amount } = body.volumes[name as keyof typeof kinds];
      expect([name, count, cents(amount)]).toEqual([name, ...(await ofLedger(kind, from, today))]);
    }
    expect(body.volumes.transfers.count).toBeGreaterThan(0);
    const [fees] = await database.rows(
      `SELECT COUNT(*) AS count, COALESCE(SUM(amount), 0) AS amount FROM entries
       WHERE account_id IN (?) AND created_at >= ?`,
      [stripesOf(bankAccounts.fees), startOfParisDay(from)],
    );
    expect([body.fees.count, cents(body.fees.amount)]).toEqual([Number(fees?.count), Number(fees?.amount)]);
  });

  it('is the sum of its days, which are Paris days', async () => {
    const { body } = await read(`dateFrom=${addDays(today, -240)}&dateTo=${today}`);
    expect(body.byDay).toHaveLength(241);
    expect(body.byDay[0]?.day).toBe(addDays(today, -240));
    for (const kind of ['deposits', 'transfers', 'payments', 'cards', 'withdrawals'] as const) {
      const sum = body.byDay.reduce((total, day) => total + cents(day[kind]), 0);
      expect([kind, sum]).toEqual([kind, cents(body.volumes[kind].amount)]);
    }
    const busiest = body.byDay.reduce((best, day) => (day.count > best.count ? day : best));
    const single = await read(`dateFrom=${busiest.day}&dateTo=${busiest.day}`);
    expect(single.body.byDay).toEqual([busiest]);
    expect((await ofLedger('card', busiest.day, busiest.day))[1]).toBe(cents(busiest.cards));
  });

  it('divides payments by outcome', async () => {
    const from = addDays(today, -365);
    const { body } = await read(`dateFrom=${from}&dateTo=${today}`);
    const rows = await database.rows(
      'SELECT status, COUNT(*) AS count, SUM(COALESCE(worth, amount)) AS amount FROM payments WHERE created_at >= ? GROUP BY status',
      [startOfParisDay(from)],
    );
    const all = rows.reduce((sum, { count }) => sum + Number(count), 0);
    for (const { status, count, amount } of rows) {
      const found = body.outcomes[status as keyof Report['outcomes']];
      expect([found.count, cents(found.amount)]).toEqual([Number(count), Number(amount)]);
      expect(found.share).toBeCloseTo(Number(count) / all);
    }
  });

  it('counts a payment in another currency and its fee by their worth in euros', async () => {
    const counted = async () => {
      const { volumes, fees } = (await read(`dateFrom=${today}&dateTo=${today}`)).body;
      return [volumes.payments, fees].flatMap(({ count, amount }) => [count, cents(amount)]);
    };
    const before = await counted();
    const opened = await call<{ id: number }>('POST', `${bank.shellUrl}/api/accounts`, {
      token: customer.token,
      body: { currency: 'JPY' },
    });
    const yen = { description: 'x', at: new Date(), other: settlementOf('JPY') };
    const { id } = opened.body;
    await insertMovement(database, id, { ...yen, reference: 'TR-IN', kind: 'credit', amount: 20_000 });
    await insertMovement(database, id, { ...yen, reference: 'TR-YEN', kind: 'payment', amount: -16_300 });
    const fee = { ...yen, other: feesOf('JPY'), reference: 'TR-FEE' };
    await insertMovement(database, id, { ...fee, kind: 'fee', amount: -900 });
    await database.rows(
      `INSERT INTO payments (reference, account_id, limit_account_id, amount, worth, currency, recipient_account,
         recipient_name, payment_method, description, status, stage, created_by, created_at, processed_at, transfer_id, fee,
         fee_transfer_id)
       SELECT 'PAY-YEN', ?, a.id, 16300, 10012, 'JPY', '1234567', 'Aiko', 'international_transfer', 'x', 'completed',
         'settled', a.user_id, t.created_at, t.created_at, t.id, 900, f.id
       FROM transfers t JOIN accounts a ON a.user_id = ? AND a.currency = 'EUR'
         JOIN transfers f ON f.reference = 'TR-FEE' WHERE t.reference = 'TR-YEN'`,
      [id, customer.id],
    );
    const after = await counted();
    expect(after.map((value, at) => value - (before[at] ?? 0))).toEqual([1, 10_012, 1, 553]);
  });

  it('counts a card payment in another currency once, by its debit of the account', async () => {
    await giveRates(database);
    const cards = async () => (await read(`dateFrom=${today}&dateTo=${today}`)).body.volumes.cards;
    const before = await cards();
    await call('POST', `${bank.shellUrl}/api/balance/update`, {
      token: customer.token,
      body: { amount: 100, type: 'add' },
    });
    const { plastic } = await newCard(bank, database, customer);
    const network = cardNetwork(bank);
    const paid = { amount: '10.84', currency: 'USD', country: 'US' };
    const { code, reference } = await network.authorize(plastic, paid);
    await network.post('clearings', network.clearing(plastic, reference, paid));
    const after = await cards();
    expect([code, after.count - before.count, cents(after.amount - before.amount)]).toEqual(['00', 1, 10_00]);
  });

  it('contains the duration of verifications', async () => {
    // Before the demonstration's first day.
    const day = addDays(today, -500);
    const none = await read(`dateFrom=${day}&dateTo=${day}`);
    expect(none.body.kyc).toMatchObject({
      reviewed: 0,
      averageHours: null,
      medianHours: null,
      slowestHours: null,
    });
    for (const hours of [1, 2, 5, 40]) {
      await database.rows(
        `INSERT INTO kyc_submissions (user_id, first_name, last_name, birth_date, address, status, submitted_at,
           reviewed_at) VALUES (?, 'A', 'B', '1990-01-01', 'C', 'rejected', ? - INTERVAL ? HOUR, ?)`,
        [customer.id, startOfParisDay(day), hours, startOfParisDay(day)],
      );
    }
    const { body } = await read(`dateFrom=${day}&dateTo=${day}`);
    const [waiting] = await database.rows(
      `SELECT COUNT(*) AS count FROM kyc_submissions WHERE status = 'pending'`,
    );
    expect(body.kyc).toEqual({
      reviewed: 4,
      averageHours: 12,
      medianHours: 3.5,
      slowestHours: 40,
      waiting: Number(waiting?.count),
    });
  });

  it('covers the last 30 days by default, and at most a year', async () => {
    const { body } = await read();
    expect([body.dateFrom, body.dateTo, body.byDay.length]).toEqual([addDays(today, -29), today, 30]);
    expect((await read(`dateTo=${addDays(today, -10)}`)).body.dateFrom).toBe(addDays(today, -39));
    expect((await read(`dateFrom=${addDays(today, -365)}&dateTo=${today}`)).status).toBe(200);
  });

  it.each([
    `dateFrom=${addDays(today, -366)}&dateTo=${today}`,
    `dateFrom=${today}&dateTo=${addDays(today, -1)}`,
    'dateFrom=x',
    'dateTo=1000-01-01',
    'dateTo=9999-12-31',
    'page=1',
  ])('refuses %s', async (query) => {
    const { status, body } = await read(query);
    expect([status, body.code]).toEqual([400, 'INVALID_QUERY']);
    if (query.startsWith('dateFrom')) expect(Object.keys(body.fields ?? {})).toEqual(['dateFrom']);
  });

  it.each(['admin/reports', 'admin/reports/export?format=csv', 'admin/reports/export?format=pdf'])(
    '%s is for administrators',
    async (path) => {
      const refused = await call('GET', `${bank.shellUrl}/api/${path}`, { token: customer.token });
      expect([refused.status, refused.body]).toMatchObject([403, { code: 'FORBIDDEN' }]);
    },
  );
});

describe('the report as a file', () => {
  it('is a table of all figures and days', async () => {
    const { headers, file } = await download(`format=csv&dateFrom=${addDays(today, -9)}`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="report-${today}.csv"`);
    const [header, ...lines] = file.toString().trimEnd().split('\r\n');
    expect(header).toBe('\ufeffRubrique;Ligne;Nombre;Montant (EUR)');
    expect(lines).toHaveLength(6 + 3 + 5 + 10);
    const { body } = await read(`dateFrom=${addDays(today, -9)}`);
    const { count, amount } = body.volumes.cards;
    expect(lines).toContain(`Volumes;Paiements par carte;${count};${amount.toFixed(2).replace('.', ',')}`);
    const [english] = (await download('format=csv', 'en')).file.toString().split('\r\n');
    expect(english).toBe('\ufeffSection,Line,Count,Amount (EUR)');
  });

  it('is a printable PDF', async () => {
    const { headers, file } = await download('format=pdf');
    expect(headers.get('content-type')).toBe('application/pdf');
    const text = pdfPages(file).join('\n');
    for (const words of [
      'Rapport d’activité',
      'Paiements par carte',
      'Échoués',
      'Délai médian, en heures',
      'Par jour',
    ]) {
      expect(text).toContain(words);
    }
    expect(pdfPages((await download('format=pdf', 'en')).file)[0]).toContain('Activity report');
  });

  it('is refused like the report', async () => {
    expect((await download('format=xlsx')).status).toBe(400);
    expect((await download(`format=pdf&dateFrom=${today}&dateTo=${addDays(today, -1)}`)).status).toBe(400);
  });
});

it('the dashboard sums the balances in euros', async () => {
  const { body } = await call<AdminStats>('GET', `${bank.shellUrl}/api/admin/stats`, { token: admin.token });
  const ofCustomers = `SELECT SUM(balance) AS sum FROM accounts WHERE kind = 'customer' AND currency`;
  const sums = await Promise.all(
    ['=', '<>'].map((comparison) => database.rows(`${ofCustomers} ${comparison} 'EUR'`)),
  );
  const [euros, others] = sums.map(([row]) => Number(row?.sum));
  expect(others).toBeGreaterThan(0);
  expect(cents(body.totalBalance)).toBe(euros);
});

it('the dashboard’s charts count the payments and sign-ups of 30 Paris days', async () => {
  const { body } = await call<AdminStats>('GET', `${bank.shellUrl}/api/admin/stats`, { token: admin.token });
  const start = startOfParisDay(addDays(today, -29));
  expect(body.paymentsByDay.map(({ day }) => day)).toEqual(
    Array.from({ length: 30 }, (_, at) => addDays(today, at - 29)),
  );
  const rows = await database.rows('SELECT status, created_at FROM payments WHERE created_at >= ?', [start]);
  for (const { day, ...counts } of body.paymentsByDay) {
    const ofDay = rows.filter(({ created_at: at = '' }) => parisDay(new Date(at)) === day);
    for (const status of ['pending', 'completed', 'failed'] as const) {
      expect([day, counts[status]]).toEqual([day, ofDay.filter((row) => row.status === status).length]);
    }
  }
  expect(body.signUpsByDay.at(-1)?.count).toBeGreaterThanOrEqual(2);
});
