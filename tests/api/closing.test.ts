import { inGroupsOfFour } from '@bank/contracts/account-number';
import { writeMessage } from '@bank/contracts/rails/messages';
import { cardNetwork, newCard } from '../support/card-network';
import { newId, postToBank } from '../support/clearing-house';
import { newCustomer, newPassword, promote, type NewCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { outboxOf } from '../support/outbox';
import { until } from '../support/until';
import { type Closings, startClosings } from './closing-fixture';
import { newIban } from './payment-fixture';
import { credit, recallAnswerOf, returnOf } from './rail-fixture';

let bank: Closings['bank'];
let database: Closings['database'];
let calls: Closings['calls'];
let stop: Closings['stop'];

beforeAll(async () => {
  ({ bank, database, calls, stop } = await startClosings());
});
afterAll(() => stop());

/** An outside credit to an account. */
function receive(iban: string, minor: bigint) {
  const transactionId = newId();
  const message = credit(iban, { transactionId, amount: { minor, currency: 'EUR' } }, false);
  return { transactionId, sent: postToBank(bank.shellUrl, writeMessage(message)) };
}

async function ibanOf({ id }: SignedIn): Promise<string> {
  const [row] = await database.rows('SELECT iban FROM accounts WHERE user_id = ?', [id]);
  return row?.iban ?? '';
}

/** A purchase of 20 euros that was booked: its reference, and its id in the customer's list. */
async function purchase(who: SignedIn) {
  const { plastic } = await newCard(bank, database, who);
  const network = cardNetwork(bank);
  const { reference } = await network.authorize(plastic, { amount: '20.00' });
  await network.post('clearings', network.clearing(plastic, reference, { amount: '20.00' }));
  const { body } = await call<{ transactions: { id: number }[] }>(
    'GET',
    `${bank.shellUrl}/api/user/transactions?limit=1`,
    { token: who.token },
  );
  return { reference, transaction: body.transactions[0]?.id ?? 0 };
}

/** The case of a disputed purchase. */
async function disputed(who: SignedIn, bought?: Awaited<ReturnType<typeof purchase>>) {
  const { reference, transaction } = bought ?? (await purchase(who));
  const opened = await call<{ id: number }>(
    'POST',
    `${bank.shellUrl}/api/transactions/${transaction}/dispute`,
    { token: who.token, body: { reason: 'not_received', text: 'Rien reçu.' } },
  );
  expect(opened.status).toBe(201);
  return { id: opened.body.id, reference };
}

async function decide({ id }: { id: number }, decision: 'accepted' | 'refused') {
  const { token } = await calls.administrator();
  const address = `${bank.shellUrl}/api/admin/cases/${id}`;
  const { version } = (await call<{ version: number }>('GET', address, { token })).body;
  const body = { decision, reason: 'Lu.', version };
  expect((await call('POST', `${address}/decision`, { token, body })).status).toBe(200);
}

/** An instant payment of 20 euros that has arrived. */
async function settled(who: SignedIn) {
  const made = await calls.pay(who, {
    amount: 20,
    recipient_account: newIban(),
    payment_method: 'sepa_instant',
  });
  const stage = 'SELECT stage FROM payments WHERE id = ?';
  await until(async () => (await database.rows(stage, [made.id]))[0]?.stage === 'settled');
  return made;
}

const recall = ({ token }: SignedIn, { id }: { id: number }) =>
  call('POST', `${bank.shellUrl}/api/user/payments/${id}/cancel`, { token });

/** The next look at a closing is over. */
async function isLookedAt({ id }: SignedIn) {
  await database.rows('UPDATE relation_closings SET look_at = NOW(3) WHERE user_id = ?', [id]);
  const looked = 'SELECT 1 FROM relation_closings WHERE user_id = ? AND look_at > NOW(3) + INTERVAL 1 SECOND';
  await until(async () => (await database.rows(looked, [id])).length === 1);
}

describe('closing the relation', () => {
  it('needs an approval that names the account', async () => {
    const who = await calls.verified(30);
    const iban = newIban();
    const { status, body } = await calls.close(who, { iban }, { approve: false });
    expect([status, JSON.stringify(body)]).toEqual([403, expect.stringContaining(inGroupsOfFour(iban))]);
    expect(await calls.stateOf(who)).toBeUndefined();
  });

  it('closes an empty account at once, and everything with it', async () => {
    const who: NewCustomer = await newCustomer(bank.shellUrl);
    await call('POST', `${bank.shellUrl}/api/cards/create`, {
      token: who.token,
      body: { card_type: 'debit' },
    });
    const [card] = await database.rows(
      'SELECT c.id FROM cards c JOIN accounts a ON a.id = c.account_id WHERE a.user_id = ?',
      [who.id],
    );
    const debit = { card_id: Number(card?.id), amount: 5, label: 'Abonnement', frequency: 'monthly' };
    const planned = await calls.post(who, 'user/scheduled_payments', { ...debit, first_run: '2099-01-01' });
    expect(planned.status).toBe(201);
    const { status, body } = await calls.close(who);
    expect([status, body.state, body.iban]).toEqual([201, 'closed', null]);
    expect(await calls.isSignedIn(who)).toBe(false);
    const login = { email: who.email, username: who.email, password: newPassword };
    expect((await call('POST', `${bank.shellUrl}/api/auth/login`, { body: login })).status).toBe(401);
    const sql = 'SELECT c.status FROM cards c JOIN accounts a ON a.id = c.account_id WHERE a.user_id = ?';
    expect(await database.rows(sql, [who.id])).toEqual([{ status: 'inactive' }]);
    expect(await calls.sums(who)).toMatchObject({ closed: 1 });
    const debits = 'SELECT active, deleted_at IS NOT NULL AS ended FROM scheduled_payments WHERE user_id = ?';
    expect(await database.rows(debits, [who.id])).toEqual([{ active: 0, ended: 1 }]);
    await until(async () =>
      (await outboxOf(bank.dataDir, 'eml', who.email)).some((mail) => mail.includes('L561-12')),
    );
    // The address is free again.
    await newCustomer(bank.shellUrl, { email: who.email });
  });

  it('pays the balance out, and closes when it has settled', async () => {
    const who = await calls.verified(320);
    expect(await calls.outlook(who)).toMatchObject({
      balance: 320,
      obstacles: [],
      closing: null,
      holder: 'Test Client',
    });
    expect((await calls.close(who)).body.code).toBe('INVALID_FIELDS');
    const iban = newIban();
    const { body } = await calls.close(who, { iban });
    expect(body).toMatchObject({ state: 'paying', iban });
    expect(await calls.sums(who)).toEqual({ balance: '32000', held: '32000', closed: 0 });
    expect((await calls.close(who, { iban })).body.code).toBe('CLOSING_UNDER_WAY');
    await calls.letGo(who);
    await calls.reaches(who, 'closed');
    expect(await calls.payoutsOf(who)).toEqual([
      expect.objectContaining({ stage: 'settled', amount: '32000', recipient_account: iban }),
    ]);
    expect([await calls.isSignedIn(who), await calls.sums(who)]).toEqual([
      false,
      { balance: '0', held: '0', closed: 1 },
    ]);
  });

  it('pays out also to a name that is longer than a payee’s', async () => {
    const names = { first_name: 'Marie'.repeat(16), last_name: 'Dupré'.repeat(16) };
    const who = await newCustomer(bank.shellUrl, names);
    const body = { amount: 20, type: 'add' };
    await call('POST', `${bank.shellUrl}/api/balance/update`, { token: who.token, body });
    expect((await calls.close(who, { iban: newIban() })).body).toMatchObject({ state: 'paying' });
    expect(await calls.payoutsOf(who)).toMatchObject([{ amount: '2000' }]);
  });

  it('also ends when an administrator deletes the person meanwhile', async () => {
    const who = await calls.verified(90);
    await calls.close(who, { iban: newIban() });
    await database.rows('UPDATE relation_closings SET look_at = NOW(3) + INTERVAL 1 DAY WHERE user_id = ?', [
      who.id,
    ]);
    await calls.letGo(who);
    await until(async () => (await calls.payoutsOf(who))[0]?.stage === 'settled');
    const admin = await newCustomer(bank.shellUrl);
    await promote(database, admin);
    const deleted = await call('DELETE', `${bank.shellUrl}/api/admin/users/${who.id}`, {
      token: admin.token,
    });
    expect([deleted.status, await calls.stateOf(who)]).toEqual([204, 'paying']);
    await calls.reaches(who, 'closed');
    expect(await calls.sums(who)).toEqual({ balance: '0', held: '0', closed: 1 });
    expect(await database.rows('SELECT 1 FROM ended_relations WHERE user_id = ?', [who.id])).toHaveLength(1);
  });

  it('waits while the customer is deactivated, and ends once they are active again', async () => {
    const who = await calls.verified(90);
    await calls.close(who, { iban: newIban() });
    const lookIn = (interval: string) =>
      database.rows(
        `UPDATE relation_closings SET look_at = NOW(3) + INTERVAL ${interval} WHERE user_id = ?`,
        [who.id],
      );
    await lookIn('1 DAY');
    await calls.letGo(who);
    await until(async () => (await calls.payoutsOf(who))[0]?.stage === 'settled');
    await database.rows(`UPDATE users SET status = 'inactive' WHERE id = ?`, [who.id]);
    await lookIn('0 DAY');
    const looked =
      'SELECT 1 FROM relation_closings WHERE user_id = ? AND look_at > NOW(3) + INTERVAL 1 SECOND';
    await until(async () => (await database.rows(looked, [who.id])).length === 1);
    expect([await calls.stateOf(who), await calls.sums(who)]).toEqual([
      'paying',
      { balance: '0', held: '0', closed: 0 },
    ]);
    await database.rows(`UPDATE users SET status = 'active' WHERE id = ?`, [who.id]);
    await calls.reaches(who, 'closed');
  });

  it('pays out beyond the daily limit, as a person approves', async () => {
    const who = await calls.customer(30_000);
    const iban = newIban();
    expect((await calls.close(who, { iban })).status).toBe(201);
    const [payout] = await calls.payoutsOf(who);
    expect(payout).toMatchObject({ stage: 'awaiting_approval', amount: '3000000' });
  });

  it('starts once, however many requests come at once', async () => {
    const who = await calls.verified(50);
    const iban = newIban();
    const same = await Promise.all([1, 2, 3].map(() => calls.close(who, { iban }, { key: 'close' })));
    expect(new Set(same.map(({ body }) => body.id)).size).toBe(1);
    const others = await Promise.all([1, 2].map(() => calls.close(who, { iban })));
    expect(others.map(({ status }) => status)).toEqual([409, 409]);
    expect(await calls.payoutsOf(who)).toHaveLength(1);
  });

  it('pays out money that arrives meanwhile, from a customer and from another bank', async () => {
    const who = await calls.verified(40);
    const friend = await calls.verified(100);
    await calls.close(who, { iban: newIban() });
    expect((await calls.post(friend, 'balance/transfer', { recipient_id: who.id, amount: 7 })).status).toBe(
      201,
    );
    await receive(await ibanOf(who), 500n).sent;
    await until(async () => (await calls.sums(who))?.balance === '5200');
    await calls.letGo(who);
    await until(async () => {
      await database.rows(
        'UPDATE relation_closings SET look_at = NOW(3) WHERE user_id = ? AND look_at IS NOT NULL',
        [who.id],
      );
      await calls.letGo(who);
      return (await calls.stateOf(who)) === 'closed';
    });
    expect((await calls.payoutsOf(who)).map(({ amount }) => amount)).toEqual(['4000', '1200']);
  });

  it('loses nothing when a transfer arrives at the moment of closing', async () => {
    const friend = await calls.verified(100);
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const who = await newCustomer(bank.shellUrl);
        const [closed, paid] = await Promise.all([
          calls.close(who),
          calls.post(friend, 'balance/transfer', { recipient_id: who.id, amount: 1 }),
        ]);
        const funds = await calls.sums(who);
        const isConsistent =
          closed.status === 201
            ? [404, 422].includes(paid.status) && funds?.balance === '0'
            : closed.body.code === 'INVALID_FIELDS' && paid.status === 201 && funds?.balance === '100';
        return isConsistent ? 'consistent' : JSON.stringify([closed, paid, funds]);
      }),
    );
    expect(new Set(answers)).toEqual(new Set(['consistent']));
  });

  it('charges no card for an account that closes at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const who = await newCustomer(bank.shellUrl);
        const body = { amount: 5, type: 'add' };
        const [closed, added] = await Promise.all([
          calls.close(who),
          call('POST', `${bank.shellUrl}/api/balance/update`, { token: who.token, body }),
        ]);
        const charged = await database.rows('SELECT state FROM top_ups WHERE user_id = ?', [who.id]);
        const funds = await calls.sums(who);
        const isConsistent =
          closed.status === 201
            ? added.status !== 201 && charged.length === 0 && funds?.balance === '0'
            : added.status === 201 && charged[0]?.state === 'booked' && funds?.balance === '500';
        return isConsistent ? 'consistent' : JSON.stringify([closed, added, charged, funds]);
      }),
    );
    expect(new Set(answers)).toEqual(new Set(['consistent']));
  });

  it('sends credits to a closed account back', async () => {
    const who = await newCustomer(bank.shellUrl);
    const iban = await ibanOf(who);
    await calls.close(who);
    const { transactionId, sent } = receive(iban, 500n);
    await sent;
    const find = 'SELECT outcome, reason_code FROM incoming_credits WHERE transaction_id = ?';
    await until(async () => (await database.rows(find, [transactionId])).length === 1);
    expect(await database.rows(find, [transactionId])).toEqual([{ outcome: 'refused', reason_code: 'AC04' }]);
  });
});

describe('the obstacles to closing', () => {
  it('is money under way, reserved, owed or in another currency', async () => {
    const who = await calls.verified(100);
    await calls.post(who, 'accounts', { currency: 'USD' });
    expect((await calls.outlook(who)).obstacles).toEqual([]);
    await calls.pay(who, { amount: 20, recipient_account: newIban() });
    await database.rows(`UPDATE accounts SET balance = 500 WHERE user_id = ? AND currency = 'USD'`, [who.id]);
    expect(await calls.outlook(who)).toMatchObject({
      obstacles: ['money_under_way', 'reserved', 'currencies'],
      currencies: ['USD'],
    });
    expect((await calls.close(who, { iban: newIban() })).body.code).toBe('CLOSING_BLOCKED');
    await database.rows(`UPDATE accounts SET balance = 0 WHERE user_id = ? AND currency = 'USD'`, [who.id]);
    const staff = await calls.administrator();
    expect((await calls.outlook(staff)).obstacles).toEqual(['staff']);
    expect((await calls.close(staff)).body.code).toBe('CLOSING_BLOCKED');
  });

  it('is a card payment that the bank paid in part, until the rest was taken', async () => {
    const who = await calls.verified(100);
    await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [who.id]);
    const { plastic } = await newCard(bank, database, who);
    const network = cardNetwork(bank);
    const { reference } = await network.authorize(plastic, { amount: '40.00' });
    await network.post('clearings', network.clearing(plastic, reference, { amount: '130.00' }));
    expect((await calls.outlook(who)).obstacles).toEqual(['owed']);
    expect((await calls.close(who)).body.code).toBe('CLOSING_BLOCKED');
    await calls.post(who, 'balance/update', { amount: 50, type: 'add' });
    await until(async () => (await calls.outlook(who)).obstacles.length === 0);
    expect((await calls.sums(who))?.balance).toBe('2000');
  });

  it('is a claim, until its decision, and until its money has come where it was accepted', async () => {
    const who = await calls.verified(100);
    const claim = await disputed(who);
    expect((await calls.outlook(who)).obstacles).toEqual(['claims']);
    const refused = await calls.close(who, { iban: newIban() });
    expect([refused.status, refused.body.code]).toEqual([409, 'CLOSING_BLOCKED']);
    await decide(claim, 'accepted');
    expect((await calls.outlook(who)).obstacles).toEqual(['claims']);
    const network = cardNetwork(bank);
    await network.post('chargebacks', network.chargeback(claim.reference, { amount: '20.00' }));
    expect((await calls.outlook(who)).obstacles).toEqual([]);
    expect((await calls.close(who, { iban: newIban() })).status).toBe(201);
  });

  it('is a recall without an answer, and granted money that has not come back', async () => {
    const who = await calls.verified(100);
    const made = await settled(who);
    expect((await calls.outlook(who)).obstacles).toEqual([]);
    expect((await recall(who, made)).status).toBe(202);
    expect((await calls.outlook(who)).obstacles).toEqual(['recalls']);
    const refused = await calls.close(who, { iban: newIban() });
    expect([refused.status, refused.body.code]).toEqual([409, 'CLOSING_BLOCKED']);
    await postToBank(bank.shellUrl, writeMessage(recallAnswerOf(made.reference, 'CNCL')));
    expect((await calls.outlook(who)).obstacles).toEqual(['recalls']);
    await postToBank(bank.shellUrl, writeMessage(returnOf(made.reference, 2_000n)));
    expect((await calls.outlook(who)).obstacles).toEqual([]);
    expect((await calls.close(who, { iban: newIban() })).status).toBe(201);
  });

  it('is a recall also at the end, until nobody answered it in time', async () => {
    const who = await calls.verified(100);
    const made = await settled(who);
    await calls.close(who, { iban: newIban() });
    await recall(who, made);
    await calls.letGo(who);
    await until(async () => (await calls.payoutsOf(who))[0]?.stage === 'settled');
    await isLookedAt(who);
    expect([await calls.stateOf(who), await calls.isSignedIn(who)]).toEqual(['paying', true]);
    expect((await calls.outlook(who)).obstacles).toEqual(['recalls']);
    await database.rows(`UPDATE payments SET recall_due_on = '2026-01-01' WHERE id = ?`, [made.id]);
    await calls.reaches(who, 'closed');
  });

  it('is a claim also at the end, where it was opened meanwhile', async () => {
    const who = await calls.verified(100);
    const bought = await purchase(who);
    await calls.close(who, { iban: newIban() });
    const claim = await disputed(who, bought);
    await calls.letGo(who);
    await until(async () => (await calls.payoutsOf(who))[0]?.stage === 'settled');
    await isLookedAt(who);
    expect([await calls.stateOf(who), await calls.isSignedIn(who)]).toEqual(['paying', true]);
    expect((await calls.outlook(who)).obstacles).toEqual(['claims']);
    await decide(claim, 'refused');
    await calls.reaches(who, 'closed');
  });

  it('include a payout account in this bank', async () => {
    const [who, friend] = await Promise.all([calls.verified(50), calls.verified(10)]);
    expect((await calls.close(who, { iban: await ibanOf(friend) })).body.code).toBe('RECIPIENT_IN_THIS_BANK');
    expect([await calls.stateOf(who), (await calls.sums(who))?.held]).toEqual([undefined, '0']);
  });
});
