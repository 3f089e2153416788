/** @jest-environment ./tests/support/bank-environment.ts */
import mysql from 'mysql2/promise';
import { cardNetwork, newCard, newReference } from '../support/card-network';
import { newCustomer, promote, type NewCustomer } from '../support/customers';
import { call } from '../support/http';
import { ledgerErrors } from '../support/movements';
import { giveRates } from '../support/rates';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';

const { bank, database } = sharedBank();
const network = () => cardNetwork(bank);

let marie: NewCustomer;
let card: Awaited<ReturnType<typeof newCard>>;

/** A customer with so many euros, and a card. */
async function customerWith(euros: number) {
  const customer = await newCustomer(bank.shellUrl);
  if (euros > 0) {
    const added = await call('POST', `${bank.shellUrl}/api/balance/update`, {
      token: customer.token,
      body: { amount: euros, type: 'add' },
    });
    expect(added.status).toBe(201);
  }
  return { customer, card: await newCard(bank, database, customer) };
}

/** Booked and held cents of a customer's account. */
async function funds({ id }: { id: number }): Promise<[number, number]> {
  const [row] = await database.rows('SELECT balance, held FROM accounts WHERE user_id = ?', [id]);
  return [Number(row?.balance), Number(row?.held)];
}
const purchases = async ({ token }: NewCustomer) =>
  (
    await call<{ purchases: Record<string, unknown>[] }>('GET', `${bank.shellUrl}/api/carte/purchases`, {
      token,
    })
  ).body.purchases;

beforeEach(async () => {
  ({ customer: marie, card } = await customerWith(100));
});

beforeAll(() => giveRates(database));

describe('an authorization', () => {
  it('holds, and its clearing books', async () => {
    const { code, reference } = await network().authorize(card.plastic, { amount: '12.34' });
    expect(code).toBe('00');
    expect(await funds(marie)).toEqual([10_000, 1_234]);
    const held =
      'SELECT TIMESTAMPDIFF(SECOND, created_at, expires_at) AS s FROM card_purchases WHERE reference = ?';
    expect(Number((await database.rows(held, [reference]))[0]?.s)).toBe(7 * 86_400);
    const cleared = await network().post(
      'clearings',
      network().clearing(card.plastic, reference, { amount: '12.34' }),
    );
    expect(cleared.code).toBe('00');
    expect(await funds(marie)).toEqual([8_766, 0]);
    expect((await purchases(marie))[0]).toMatchObject({
      state: 'cleared',
      amount: 12.34,
      account_amount: 12.34,
      reason: null,
      merchant: {
        name: 'Boulangerie du Port',
        city: 'Marseille',
        country: 'FR',
        category: 'groceries',
        mcc: '5411',
      },
    });
  });

  it('is answered once, however often and wherever it arrives', async () => {
    const message = network().authorization(card.plastic, { amount: '40.00' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => network().post('authorizations', message)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await funds(marie)).toEqual([10_000, 4_000]);
    const changed = { ...message, Tx: { ...message.Tx, TxAmt: { Amt: '1.00', Ccy: 'EUR' } } };
    expect((await network().post('authorizations', changed)).status).toBe(409);
  });

  it('of twenty at once at a balance for one, approves one', async () => {
    await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [marie.id]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => network().authorize(card.plastic, { amount: '45.00', mode: 'CTLS' })),
    );
    expect(answers.filter(({ code }) => code === '00')).toHaveLength(2);
    expect(answers.filter(({ code }) => code === '51')).toHaveLength(18);
    expect(await funds(marie)).toEqual([10_000, 9_000]);
  });

  it('is freed by a reversal, in part or whole', async () => {
    const { reference } = await network().authorize(card.plastic, { amount: '30.00' });
    await network().post('reversals', network().reversal(reference, { amount: '10.00' }));
    expect(await funds(marie)).toEqual([10_000, 2_000]);
    expect((await network().post('reversals', network().reversal(reference))).code).toBe('00');
    expect(await funds(marie)).toEqual([10_000, 0]);
  });

  it('that comes after its reversal or clearing holds nothing', async () => {
    const reversed = newReference();
    expect((await network().post('reversals', network().reversal(reversed))).code).toBe('00');
    expect((await network().authorize(card.plastic, { reference: reversed })).code).toBe('05');
    const cleared = newReference();
    const clearing = network().clearing(card.plastic, cleared, { amount: '9.00' });
    expect((await network().post('clearings', clearing)).code).toBe('00');
    expect((await network().authorize(card.plastic, { reference: cleared, amount: '9.00' })).code).toBe('00');
    expect(await funds(marie)).toEqual([9_100, 0]);
  });

  it('is not approved because a refund came under its reference', async () => {
    const reference = newReference();
    await network().post('refunds', network().refund(card.plastic, reference, { amount: '7.00' }));
    expect((await network().authorize(card.plastic, { reference, amount: '9000.00' })).code).toBe('05');
    expect(await funds(marie)).toEqual([10_700, 0]);
  });
});

describe('a clearing', () => {
  it('that comes after its refund is a purchase, of which the holder learns', async () => {
    const reference = newReference();
    await network().post('refunds', network().refund(card.plastic, reference, { amount: '7.00' }));
    const clearing = network().clearing(card.plastic, reference, { amount: '9.00' });
    expect((await network().post('clearings', clearing)).code).toBe('00');
    expect(await funds(marie)).toEqual([9_800, 0]);
    expect(await purchases(marie)).toMatchObject([
      { kind: 'purchase', state: 'cleared', amount: 9, account_amount: 9, refunded: 7 },
    ]);
    const [newest] = await database.rows(
      'SELECT text_key FROM notifications WHERE user_id = ? ORDER BY id DESC LIMIT 1',
      [marie.id],
    );
    expect(newest).toEqual({ text_key: 'card_paid' });
  });

  it('books in parts, then more by a tip', async () => {
    const { reference } = await network().authorize(card.plastic, { amount: '50.00' });
    const part = network().clearing(card.plastic, reference, { amount: '20.00', isFinal: false });
    await network().post('clearings', part);
    expect(await funds(marie)).toEqual([8_000, 3_000]);
    await network().post('clearings', part);
    expect(await funds(marie)).toEqual([8_000, 3_000]);
    await network().post('clearings', network().clearing(card.plastic, reference, { amount: '35.00' }));
    expect(await funds(marie)).toEqual([4_500, 0]);
  });

  it('in another currency books at the day’s rate with the markup as its own entry', async () => {
    const { code, reference } = await network().authorize(card.plastic, {
      amount: '20.00',
      currency: 'USD',
      country: 'US',
    });
    expect(code).toBe('00');
    const clearing = { amount: '20.00', currency: 'USD', country: 'US' };
    await network().post('clearings', network().clearing(card.plastic, reference, clearing));
    const { body } = await call<{ transactions: { type: string; amount: number; description: string }[] }>(
      'GET',
      `${bank.shellUrl}/api/user/transactions`,
      { token: marie.token },
    );
    const [markup, paid] = body.transactions;
    expect([markup?.type, paid?.type]).toEqual(['outgoing', 'payment']);
    expect(markup?.amount).toBeCloseTo((paid?.amount ?? 0) * 0.005, 2);
    const [booked, held] = await funds(marie);
    expect([booked, held]).toEqual([
      10_000 + Math.round(((paid?.amount ?? 0) + (markup?.amount ?? 0)) * 100),
      0,
    ]);
  });

  it('beyond the balance is advanced by the bank', async () => {
    await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [marie.id]);
    const { reference } = await network().authorize(card.plastic, { amount: '40.00' });
    await network().post('clearings', network().clearing(card.plastic, reference, { amount: '130.00' }));
    expect(await funds(marie)).toEqual([0, 0]);
    const [row] = await database.rows(
      'SELECT owed FROM card_bookings WHERE purchase_id = (SELECT id FROM card_purchases WHERE reference = ?)',
      [reference],
    );
    expect(Number(row?.owed)).toBe(3_000);
  });

  it('uses no overdraft before the identity is approved', async () => {
    const { reference } = await network().authorize(card.plastic, { amount: '40.00' });
    await database.rows(`UPDATE users SET kyc_status = 'rejected' WHERE id = ?`, [marie.id]);
    await network().post('clearings', network().clearing(card.plastic, reference, { amount: '130.00' }));
    expect(await funds(marie)).toEqual([0, 0]);
    await database.rows(`UPDATE users SET kyc_status = 'approved' WHERE id = ?`, [marie.id]);
    const second = await network().authorize(card.plastic, { amount: '40.00' });
    await network().post(
      'clearings',
      network().clearing(card.plastic, second.reference, { amount: '50.00' }),
    );
    expect(await funds(marie)).toEqual([-5_000, 0]);
  });
});

describe('money back', () => {
  it('comes by a refund, of a purchase and without one', async () => {
    const { reference } = await network().authorize(card.plastic, { amount: '25.00' });
    await network().post('clearings', network().clearing(card.plastic, reference, { amount: '25.00' }));
    await network().post('refunds', network().refund(card.plastic, reference, { amount: '5.00' }));
    expect(await funds(marie)).toEqual([8_000, 0]);
    await network().post('refunds', network().refund(card.plastic, undefined, { amount: '7.00' }));
    expect(await funds(marie)).toEqual([8_700, 0]);
  });

  it('is refused beyond what an account can hold in its currency, instead of being sent again and again', async () => {
    const { reference } = await network().authorize(card.plastic, { amount: '25.00' });
    for (const [currency, amount] of [
      ['JPY', '20000000000000'],
      ['KRW', '900000000000000'],
      ['EUR', '9000000000000.00'],
    ]) {
      const most = { amount: amount ?? '', currency: currency ?? '' };
      const refund = network().refund(card.plastic, undefined, most);
      const clearing = network().clearing(card.plastic, reference, most);
      const answers = [await network().post('refunds', refund), await network().post('clearings', clearing)];
      expect(answers.map(({ status, code }) => [currency, status, code])).toEqual(
        Array(2).fill([currency, 200, '61']),
      );
      expect((await network().post('refunds', refund)).text).toBe(answers[0]?.text);
    }
    expect(await funds(marie)).toEqual([10_000, 2_500]);
  });

  it('is credited by a chargeback, at most the cleared amount, and debited by its reversal', async () => {
    const { reference } = await network().authorize(card.plastic, { amount: '25.00' });
    const chargeback = (amount: string, isReversal = false) =>
      network().post('chargebacks', network().chargeback(reference, { amount, isReversal }));
    expect((await chargeback('25.00')).code).toBe('57');
    await network().post('clearings', network().clearing(card.plastic, reference, { amount: '25.00' }));
    expect((await chargeback('25.01')).code).toBe('57');
    expect((await chargeback('25.00')).code).toBe('00');
    expect(await funds(marie)).toEqual([10_000, 0]);
    expect((await chargeback('25.00')).code).toBe('57');
    expect((await chargeback('25.00', true)).code).toBe('00');
    expect(await funds(marie)).toEqual([7_500, 0]);
  });

  it('of another currency goes by its reversal without a second markup', async () => {
    const dollars = { amount: '20.00', currency: 'USD' };
    const { reference } = await network().authorize(card.plastic, { ...dollars, country: 'US' });
    await network().post('clearings', network().clearing(card.plastic, reference, dollars));
    const paid = await funds(marie);
    for (const isReversal of [false, true]) {
      await network().post('chargebacks', network().chargeback(reference, { ...dollars, isReversal }));
    }
    expect(await funds(marie)).toEqual(paid);
  });

  it('comes in the currency of the clearing, whatever that of the authorization was', async () => {
    const asked = { amount: '20.00', currency: 'USD', country: 'US' };
    const { reference } = await network().authorize(card.plastic, asked);
    await network().post('clearings', network().clearing(card.plastic, reference, { amount: '18.50' }));
    expect(await funds(marie)).toEqual([8_150, 0]);
    const path = `${bank.shellUrl}/api/carte/purchases`;
    const { body } = await call<{ purchases: object[] }>('GET', path, { token: marie.token });
    expect(body.purchases[0]).toMatchObject({ state: 'cleared', amount: 18.5, currency: 'EUR' });
    const chargeback = (amount: string) =>
      network().post('chargebacks', network().chargeback(reference, { amount }));
    expect((await chargeback('18.51')).code).toBe('57');
    expect((await chargeback('18.50')).code).toBe('00');
    expect(await funds(marie)).toEqual([10_000, 0]);
  });

  it('is debited by a reversal beyond the balance, and the holder reads that the rest is owed', async () => {
    await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [marie.id]);
    const clear = async (amount: string) => {
      const { reference } = await network().authorize(card.plastic, { amount });
      await network().post('clearings', network().clearing(card.plastic, reference, { amount }));
      return reference;
    };
    const first = await clear('25.00');
    const chargeback = (isReversal: boolean) =>
      network().post('chargebacks', network().chargeback(first, { amount: '25.00', isReversal }));
    await chargeback(false);
    await clear('90.00');
    await chargeback(true);
    expect(await funds(marie)).toEqual([0, 0]);
    const [newest] = await database.rows(
      'SELECT type, text_key FROM notifications WHERE user_id = ? ORDER BY id DESC LIMIT 1',
      [marie.id],
    );
    expect(newest).toEqual({ type: 'warning', text_key: 'card_charged_again_owed' });
  });
});

it('of a deleted customer moves nothing on their account, either way', async () => {
  for (let at = 0; at < 2; at += 1) {
    const { reference } = await network().authorize(card.plastic, { amount: '50.00' });
    await network().post('clearings', network().clearing(card.plastic, reference, { amount: '50.00' }));
  }
  const admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
  const path = `${bank.shellUrl}/api/admin/users/${marie.id}`;
  expect((await call('DELETE', path, { token: admin.token })).status).toBe(204);
  const [refund, clearing] = [newReference(), newReference()];
  const back = network().refund(card.plastic, undefined, { amount: '20.00', reference: refund });
  expect((await network().post('refunds', back)).code).toBe('00');
  const late = network().clearing(card.plastic, newReference(), { amount: '30.00', reference: clearing });
  expect((await network().post('clearings', late)).code).toBe('00');
  expect(await funds(marie)).toEqual([0, 0]);
  const kinds = 'SELECT kind FROM incidents WHERE subject IN (?) ORDER BY id';
  expect(await database.rows(kinds, [[refund, clearing]])).toEqual([
    { kind: 'card_unbookable' },
    { kind: 'card_uncovered' },
  ]);
});

it('of a customer who is deleted at the moment at which it comes moves nothing on their account', async () => {
  const { reference: original } = await network().authorize(card.plastic, { amount: '50.00' });
  await network().post('clearings', network().clearing(card.plastic, original, { amount: '50.00' }));
  const secondCard = await newCard(bank, database, marie, { virtual: true });
  const refund = newReference();
  const ending = await mysql.createConnection(bank.migrationUrl);
  const free = 'SELECT id FROM cards WHERE id IN (?) FOR UPDATE SKIP LOCKED';
  try {
    await ending.query('START TRANSACTION');
    await ending.query('SELECT id FROM accounts WHERE user_id = ? FOR UPDATE', [marie.id]);
    const back = network().refund(card.plastic, original, { amount: '20.00', reference: refund });
    const answers = [
      network().post('refunds', back),
      network().authorize(secondCard.plastic, { amount: '10.00' }),
    ];
    // The cards are locked, and whether their account is open was read.
    await until(async () => (await database.rows(free, [[card.id, secondCard.id]])).length === 0);
    await ending.query('UPDATE users SET deleted_at = NOW() WHERE id = ?', [marie.id]);
    await ending.query('COMMIT');
    expect((await Promise.all(answers)).map(({ code }) => code)).toEqual(['00', '62']);
  } finally {
    await ending.end();
  }
  expect(await funds(marie)).toEqual([5_000, 0]);
  const kinds = 'SELECT kind FROM incidents WHERE subject = ?';
  expect(await database.rows(kinds, [refund])).toEqual([{ kind: 'card_unbookable' }]);
});

it('leaves the ledger sound', async () => {
  expect(await ledgerErrors(database)).toEqual([]);
});
