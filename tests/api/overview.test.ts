/** @jest-environment ./tests/support/bank-environment.ts */
import { demonstrationPerson, newCustomer } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();

interface Overview {
  balance: number;
  available_balance: number;
  transactionsThisMonth: number;
  pendingTransfers: number;
  activeCards: number;
  recent: object[];
}

it('agrees with the balance, the list of transactions and the cards', async () => {
  const { id, token } = await demonstrationPerson(bank.shellUrl, 'marie');
  const get = async <Body>(path: string) =>
    (await call<Body>('GET', `${bank.shellUrl}/api/${path}`, { token })).body;
  const overview = await get<Overview>('overview');
  const { balance } = await get<{ balance: { current_balance: number; available_balance: number } }>('solde');
  expect(overview).toMatchObject({
    balance: balance.current_balance,
    available_balance: balance.available_balance,
    currency: 'EUR',
  });
  const { transactions } = await get<{ transactions: object[] }>('user/transactions?limit=5');
  expect(overview.recent).toEqual(transactions);
  const { cards } = await get<{ cards: { status: string }[] }>('carte');
  expect(overview.activeCards).toBe(cards.filter(({ status }) => status === 'active').length);
  const month = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Paris' }).slice(0, 7);
  const counted = await get<{ pagination: { total: number } }>(
    `user/transactions?dateFrom=${month}-01&limit=1`,
  );
  expect(overview.transactionsThisMonth).toBe(counted.pagination.total);
  const [pending] = await database.rows(
    `SELECT COUNT(*) AS count FROM payments p JOIN accounts a ON a.id = p.account_id
     WHERE a.user_id = ? AND p.status = 'pending'`,
    [id],
  );
  expect(overview.pendingTransfers).toBe(Number(pending?.count));
});

it('knows when a regular income came and is expected', async () => {
  const { token } = await demonstrationPerson(bank.shellUrl, 'marie');
  const { body } = await call<{ income: { last: string; next: string } }>(
    'GET',
    `${bank.shellUrl}/api/overview`,
    {
      token,
    },
  );
  const day = /^\d{4}-\d\d-\d\d$/;
  expect(body.income).toEqual({
    last: expect.stringMatching(day) as string,
    next: expect.stringMatching(day) as string,
  });
  expect(Date.parse(body.income.next) - Date.parse(body.income.last)).toBe(30 * 86_400_000);
});

it('is empty for a new customer', async () => {
  const { token } = await newCustomer(bank.shellUrl);
  expect((await call('GET', `${bank.shellUrl}/api/overview`, { token })).body).toEqual({
    balance: 0,
    available_balance: 0,
    currency: 'EUR',
    activeCards: 0,
    account_number: expect.stringMatching(/^FR/) as string,
    level: 'full',
    transactionsThisMonth: 0,
    pendingTransfers: 0,
    recent: [],
    steps: ['money', 'card'],
  });
});

it('counts no card that has expired', async () => {
  const { id, token } = await newCustomer(bank.shellUrl);
  const get = async () =>
    (await call<Overview>('GET', `${bank.shellUrl}/api/overview`, { token })).body.activeCards;
  const body = { card_type: 'debit', virtual: true };
  await call('POST', `${bank.shellUrl}/api/cards/create`, { token, body });
  expect(await get()).toBe(1);
  const expire = `UPDATE cards c JOIN accounts a ON a.id = c.account_id SET c.expiry_date = '2026-01-31' WHERE a.user_id = ?`;
  await database.rows(expire, [id]);
  expect(await get()).toBe(0);
});

it('names the first steps until each was done, for good', async () => {
  const { id, token } = await newCustomer(bank.shellUrl, {}, { verified: false });
  const left = async () => {
    const { body } = await call('GET', `${bank.shellUrl}/api/overview`, { token });
    return (body as { steps?: string[] }).steps;
  };
  expect(await left()).toEqual(['money', 'card', 'identity']);
  await call('POST', `${bank.shellUrl}/api/cards/create`, {
    token,
    body: { card_type: 'debit', virtual: true },
  });
  expect(await left()).toEqual(['money', 'identity']);
  await call('POST', `${bank.shellUrl}/api/balance/update`, { token, body: { amount: 5, type: 'add' } });
  expect(await left()).toEqual(['identity']);
  const submit = `INSERT INTO kyc_submissions (user_id, first_name, last_name, birth_date, address, submitted_at)
    VALUES (?, 'A', 'B', '1990-01-01', '1 rue A', NOW(3))`;
  await database.rows(submit, [id]);
  expect(await left()).toBeUndefined();
});
