import { addDays } from '@bank/contracts/days';
import type { AdminStats } from '../../libs/contracts/admin';
import type { AdminTransactionList } from '../../libs/contracts/admin-transactions';
import { parisDay, startOfParisDay } from '../../bff/src/platform/time/paris-day';
import { atLength } from '../support/at-length';
import { startBank, type Bank } from '../support/bank';
import { cardNetwork, newCard } from '../support/card-network';
import { connectTo, newCustomer, promote, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { wellFormed, withEachNaughty } from '../support/naughty';
import { giveRates } from '../support/rates';
import { paymentCalls, type MadePayment } from './payment-fixture';

let bank: Bank;
let database: TestConnection;
let calls: ReturnType<typeof paymentCalls>;
let admin: SignedIn;
let anna: SignedIn;
let bruno: SignedIn;
let pending: MadePayment;
let rejected: MadePayment;
let completed: MadePayment;

const today = parisDay(new Date());

beforeAll(async () => {
  bank = await startBank({ env: { CALLS_PER_MINUTE: '100000' } });
  database = connectTo(bank.migrationUrl);
  calls = paymentCalls(bank.shellUrl, database);
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
  anna = await newCustomer(bank.shellUrl, {
    email: 'anna@example.org',
    first_name: 'Anna',
    last_name: 'Őrsi',
  });
  bruno = await newCustomer(bank.shellUrl, { first_name: '=Bruno' });
  const { post, pay, reject, validate } = calls;
  await post(anna, 'balance/update', { amount: 2_000, type: 'add' });
  await post(anna, 'balance/transfer', { recipient_id: bruno.id, amount: 40, description: '=SUM(A1)' });
  pending = await pay(anna);
  rejected = await pay(anna);
  completed = await pay(anna, { recipient_account: 'DE89370400440532013000' });
  await reject(admin, rejected);
  await validate(admin, completed);
});

afterAll(async () => {
  await database.end();
  await bank.stop();
});

const list = (query = '', token = admin.token) =>
  call<AdminTransactionList & { code?: string }>('GET', `${bank.shellUrl}/api/admin/transactions?${query}`, {
    token,
  });
const brief = async (query = '') =>
  (await list(query)).body.transactions.map(({ type, amount, status, user }) => [
    user.id,
    type,
    amount,
    status,
  ]);

/** The expected movements, newest first; of a transfer, the recipient's side was written last. */
const everything = () => [
  [anna.id, 'payment', -120.5, 'completed'],
  [anna.id, 'payment', -120.5, 'failed'],
  [anna.id, 'payment', -120.5, 'pending'],
  [bruno.id, 'incoming', 40, 'completed'],
  [anna.id, 'transfer', -40, 'completed'],
  [anna.id, 'deposit', 2_000, 'completed'],
];

describe('the transactions of the bank', () => {
  it('are those of all customers, each with its owner, newest first', async () => {
    expect(await brief()).toEqual(everything());
    const { body } = await list();
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 6, pages: 1 });
    expect(body.transactions[0]).toMatchObject({
      reference: completed.reference,
      recipient_account: 'DE89370400440532013000',
      user: { id: anna.id, name: 'Anna Őrsi', email: 'anna@example.org' },
    });
  });

  it('are the same that each customer reads', async () => {
    const { body } = await list();
    const own = await call<AdminTransactionList>('GET', `${bank.shellUrl}/api/user/transactions`, {
      token: anna.token,
    });
    const hers = body.transactions.filter(({ user }) => user.id === anna.id);
    expect(hers.map(({ user: _user, ...row }) => row)).toEqual(own.body.transactions);
  });

  it.each([
    ['type=deposit', [5]],
    ['type=incoming', [3]],
    ['type=transfer&status=completed', [4]],
    ['type=payment', [0, 1, 2]],
    ['type=withdrawal', []],
    ['status=pending', [2]],
    ['status=completed', [0, 3, 4, 5]],
    ['status=failed&type=deposit', []],
    ['status=cancelled', []],
    [`dateFrom=${today}&dateTo=${today}`, [0, 1, 2, 3, 4, 5]],
    [`dateTo=${addDays(today, -1)}`, []],
    ['search=anna@example.org', [0, 1, 2, 4, 5]],
    ['search=ANNA@example.org&type=deposit', [5]],
    ['search=nobody@example.org', []],
    ['search=FR14%202004%201010%200505%200001%203M02%20606', [1, 2]],
    [`search=${encodeURIComponent('\u200eFR14\u00a02004-1010\u20130505 0001 3M02 606\u200f')}`, [1, 2]],
    [`search=${encodeURIComponent('\ufeffanna@example.org\u200b')}`, [0, 1, 2, 4, 5]],
    ['search=DE89370400440532013000&status=failed', []],
    ['search=TR-', []],
    ['search=%25', []],
    ['search=______', []],
    ['search=&type=&status=all&user_id=', [0, 1, 2, 3, 4, 5]],
  ])('are filtered by %s', async (query, rows) => {
    expect(await brief(query)).toEqual(everything().filter((_row, index) => rows.includes(index)));
    expect((await list(query)).body.pagination.total).toBe(rows.length);
  });

  it('are filtered by the day of creation or of processing, like the figures of today', async () => {
    const lastWeek = 'UPDATE payments SET created_at = created_at - INTERVAL 7 DAY WHERE id IN (?)';
    const back = 'UPDATE payments SET created_at = created_at + INTERVAL 7 DAY WHERE id IN (?)';
    const older = [rejected.id, completed.id];
    await database.rows(lastWeek, [older]);
    try {
      const made = `dateFrom=${today}&dateTo=${today}`;
      const processed = `${made}&dateOf=processed_at`;
      expect(await brief(`type=payment&${made}`)).toEqual([everything()[2]]);
      const whole = ['', `&user_id=${anna.id}`];
      for (const of of whole) {
        expect(await brief(`type=payment&${processed}${of}`)).toEqual(everything().slice(0, 2));
      }
      const { body } = await call<{ completedToday: number; failedToday: number }>(
        'GET',
        `${bank.shellUrl}/api/admin/stats`,
        { token: admin.token },
      );
      const total = async (status: string) =>
        (await list(`status=${status}&${processed}`)).body.pagination.total;
      expect([body.completedToday, body.failedToday]).toEqual([4, 1]);
      expect([await total('completed'), await total('failed')]).toEqual([4, 1]);
    } finally {
      await database.rows(back, [older]);
    }
  });

  it('are found by a reference or at least its first six characters', async () => {
    const { reference } = pending;
    expect(await brief(`search=${reference}`)).toEqual([everything()[2]]);
    expect(await brief(`search=${reference.slice(0, -1)}`)).toEqual([everything()[2]]);
    const { body } = await list('type=transfer');
    const transfer = body.transactions[0]?.reference ?? '';
    expect(await brief(`search=${transfer}`)).toEqual(everything().slice(3, 5));
    expect(await brief(`search=${transfer}&type=incoming`)).toEqual([everything()[3]]);
    const pasted = encodeURIComponent(`\u200b${transfer.replaceAll('-', '\u2011')}\u00a0`);
    expect(await brief(`search=${pasted}`)).toEqual(everything().slice(3, 5));
    expect(await brief(`user_id=${anna.id}&search=${pasted}`)).toEqual([everything()[4]]);
  });

  it('are filtered by one customer, whose movements are searched for any text', async () => {
    expect(await brief(`user_id=${bruno.id}`)).toEqual([everything()[3]]);
    expect(await brief(`user_id=${anna.id}&search=SUM`)).toEqual([everything()[4]]);
    expect(await brief('user_id=999999')).toEqual([]);
  });

  it('are paged', async () => {
    expect(await brief('limit=4&page=2')).toEqual(everything().slice(4));
    expect(await brief('limit=4&page=3')).toEqual([]);
    expect((await list('limit=4&page=2')).body.pagination).toEqual({ page: 2, limit: 4, total: 6, pages: 2 });
  });

  it('are returned one by one, without the posting of a payment', async () => {
    const { body } = await list();
    const one = (id: unknown, token = admin.token) =>
      call('GET', `${bank.shellUrl}/api/admin/transactions/${String(id)}`, { token });
    for (const row of body.transactions) expect((await one(row.id)).body).toEqual(row);
    const postings = await database.rows(
      `SELECT e.id FROM entries e JOIN transfers t ON t.id = e.transfer_id WHERE t.kind = 'payment'`,
    );
    for (const { id } of postings) expect((await one(Number(id) * 2)).status).toBe(404);
    const deposit = await database.rows('SELECT MIN(id) AS id FROM entries WHERE account_id < 1001');
    expect((await one(Number(deposit[0]?.id) * 2)).status).toBe(404);
    expect((await one(999_999)).status).toBe(404);
    expect((await one(body.transactions[0]?.id, anna.token)).status).toBe(403);
  });

  it.each(['admin/transactions', 'admin/transactions/export?format=csv', 'admin/transactions/2'])(
    '%s is for administrators',
    async (path) => {
      const refused = await call('GET', `${bank.shellUrl}/api/${path}`, { token: anna.token });
      expect([refused.status, refused.body]).toMatchObject([403, { code: 'FORBIDDEN' }]);
      expect((await call('GET', `${bank.shellUrl}/api/${path}`)).status).toBe(401);
    },
  );

  it.each(['type=gift', 'status=done', 'dateFrom=x', 'user_id=me', 'limit=101', 'sort=amount'])(
    'refuse %s',
    async (query) => {
      const { status, body } = await list(query);
      expect([status, body.code]).toEqual([400, 'INVALID_QUERY']);
    },
  );

  it('survive every search', async () => {
    await withEachNaughty(async (text) => {
      const { status } = await list(`search=${encodeURIComponent(wellFormed(text))}`);
      expect([text, [200, 400].includes(status)]).toEqual([text, true]);
    }, 4);
  }, 60_000);
});

describe('the export of the bank’s transactions', () => {
  const rows = async (query = '', language = 'fr') => {
    const answer = await fetch(`${bank.shellUrl}/api/admin/transactions/export?format=csv&${query}`, {
      headers: { authorization: `Bearer ${admin.token}`, 'accept-language': language },
    });
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="bank-transactions-${today}.csv"`,
    );
    return (await answer.text()).split('\r\n').slice(0, -1);
  };

  it('contains the filtered rows with their customers, and no formula', async () => {
    const [header = '', ...lines] = await rows();
    expect(header).toMatch(/;Numéro du client;Client;E-mail du client$/);
    expect(lines).toHaveLength(6);
    expect(lines[3]).toMatch(/;'=Bruno Client;/);
    expect(lines[4]).toContain(';Virement;Terminé;-40,00;EUR;Interne;');
    expect(lines[4]).toMatch(new RegExp(`;${anna.id};Anna Őrsi;anna@example.org$`));
    expect(await rows('type=deposit')).toHaveLength(2);
    expect(await rows(`user_id=${bruno.id}`, 'en')).toHaveLength(2);
  });

  it('contains each row once, also rows of the same moment', async () => {
    const count = atLength(6_000, 1_200);
    const at = startOfParisDay(addDays(today, -40));
    await database.rows(
      `INSERT INTO transfers (reference, kind, description, created_at)
       SELECT CONCAT('BULK-', seq), IF(seq % 2, 'transfer', 'deposit'), 'Lot', ? + INTERVAL (seq DIV 9) SECOND
       FROM seq_1_to_${count}`,
      [at],
    );
    await database.rows(
      `INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
       SELECT t.id, a.id, IF(a.user_id = ?, 1, -1), 0, t.created_at
       FROM transfers t JOIN accounts a ON a.user_id = ? OR (a.user_id = ? AND t.kind = 'transfer')
       WHERE t.reference LIKE 'BULK-%' ORDER BY t.id, a.id`,
      [anna.id, anna.id, bruno.id],
    );
    const query = `dateTo=${addDays(today, -1)}`;
    const lines = (await rows(query)).slice(1);
    // Every second one has two entries.
    const entries = count * 1.5;
    expect(lines).toHaveLength(entries);
    expect(new Set(lines).size).toBe(entries);
    const paged = [];
    for (let page = 1; page <= 3; page += 1) {
      const { body } = await list(`${query}&limit=7&page=${page}`);
      paged.push(...body.transactions.map(({ id }) => id));
    }
    expect(new Set(paged).size).toBe(21);
    expect((await list('limit=1')).body.pagination).toMatchObject({
      total: entries + 6,
      pages: entries + 6,
    });
  }, 60_000);
});

it('a payment that its payer cancelled is found and counted as cancelled, and not as failed', async () => {
  const clara = await calls.customer(500);
  const failedToday = async () => {
    const { body } = await call<{ failedToday: number }>('GET', `${bank.shellUrl}/api/admin/stats`, {
      token: admin.token,
    });
    return body.failedToday;
  };
  const before = await failedToday();
  const made = await calls.pay(clara);
  await calls.post(clara, `user/payments/${made.id}/cancel`, {});
  const ofClara = async (status: string) => {
    const { body } = await list(`status=${status}&type=payment`);
    return [body.pagination.total, body.transactions.filter(({ user }) => user.id === clara.id).length];
  };
  expect([await ofClara('cancelled'), await ofClara('failed'), await ofClara('pending')]).toEqual([
    [1, 1],
    [1, 0],
    [1, 0],
  ]);
  expect(await failedToday()).toBe(before);
});

it('those of one customer are of all their accounts, in the list, by their e-mail and in the export', async () => {
  await giveRates(database);
  const dora = await newCustomer(bank.shellUrl, { email: 'dora@example.org' });
  const { post } = calls;
  await post(dora, 'balance/update', { amount: 300, type: 'add' });
  await post(dora, 'accounts', { currency: 'USD' });
  const order = { from: 'EUR', to: 'USD', amount: 100, side: 'sell' };
  const { body: quote } = await post<{ id: number }>(dora, 'exchange/quotes', order);
  expect((await post(dora, 'exchange', { quote_id: quote.id })).status).toBe(201);
  await calls.pay(dora, { amount: 20 });
  const { body: all } = await list('limit=100');
  const hers = all.transactions.filter(({ user }) => user.id === dora.id);
  expect(hers.map(({ currency }) => currency).sort()).toEqual(['EUR', 'EUR', 'EUR', 'USD']);
  for (const query of [`user_id=${dora.id}`, 'search=dora@example.org']) {
    const { transactions, pagination } = (await list(query)).body;
    expect([transactions, pagination.total]).toEqual([hers, 4]);
    const pages = await Promise.all([1, 2].map((page) => list(`${query}&limit=2&page=${page}`)));
    expect(pages.flatMap(({ body }) => body.transactions)).toEqual(hers);
    const file = await fetch(`${bank.shellUrl}/api/admin/transactions/export?format=csv&${query}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const lines = (await file.text()).split('\r\n').slice(1, -1);
    const shown = lines.map((line) => hers.findIndex(({ reference }) => line.includes(reference)));
    expect([lines.length, lines.filter((line) => line.includes(';USD;')).length]).toEqual([4, 1]);
    expect(shown).not.toContain(-1);
  }
  const found = (await list(`user_id=${dora.id}&search=${hers[1]?.reference}`)).body;
  expect(found.pagination.total).toBe(found.transactions.length);
  expect((await list(`user_id=${dora.id}&type=incoming`)).body.transactions).toMatchObject([
    { currency: 'USD' },
  ]);
});

it('payments to other banks alone are as many as the figures count, without purchases by card', async () => {
  const eve = await calls.verified(200);
  await calls.pay(eve, { amount: 20 });
  const { plastic } = await newCard(bank, database, eve);
  const network = cardNetwork(bank);
  const { reference } = await network.authorize(plastic, { amount: '15.00' });
  await network.post('clearings', network.clearing(plastic, reference, { amount: '15.00' }));
  const { body } = await call<Pick<AdminStats, 'paymentsByDay'>>('GET', `${bank.shellUrl}/api/admin/stats`, {
    token: admin.token,
  });
  const counted = body.paymentsByDay.reduce(
    (sum, { pending: waiting, completed: made, failed }) => sum + waiting + made + failed,
    0,
  );
  const period = `dateFrom=${body.paymentsByDay[0]?.day}&dateTo=${today}`;
  const total = async (query: string) => (await list(`${query}&${period}`)).body.pagination.total;
  expect(await total('kind=outside_payment')).toBe(counted);
  expect(await total('type=payment')).toBe(counted + 1);
  const ofEve = `user_id=${eve.id}&kind=outside_payment`;
  expect([await total(ofEve), await total(`user_id=${eve.id}&type=payment`)]).toEqual([1, 2]);
  expect((await list(ofEve)).body.transactions).toMatchObject([{ payment_method: 'sepa_transfer' }]);
  const { reference: paid = '' } = (await list(ofEve)).body.transactions[0] ?? {};
  expect(await total(`kind=outside_payment&search=${paid}`)).toBe(1);
});
