/** @jest-environment ./tests/support/bank-environment.ts */
import { addDays } from '@bank/contracts/days';
import { endOfParisDay, parisDay, startOfParisDay } from '../../bff/src/platform/time/paris-day';
import { sharedBank } from '../support/shared-bank';
import { newCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { insertMovement } from '../support/movements';
import { wellFormed, withEachNaughty } from '../support/naughty';

interface Listed {
  transactions: Record<string, unknown>[];
  pagination: { page: number; limit: number; total: number; pages: number };
}

const { bank, database } = sharedBank();
let marie: SignedIn;
let account: number;

const today = parisDay(new Date());

beforeAll(async () => {
  marie = await newCustomer(bank.shellUrl);
  const [row] = await database.rows('SELECT id FROM accounts WHERE user_id = ?', [marie.id]);
  account = Number(row?.id);
  await entry('deposit', 'Ajout de fonds', 100_000, endOfParisDay(addDays(today, -30)));
  await entry(
    'transfer',
    'Loyer 100% payé',
    -70_000,
    new Date(endOfParisDay(addDays(today, -20)).getTime() - 1),
  );
  await entry('transfer', 'Salaire', 200_000, endOfParisDay(addDays(today, -20)));
  await entry('card', 'Boulangerie', -500, startOfParisDay(addDays(today, -10)));
  await entry('withdrawal', 'Distributeur', -2_000, startOfParisDay(addDays(today, -9)));
  await entry('fee', 'Abonnement', -100, startOfParisDay(addDays(today, -8)));
  await entry('adjustment', 'Correction', 300, startOfParisDay(addDays(today, -7)));
  await payment('PAY-PENDING', 'pending', startOfParisDay(addDays(today, -6)));
  await payment('PAY-FAILED', 'failed', startOfParisDay(addDays(today, -5)));
});

let made = 0;

async function entry(kind: string, description: string, amount: number, at: Date): Promise<void> {
  made += 1;
  await insertMovement(database, account, { reference: `TR-TEST${made}`, kind, description, amount, at });
}

const payment = (reference: string, status: string, at: Date) =>
  database.rows(
    `INSERT INTO payments (reference, account_id, amount, currency, recipient_account, recipient_name,
       payment_method, description, status, stage, reason, created_by, created_at, processed_at)
     VALUES (?, ?, 12050, 'EUR', 'FR1420041010050500013M02606', 'Anne Durand', 'sepa_transfer', 'Facture', ?,
       ?, ?, ?, ?, ?)`,
    [
      reference,
      account,
      status,
      status === 'failed' ? 'rejected' : 'awaiting_approval',
      status === 'failed' ? 'Refus' : null,
      marie.id,
      at,
      status === 'failed' ? at : null,
    ],
  );

async function list(query = '', who = marie): Promise<Listed> {
  const { status, body } = await call<Listed>('GET', `${bank.shellUrl}/api/user/transactions${query}`, {
    token: who.token,
  });
  if (status !== 200) throw new Error(`${query} answered ${status}`);
  return body;
}
const descriptions = async (query: string) => (await list(query)).transactions.map((row) => row.description);

describe('a customer’s transactions', () => {
  it('are all movements, newest first, including payments to other banks', async () => {
    const { transactions, pagination } = await list();
    expect(pagination).toEqual({ page: 1, limit: 10, total: 9, pages: 1 });
    expect(transactions.map(({ type, amount, status }) => [type, amount, status])).toEqual([
      ['payment', -120.5, 'failed'],
      ['payment', -120.5, 'pending'],
      ['incoming', 3, 'completed'],
      ['outgoing', -1, 'completed'],
      ['withdrawal', -20, 'completed'],
      ['payment', -5, 'completed'],
      ['incoming', 2000, 'completed'],
      ['transfer', -700, 'completed'],
      ['deposit', 1000, 'completed'],
    ]);
    expect(new Set(transactions.map(({ id }) => id)).size).toBe(9);
    expect(transactions[0]).toEqual({
      id: expect.any(Number) as number,
      type: 'payment',
      description: 'Facture',
      amount: -120.5,
      currency: 'EUR',
      date: startOfParisDay(addDays(today, -5)).toISOString(),
      payment_method: 'sepa_transfer',
      reference: 'PAY-FAILED',
      created_at: startOfParisDay(addDays(today, -5)).toISOString(),
      processed_at: startOfParisDay(addDays(today, -5)).toISOString(),
      status: 'failed',
      moved: false,
      recipient_account: 'FR1420041010050500013M02606',
      notes: 'Refus',
      payment_id: expect.any(Number) as number,
    });
  });

  it.each([
    ['?type=incoming', ['Correction', 'Salaire']],
    ['?type=payment', ['Facture', 'Facture', 'Boulangerie']],
    ['?type=transfer', ['Loyer 100% payé']],
    ['?status=pending', ['Facture']],
    ['?status=cancelled', []],
    ['?status=completed&type=payment', ['Boulangerie']],
    ['?search=BOULANG', ['Boulangerie']],
    ['?search=100%25', ['Loyer 100% payé']],
    ['?search=_', []],
    ['?search=TR-TEST3', ['Salaire']],
    ['?search=0041010', ['Facture', 'Facture']],
    ['?search=120,50', ['Facture', 'Facture']],
    ['?search=120.50%20%E2%82%AC', ['Facture', 'Facture']],
    ['?search=%2B120,50', []],
    ['?search=2%20000,00', ['Salaire']],
    ['?search=%2B2000', ['Salaire']],
    ['?search=-2000', []],
    ['?search=5,00&type=payment', ['Boulangerie']],
    ['?search=anne%20durand', ['Facture', 'Facture']],
    ['?search=FR14%202004%201010', ['Facture', 'Facture']],
    ['?search=tr-test3', ['Salaire']],
    ['?amountMin=100&amountMax=120,5', ['Facture', 'Facture']],
    ['?amountMin=120,51&status=completed', ['Salaire', 'Loyer 100% payé', 'Ajout de fonds']],
    ['?amountMax=3%20%E2%82%AC', ['Correction', 'Abonnement']],
    ['?amountMin=600&search=loyer', ['Loyer 100% payé']],
    ['?search=&type=&status=&dateFrom=&dateTo=&limit=1', ['Facture']],
    ['?dateFrom=1000-01-01&dateTo=9999-12-31&limit=1', ['Facture']],
    ['?search=31/12/9999', []],
    ['?search=constructor', []],
    ['?type=all&status=all&limit=1&page=9', ['Ajout de fonds']],
    ['?page=10&limit=1', []],
    ['?page=1000000&limit=100', []],
  ])('%s', async (query, expected) => {
    expect(await descriptions(query)).toEqual(expected);
  });

  it('are filtered by Paris days, both inclusive', async () => {
    const day = (ago: number) => addDays(today, -ago);
    expect(await descriptions(`?dateFrom=${day(20)}&dateTo=${day(20)}`)).toEqual(['Loyer 100% payé']);
    expect(await descriptions(`?dateFrom=${day(19)}&dateTo=${day(10)}`)).toEqual(['Boulangerie', 'Salaire']);
    expect(await descriptions(`?dateTo=${day(20)}`)).toEqual(['Loyer 100% payé', 'Ajout de fonds']);
    expect(await descriptions(`?dateFrom=${day(5)}`)).toEqual(['Facture']);
  });

  it('are paged without gap or overlap', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`?limit=4&page=${page}`)));
    const whole = await list('?limit=100');
    expect(pages.flatMap(({ transactions }) => transactions)).toEqual(whole.transactions);
    expect(pages[2]?.pagination).toEqual({ page: 3, limit: 4, total: 9, pages: 3 });
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=1000001',
    'limit=0',
    'limit=101',
    'type=gift',
    'status=done',
    'dateFrom=2026-02-30',
    'dateTo=yesterday',
    'dateFrom=0999-12-31',
    'sort=amount',
    'search=a&search=b',
    'amountMin=much',
    'amountMax=-5',
    'amountMin=1,234',
    `search=${'x'.repeat(121)}`,
    'search=%00',
  ])('refuse the query %s', async (query) => {
    const answer = await call('GET', `${bank.shellUrl}/api/user/transactions?${query}`, {
      token: marie.token,
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_QUERY']);
  });

  it('survive every search', async () => {
    await withEachNaughty(async (search) => {
      const query = encodeURIComponent(wellFormed(search));
      const { status } = await call('GET', `${bank.shellUrl}/api/user/transactions?search=${query}`, {
        token: marie.token,
      });
      expect([search, [200, 400].includes(status)]).toEqual([search, true]);
    }, 3);
  }, 60_000);

  it('contain none of others', async () => {
    const stranger = await newCustomer(bank.shellUrl);
    expect((await list('', stranger)).transactions).toEqual([]);
    expect((await list('?search=Salaire', stranger)).pagination.total).toBe(0);
    expect((await call('GET', `${bank.shellUrl}/api/user/transactions`)).status).toBe(401);
  });
});
