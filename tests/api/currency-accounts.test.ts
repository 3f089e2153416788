/** @jest-environment ./tests/support/bank-environment.ts */
import type { Account, AccountList } from '../../libs/contracts/accounts';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { giveRates } from '../support/rates';
import { logLines } from '../support/log-lines';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();
const api = `${bank.shellUrl}/api`;

const ask = <Body = Record<string, unknown>>(method: string, path: string, who: SignedIn, body?: unknown) =>
  call<Body>(method, `${api}${path}`, { token: who.token, ...(body !== undefined && { body }) });
const open = (who: SignedIn, currency: unknown) => ask<Account>('POST', '/accounts', who, { currency });
const listOf = async (who: SignedIn) => (await ask<AccountList>('GET', '/accounts', who)).body.accounts;
const close = (who: SignedIn, id: number | string) =>
  ask<{ code?: string }>('DELETE', `/accounts/${id}`, who);

describe('opening an account', () => {
  it('answers the account, which the list has after the euros', async () => {
    const person = await newCustomer(bank.shellUrl);
    for (const currency of ['USD', 'JPY']) {
      const { status, body } = await open(person, currency);
      expect([status, body]).toEqual([
        201,
        {
          id: expect.any(Number) as number,
          currency,
          bic: 'BPCSFRPPXXX',
          status: 'open',
          current_balance: 0,
          available_balance: 0,
          account_number: expect.stringMatching(/^FR\d{25}$/) as string,
          opened_at: expect.stringMatching(/Z$/) as string,
        },
      ]);
    }
    const accounts = await listOf(person);
    expect(accounts.map(({ currency }) => currency)).toEqual(['EUR', 'JPY', 'USD']);
    expect(new Set(accounts.map(({ account_number: iban }) => iban)).size).toBe(3);
    const lines = await logLines(database, 'user_id = ? AND action = ?', [person.id, 'account.opened']);
    expect(lines).toHaveLength(2);
  });

  it('is refused for a currency that there is, without a rate, or that is none', async () => {
    const person = await newCustomer(bank.shellUrl);
    expect([(await open(person, 'EUR')).status, (await open(person, 'SEK')).status]).toEqual([409, 201]);
    expect((await open(person, 'SEK')).body).toMatchObject({ code: 'ACCOUNT_EXISTS' });
    for (const [currency, status] of [
      ['XOF', 422],
      ['BGN', 422],
      ['usd', 422],
      ['toString', 422],
      [7, 400],
      [undefined, 400],
    ] as const) {
      expect([currency, (await open(person, currency)).status]).toEqual([currency, status]);
    }
    expect(await listOf(person)).toHaveLength(2);
    expect((await call('POST', `${api}/accounts`, { body: { currency: 'USD' } })).status).toBe(401);
  });

  it('is refused in a currency that has no rate today, and again after it was closed', async () => {
    const [person, other] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
    await giveRates(database);
    const { id } = (await open(person, 'ISK')).body;
    await open(other, 'ISK');
    expect((await close(person, id)).status).toBe(204);
    const held = `UPDATE rates r JOIN (SELECT MAX(id) AS id FROM rate_sets) s ON s.id = r.set_id
      SET r.is_held = ? WHERE r.currency = 'ISK'`;
    await database.rows(held, [1]);
    try {
      const refused = { status: 422, body: { code: 'RATE_MISSING' } };
      expect(await open(person, 'ISK')).toMatchObject(refused);
      expect(await open(await newCustomer(bank.shellUrl), 'ISK')).toMatchObject(refused);
      expect((await open(other, 'ISK')).status).toBe(409);
      const own = (await listOf(other)).find(({ currency }) => currency === 'ISK');
      for (const path of [
        '/solde',
        '/overview',
        '/rates',
        '/rates/history?currency=ISK',
        `/accounts/${own?.id}/transactions`,
        `/accounts/${own?.id}/rib`,
        `/accounts/${own?.id}/statements`,
      ])
        expect([path, (await ask('GET', path, other)).status]).toEqual([path, 200]);
      for (const [from, to] of [
        ['EUR', 'ISK'],
        ['ISK', 'EUR'],
      ])
        expect(
          await ask('POST', '/exchange/quotes', other, { from, to, amount: 1, side: 'sell' }),
        ).toMatchObject(refused);
    } finally {
      await database.rows(held, [0]);
    }
  });

  it('of two at once opens one', async () => {
    const person = await newCustomer(bank.shellUrl);
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(person, 'CHF')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
    expect(await listOf(person)).toHaveLength(2);
  });
});

describe('closing an account', () => {
  it('keeps it in the list as closed; it opens again with its number', async () => {
    const person = await newCustomer(bank.shellUrl);
    const { id, account_number: iban } = (await open(person, 'GBP')).body;
    expect((await close(person, id)).status).toBe(204);
    expect((await close(person, id)).status).toBe(204);
    expect((await listOf(person))[1]).toMatchObject({ id, status: 'closed' });
    expect(await ask('GET', `/accounts/${id}/rib`, person)).toMatchObject({
      status: 422,
      body: { code: 'ACCOUNT_MISSING' },
    });
    expect((await ask('GET', `/accounts/${id}/statements`, person)).status).toBe(200);
    const again = await open(person, 'GBP');
    expect([again.status, again.body]).toMatchObject([201, { id, account_number: iban, status: 'open' }]);
    const lines = await logLines(database, 'user_id = ? AND action = ?', [person.id, 'account.closed']);
    expect(lines).toHaveLength(1);
  });

  it('is refused while a claim or a recall may bring money back to it', async () => {
    const [person, clerk] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
    await promote(database, clerk);
    const { id } = (await open(person, 'CAD')).body;
    const reference = `CAD-${id}`;
    const sent = `INSERT INTO transfers (reference, kind, description, created_at) VALUES (?, 'payment', '', NOW(3))`;
    await database.rows(sent, [reference]);
    await database.rows(
      `INSERT INTO payments (reference, account_id, amount, currency, recipient_account, recipient_name, payment_method,
         description, stage, status, recall, transfer_id, sent_at, processed_at, created_by, created_at, worth,
         limit_account_id)
       SELECT reference, ?, 5000, 'CAD', '12345', 'Grace', 'international_transfer', '', 'settled', 'completed', 'asked', id,
         NOW(3), NOW(3), ?, NOW(3), 5000, ? FROM transfers WHERE reference = ?`,
      [id, person.id, id, reference],
    );
    const [paid] = await database.rows('SELECT id FROM payments WHERE reference = ?', [reference]);
    const payment = Number(paid?.id);
    const refused = { status: 409, body: { code: 'ACCOUNT_NOT_EMPTY' } };
    expect(await close(person, id)).toMatchObject(refused);
    await database.rows(`UPDATE payments SET recall = 'refused' WHERE id = ?`, [payment]);
    const claim = { reason: 'not_received', text: 'Rien n’est arrivé.' };
    const { body } = await ask('POST', `/transactions/${payment * 2 + 1}/dispute`, person, claim);
    expect(await close(person, id)).toMatchObject(refused);
    const path = `/admin/cases/${String(body.id)}`;
    const { version } = (await ask('GET', path, clerk)).body;
    const decision = { decision: 'refused', reason: 'Reçu.', version };
    expect((await ask('POST', `${path}/decision`, clerk, decision)).status).toBe(200);
    expect((await close(person, id)).status).toBe(204);
  });

  it('is refused for the euros, and for an account of somebody else', async () => {
    const [person, other] = await Promise.all([newCustomer(bank.shellUrl), newCustomer(bank.shellUrl)]);
    const [euros] = await listOf(person);
    expect(await close(person, euros?.id ?? 0)).toMatchObject({
      status: 409,
      body: { code: 'ACCOUNT_NEEDED' },
    });
    const { id } = (await open(other, 'USD')).body;
    for (const each of [id, 1, 128, 999_999_999, 'x', -1]) {
      expect([each, (await close(person, each)).status]).toEqual([each, 404]);
    }
    expect((await listOf(other))[1]).toMatchObject({ status: 'open' });
  });
});

describe('a customer with three accounts', () => {
  const own = [
    '/solde',
    '/solde/check',
    '/overview',
    '/user/transactions',
    '/user/transactions?search=fonds',
    '/carte',
    '/beneficiaries',
    '/standing-orders',
    '/mandates',
    '/user/scheduled_payments',
    '/notifications',
  ];

  it('gets the same answers from the calls that mean the account in euros', async () => {
    const person = await newCustomer(bank.shellUrl);
    await ask('POST', '/balance/update', person, { amount: 250, type: 'add' });
    const staff = await newCustomer(bank.shellUrl);
    await promote(database, staff);
    const asked = (at: string) => (at.startsWith('/admin') ? staff : person);
    const paths = [
      ...own,
      `/admin/users?search=${person.email}`,
      `/admin/transactions?user_id=${person.id}`,
      `/admin/transactions?search=${person.email}`,
      `/admin/users?search=${person.id}&sort=balance`,
    ];
    const read = () =>
      Promise.all(
        paths.map(async (path) => {
          const { status, body } = await ask('GET', path, asked(path));
          return [path, status, body] as const;
        }),
      );
    const before = await read();
    for (const currency of ['USD', 'JPY']) await open(person, currency);
    expect(await read()).toEqual(before);
    expect(before.filter(([, status]) => status !== 200)).toEqual([]);
    const users = await ask<{ users: unknown[] }>('GET', `/admin/users?search=${person.email}`, staff);
    expect(users.body.users).toHaveLength(1);
  });
});
