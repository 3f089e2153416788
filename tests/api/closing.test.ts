import type { Closing, ClosingOutlook } from '@bank/contracts/closings';
import { type RailMessage, writeMessage } from '@bank/contracts/rails/messages';
import type { Config } from '../../bff/src/platform/config/config';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { databaseOptions } from '../../bff/src/platform/database/connection-options';
import { Database } from '../../bff/src/platform/database/database';
import { Clock } from '../../bff/src/platform/time/clock.service';
import { ErasureService } from '../../bff/src/privacy/erasure/erasure.service';
import { type Bank, startBank } from '../support/bank';
import { cardNetwork, newCard } from '../support/card-network';
import { newId, postToBank } from '../support/clearing-house';
import {
  connectTo,
  newCustomer,
  newPassword,
  promote,
  type NewCustomer,
  type SignedIn,
  type TestConnection,
} from '../support/customers';
import { call } from '../support/http';
import { pngFile } from '../support/identity-files';
import { startMailServer } from '../support/mail-server';
import { outboxOf } from '../support/outbox';
import { until } from '../support/until';
import { newIban, paymentCalls } from './payment-fixture';

let bank: Bank;
let database: TestConnection;
let calls: ReturnType<typeof paymentCalls>;
let address: string;

/** A bank of its own, whose jobs run every second. */
beforeAll(async () => {
  bank = await startBank({ env: { JOBS_EVERY_SECONDS: '1' } });
  database = connectTo(bank.migrationUrl);
  calls = paymentCalls(bank.shellUrl, database);
  address = `${bank.shellUrl}/api/settings/closing`;
});
afterAll(async () => {
  await database.end();
  await bank.stop();
});

/** Erases all that is due, as a job does every ten minutes. */
async function erase(): Promise<void> {
  const settings = { databaseUrl: bank.databaseUrl, databaseConnections: 1 };
  const owner = await Database.open(await databaseOptions(settings as Config));
  await new ErasureService(owner, new AuditService(new Clock())).eraseDue(
    new Date(),
    new AbortController().signal,
  );
  await owner.close();
}

const outlook = async ({ token }: SignedIn) => (await call<ClosingOutlook>('GET', address, { token })).body;
const close = ({ token }: SignedIn, body: object = {}, options: { key?: string; approve?: boolean } = {}) =>
  call<Closing & { code?: string }>('POST', address, {
    token,
    body,
    approve: options.approve ?? true,
    headers: options.key ? { 'idempotency-key': options.key } : {},
  });
const stateOf = async ({ id }: SignedIn) =>
  (
    await database.rows('SELECT state FROM relation_closings WHERE user_id = ? ORDER BY id DESC LIMIT 1', [
      id,
    ])
  )[0]?.state;
const reaches = (who: SignedIn, state: string) =>
  until(async () => {
    await database.rows(
      'UPDATE relation_closings SET look_at = NOW(3) WHERE user_id = ? AND look_at > NOW(3)',
      [who.id],
    );
    return (await stateOf(who)) === state;
  });
const isSignedIn = async ({ token }: SignedIn) =>
  (await call('GET', `${bank.shellUrl}/api/auth/me`, { token })).status === 200;
const sums = async ({ id }: SignedIn) =>
  (
    await database.rows(
      'SELECT balance, held, closed_at IS NOT NULL AS closed FROM accounts WHERE user_id = ?',
      [id],
    )
  )[0];
const payoutsOf = ({ id }: SignedIn) =>
  database.rows(
    `SELECT p.id, p.reference, p.stage, p.amount, p.recipient_account FROM relation_closings c
     JOIN closing_payouts o ON o.closing_id = c.id JOIN payments p ON p.id = o.payment_id WHERE c.user_id = ? ORDER BY p.id`,
    [id],
  );
/** The cut-off has come. */
const letGo = (who: SignedIn) =>
  database.rows(
    `UPDATE payments p JOIN closing_payouts o ON o.payment_id = p.id JOIN relation_closings c ON c.id = o.closing_id
     SET p.queued_at = p.queued_at - INTERVAL 4 DAY WHERE c.user_id = ? AND p.stage = 'queued'`,
    [who.id],
  );
const stageOf = async ({ id }: { id: number }) =>
  (await database.rows('SELECT stage FROM payments WHERE id = ?', [id]))[0]?.stage;
async function settledPayment(who: SignedIn, amount: number) {
  const made = await calls.pay(who, {
    amount,
    recipient_account: newIban(),
    payment_method: 'sepa_instant',
  });
  await until(async () => (await stageOf(made)) === 'settled');
  return made;
}
const send = (message: RailMessage) => postToBank(bank.shellUrl, writeMessage(message));

/** The incidents about balances of closings that came back, and wait. */
const waitingOf = ({ id }: SignedIn) =>
  database.rows(
    `SELECT i.kind FROM incidents i JOIN relation_closings c ON i.subject = c.id
     WHERE c.user_id = ? AND i.kind = 'closing_returned'`,
    [id],
  );

/** An outside credit to an account. */
function credit(iban: string, cents: bigint) {
  const transactionId = newId();
  return {
    transactionId,
    sent: send({
      type: 'pacs.008.001.08',
      messageId: newId(),
      createdAt: new Date(),
      settlementDay: '2026-11-22',
      instant: false,
      sender: 'CAISFRPPXXX',
      transfers: [
        {
          transactionId,
          endToEndId: newId(),
          amount: { currency: 'EUR', minor: cents },
          debtor: { name: 'Anne', account: newIban() },
          creditor: { name: 'X', account: iban },
        },
      ],
    }),
  };
}

/** The other bank sends the money of a payment back. */
const sendBack = (reference: string, cents: bigint) =>
  send({
    type: 'pacs.004.001.09',
    messageId: newId(),
    createdAt: new Date(),
    settlementDay: '2026-11-22',
    originalMessageId: 'M-1',
    originalType: 'pacs.008.001.08',
    returns: [
      {
        returnId: newId(),
        originalTransactionId: reference,
        amount: { currency: 'EUR', minor: cents },
        reason: { code: 'AC04' },
      },
    ],
  });

async function ibanOf({ id }: SignedIn): Promise<string> {
  const [row] = await database.rows('SELECT iban FROM accounts WHERE user_id = ?', [id]);
  return row?.iban ?? '';
}

describe('closing the relation', () => {
  it('needs an approval that names the account', async () => {
    const who = await calls.verified(30);
    const iban = newIban();
    const { status, body } = await close(who, { iban }, { approve: false });
    expect([status, JSON.stringify(body)]).toEqual([403, expect.stringContaining(iban)]);
    expect(await stateOf(who)).toBeUndefined();
  });

  it('closes an empty account at once, and everything with it', async () => {
    const who: NewCustomer = await newCustomer(bank.shellUrl);
    await call('POST', `${bank.shellUrl}/api/cards/create`, {
      token: who.token,
      body: { card_type: 'debit' },
    });
    const { status, body } = await close(who);
    expect([status, body.state, body.iban]).toEqual([201, 'closed', null]);
    expect(await isSignedIn(who)).toBe(false);
    const login = { email: who.email, username: who.email, password: newPassword };
    expect((await call('POST', `${bank.shellUrl}/api/auth/login`, { body: login })).status).toBe(401);
    const sql = 'SELECT c.status FROM cards c JOIN accounts a ON a.id = c.account_id WHERE a.user_id = ?';
    expect(await database.rows(sql, [who.id])).toEqual([{ status: 'inactive' }]);
    expect(await sums(who)).toMatchObject({ closed: 1 });
    await until(async () =>
      (await outboxOf(bank.dataDir, 'eml', who.email)).some((mail) => mail.includes('L561-12')),
    );
    // The address is free again.
    await newCustomer(bank.shellUrl, { email: who.email });
  });

  it('pays the balance out, and closes when it has settled', async () => {
    const who = await calls.verified(320);
    expect(await outlook(who)).toMatchObject({
      balance: 320,
      obstacles: [],
      closing: null,
      holder: 'Test Client',
    });
    expect((await close(who)).body.code).toBe('INVALID_FIELDS');
    const iban = newIban();
    const { body } = await close(who, { iban });
    expect(body).toMatchObject({ state: 'paying', iban });
    expect(await sums(who)).toEqual({ balance: '32000', held: '32000', closed: 0 });
    expect((await close(who, { iban })).body.code).toBe('CLOSING_UNDER_WAY');
    await letGo(who);
    await reaches(who, 'closed');
    expect(await payoutsOf(who)).toEqual([
      expect.objectContaining({ stage: 'settled', amount: '32000', recipient_account: iban }),
    ]);
    expect([await isSignedIn(who), await sums(who)]).toEqual([false, { balance: '0', held: '0', closed: 1 }]);
  });

  it('pays out also to a name that is longer than a payee’s', async () => {
    const names = { first_name: 'Marie'.repeat(16), last_name: 'Dupré'.repeat(16) };
    const who = await newCustomer(bank.shellUrl, names);
    const body = { amount: 20, type: 'add' };
    await call('POST', `${bank.shellUrl}/api/balance/update`, { token: who.token, body });
    expect((await close(who, { iban: newIban() })).body).toMatchObject({ state: 'paying' });
    expect(await payoutsOf(who)).toMatchObject([{ amount: '2000' }]);
  });

  it('also ends when an administrator deletes the person meanwhile', async () => {
    const who = await calls.verified(90);
    await close(who, { iban: newIban() });
    await database.rows('UPDATE relation_closings SET look_at = NOW(3) + INTERVAL 1 DAY WHERE user_id = ?', [
      who.id,
    ]);
    await letGo(who);
    await until(async () => (await payoutsOf(who))[0]?.stage === 'settled');
    const admin = await newCustomer(bank.shellUrl);
    await promote(database, admin);
    const deleted = await call('DELETE', `${bank.shellUrl}/api/admin/users/${who.id}`, {
      token: admin.token,
    });
    expect([deleted.status, await stateOf(who)]).toEqual([204, 'paying']);
    await reaches(who, 'closed');
    expect(await sums(who)).toEqual({ balance: '0', held: '0', closed: 1 });
    expect(await database.rows('SELECT 1 FROM ended_relations WHERE user_id = ?', [who.id])).toHaveLength(1);
  });

  it('waits while the customer is deactivated, and ends once they are active again', async () => {
    const who = await calls.verified(90);
    await close(who, { iban: newIban() });
    const lookIn = (interval: string) =>
      database.rows(
        `UPDATE relation_closings SET look_at = NOW(3) + INTERVAL ${interval} WHERE user_id = ?`,
        [who.id],
      );
    await lookIn('1 DAY');
    await letGo(who);
    await until(async () => (await payoutsOf(who))[0]?.stage === 'settled');
    await database.rows(`UPDATE users SET status = 'inactive' WHERE id = ?`, [who.id]);
    await lookIn('0 DAY');
    const looked =
      'SELECT 1 FROM relation_closings WHERE user_id = ? AND look_at > NOW(3) + INTERVAL 1 SECOND';
    await until(async () => (await database.rows(looked, [who.id])).length === 1);
    expect([await stateOf(who), await sums(who)]).toEqual(['paying', { balance: '0', held: '0', closed: 0 }]);
    await database.rows(`UPDATE users SET status = 'active' WHERE id = ?`, [who.id]);
    await reaches(who, 'closed');
  });

  it('pays out beyond the daily limit, as a person approves', async () => {
    const who = await calls.customer(30_000);
    const iban = newIban();
    expect((await close(who, { iban })).status).toBe(201);
    const [payout] = await payoutsOf(who);
    expect(payout).toMatchObject({ stage: 'awaiting_approval', amount: '3000000' });
  });

  it('starts once, however many requests come at once', async () => {
    const who = await calls.verified(50);
    const iban = newIban();
    const same = await Promise.all([1, 2, 3].map(() => close(who, { iban }, { key: 'close' })));
    expect(new Set(same.map(({ body }) => body.id)).size).toBe(1);
    const others = await Promise.all([1, 2].map(() => close(who, { iban })));
    expect(others.map(({ status }) => status)).toEqual([409, 409]);
    expect(await payoutsOf(who)).toHaveLength(1);
  });

  it('pays out money that arrives meanwhile, from a customer and from another bank', async () => {
    const who = await calls.verified(40);
    const friend = await calls.verified(100);
    await close(who, { iban: newIban() });
    expect((await calls.post(friend, 'balance/transfer', { recipient_id: who.id, amount: 7 })).status).toBe(
      201,
    );
    await credit(await ibanOf(who), 500n).sent;
    await until(async () => (await sums(who))?.balance === '5200');
    await letGo(who);
    await until(async () => {
      await database.rows(
        'UPDATE relation_closings SET look_at = NOW(3) WHERE user_id = ? AND look_at IS NOT NULL',
        [who.id],
      );
      await letGo(who);
      return (await stateOf(who)) === 'closed';
    });
    expect((await payoutsOf(who)).map(({ amount }) => amount)).toEqual(['4000', '1200']);
  });

  it('loses nothing when a transfer arrives at the moment of closing', async () => {
    const friend = await calls.verified(100);
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const who = await newCustomer(bank.shellUrl);
        const [closed, paid] = await Promise.all([
          close(who),
          calls.post(friend, 'balance/transfer', { recipient_id: who.id, amount: 1 }),
        ]);
        const funds = await sums(who);
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
          close(who),
          call('POST', `${bank.shellUrl}/api/balance/update`, { token: who.token, body }),
        ]);
        const charged = await database.rows('SELECT state FROM top_ups WHERE user_id = ?', [who.id]);
        const funds = await sums(who);
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
    await close(who);
    const { transactionId, sent } = credit(iban, 500n);
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
    expect((await outlook(who)).obstacles).toEqual([]);
    await calls.pay(who, { amount: 20, recipient_account: newIban() });
    await database.rows(`UPDATE accounts SET balance = 500 WHERE user_id = ? AND currency = 'USD'`, [who.id]);
    expect(await outlook(who)).toMatchObject({
      obstacles: ['money_under_way', 'reserved', 'currencies'],
      currencies: ['USD'],
    });
    expect((await close(who, { iban: newIban() })).body.code).toBe('CLOSING_BLOCKED');
    await database.rows(`UPDATE accounts SET balance = 0 WHERE user_id = ? AND currency = 'USD'`, [who.id]);
    const staff = await calls.administrator();
    expect((await outlook(staff)).obstacles).toEqual(['staff']);
    expect((await close(staff)).body.code).toBe('CLOSING_BLOCKED');
  });

  it('is a card payment that the bank paid in part, until the rest was taken', async () => {
    const who = await calls.verified(100);
    await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [who.id]);
    const { plastic } = await newCard(bank, database, who);
    const network = cardNetwork(bank);
    const { reference } = await network.authorize(plastic, { amount: '40.00' });
    await network.post('clearings', network.clearing(plastic, reference, { amount: '130.00' }));
    expect((await outlook(who)).obstacles).toEqual(['owed']);
    expect((await close(who)).body.code).toBe('CLOSING_BLOCKED');
    await calls.post(who, 'balance/update', { amount: 50, type: 'add' });
    await until(async () => (await outlook(who)).obstacles.length === 0);
    expect((await sums(who))?.balance).toBe('2000');
  });

  it('include a payout account in this bank', async () => {
    const [who, friend] = await Promise.all([calls.verified(50), calls.verified(10)]);
    expect((await close(who, { iban: await ibanOf(friend) })).body.code).toBe('RECIPIENT_IN_THIS_BANK');
    expect([await stateOf(who), (await sums(who))?.held]).toEqual([undefined, '0']);
  });
});

describe('a balance that comes back', () => {
  it('keeps the relation when the payment is refused or cancelled', async () => {
    const who = await calls.verified(60);
    const refusing = newIban();
    bank.rail.behave(refusing, { refuse: 'AC01' });
    await close(who, { iban: refusing });
    await letGo(who);
    await reaches(who, 'failed');
    const [account] = await database.rows(
      'SELECT balance, held, overdraft_limit FROM accounts WHERE user_id = ?',
      [who.id],
    );
    expect([account, await isSignedIn(who)]).toEqual([
      { balance: '6000', held: '0', overdraft_limit: '50000' },
      true,
    ]);
    const sql = `SELECT 1 FROM notifications WHERE user_id = ? AND text_key = 'closing_failed'`;
    expect(await database.rows(sql, [who.id])).toHaveLength(1);

    const again = await close(who, { iban: newIban() });
    await call('POST', `${bank.shellUrl}/api/user/payments/${again.body.payment_id}/cancel`, {
      token: who.token,
    });
    await reaches(who, 'failed');
    expect((await outlook(who)).obstacles).toEqual([]);
  });

  it('brings a closed relation back when another bank returns it', async () => {
    const who = await calls.verified(70);
    const settings = `${bank.shellUrl}/api/settings`;
    const choices = async () =>
      Promise.all(
        ['preferences', 'direct-debits'].map(
          async (of) => (await call<object>('GET', `${settings}/${of}`, { token: who.token })).body,
        ),
      );
    const [preferences] = await choices();
    const chosen = [
      { ...preferences, foundByEmail: false },
      { mode: 'none', creditors: ['FR72ZZZ123456'] },
    ];
    for (const [at, of] of ['preferences', 'direct-debits'].entries())
      await call('PUT', `${settings}/${of}`, { token: who.token, body: chosen[at] });
    expect(await choices()).toEqual(chosen);
    await close(who, { iban: newIban() });
    await letGo(who);
    await reaches(who, 'closed');
    await erase();
    const [payout] = await payoutsOf(who);
    await sendBack(payout?.reference ?? '', 7000n);
    await until(async () => (await payoutsOf(who))[0]?.stage === 'returned');
    await reaches(who, 'failed');
    expect(await sums(who)).toEqual({ balance: '7000', held: '0', closed: 0 });
    const waited = 'SELECT kind, state FROM incidents WHERE subject = ?';
    expect(await database.rows(waited, [payout?.reference])).toEqual([
      { kind: 'payment_suspended', state: 'closed' },
    ]);
    const [person] = await database.rows('SELECT email, status, deleted_at FROM users WHERE id = ?', [
      who.id,
    ]);
    expect(person).toMatchObject({ status: 'active', deleted_at: null });
    const body = { email: person?.email, username: person?.email, password: newPassword };
    const again = await call<{ access_token: string }>('POST', `${bank.shellUrl}/api/auth/login`, { body });
    expect(again.status).toBe(200);
    who.token = again.body.access_token;
    expect(await choices()).toEqual(chosen);
    expect(await database.rows('SELECT 1 FROM ended_relations WHERE user_id = ?', [who.id])).toEqual([]);
  });

  it('brings with it the money of other payments that came back after the end or at the same time', async () => {
    const who = await calls.verified(70);
    const [early, late] = [await settledPayment(who, 10), await settledPayment(who, 5)];
    await close(who, { iban: newIban() });
    await letGo(who);
    await reaches(who, 'closed');
    await sendBack(early.reference, 1000n);
    await until(async () => (await stageOf(early)) === 'returned');
    expect(await sums(who)).toEqual({ balance: '0', held: '0', closed: 1 });
    const [payout] = await payoutsOf(who);
    await Promise.all([sendBack(payout?.reference ?? '', 5500n), sendBack(late.reference, 500n)]);
    await reaches(who, 'failed');
    await until(async () => (await stageOf(late)) === 'returned');
    expect(await sums(who)).toEqual({ balance: '7000', held: '0', closed: 0 });
    const open = 'SELECT subject FROM incidents WHERE subject IN (?) AND closed_at IS NULL';
    expect(await database.rows(open, [[early, late, payout].map((each) => each?.reference)])).toEqual([]);
  });

  it('leaves a person deactivated who was so before the end', async () => {
    const who = await calls.verified(70);
    await close(who, { iban: newIban() });
    await letGo(who);
    await reaches(who, 'closed');
    const ended = 'SELECT ended_by, former_status FROM ended_relations WHERE user_id = ?';
    expect(await database.rows(ended, [who.id])).toEqual([{ ended_by: 'customer', former_status: 'active' }]);
    // As if an administrator had done it at the moment of the end.
    await database.rows(`UPDATE ended_relations SET former_status = 'inactive' WHERE user_id = ?`, [who.id]);
    await sendBack((await payoutsOf(who))[0]?.reference ?? '', 7000n);
    await until(async () => (await payoutsOf(who))[0]?.stage === 'returned');
    await reaches(who, 'failed');
    expect(await sums(who)).toEqual({ balance: '7000', held: '0', closed: 0 });
    const person = 'SELECT status, deleted_at FROM users WHERE id = ?';
    expect(await database.rows(person, [who.id])).toEqual([{ status: 'inactive', deleted_at: null }]);
  });

  it('waits on the suspense account when an administrator deleted the person', async () => {
    const who = await calls.verified(80);
    await close(who, { iban: newIban() });
    await database.rows('UPDATE relation_closings SET look_at = NOW(3) + INTERVAL 1 DAY WHERE user_id = ?', [
      who.id,
    ]);
    await letGo(who);
    await until(async () => (await payoutsOf(who))[0]?.stage === 'settled');
    const admin = await calls.administrator();
    const address = `${bank.shellUrl}/api/admin/users/${who.id}`;
    expect((await call('DELETE', address, { token: admin.token })).status).toBe(204);
    await reaches(who, 'closed');
    await sendBack((await payoutsOf(who))[0]?.reference ?? '', 8000n);
    await until(async () => (await payoutsOf(who))[0]?.stage === 'returned');
    await reaches(who, 'failed');
    expect(await waitingOf(who)).toHaveLength(1);
    expect(await sums(who)).toMatchObject({ balance: '0', closed: 1 });
    const deleted = 'SELECT status FROM users WHERE id = ? AND deleted_at IS NOT NULL';
    expect(await database.rows(deleted, [who.id])).toEqual([{ status: 'inactive' }]);
  });

  it('asks a returning customer for the pending identity file again, which is in no queue and no open case', async () => {
    const who = await calls.verified(40);
    await close(who, { iban: newIban() });
    await database.rows(`UPDATE users SET kyc_status = 'pending' WHERE id = ?`, [who.id]);
    const body = new FormData();
    const fields = { firstName: 'Élodie', lastName: 'Martin', birthDate: '1990-05-17', address: '1 rue A' };
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('documents', new Blob([new Uint8Array(pngFile())]), 'a.png');
    expect((await call('POST', `${bank.shellUrl}/api/kyc`, { token: who.token, body })).status).toBe(201);
    const casesOf = () =>
      database.rows('SELECT state, decision, decided_by FROM cases WHERE user_id = ?', [who.id]);
    await until(async () => (await casesOf())[0]?.state === 'open');
    await letGo(who);
    await reaches(who, 'closed');
    expect(await casesOf()).toEqual([{ state: 'decided', decision: 'refused', decided_by: null }]);
    await sendBack((await payoutsOf(who))[0]?.reference ?? '', 4000n);
    await until(async () => (await payoutsOf(who))[0]?.stage === 'returned');
    await reaches(who, 'failed');
    const asked = 'SELECT kyc_status, kyc_submitted_at FROM users WHERE id = ?';
    expect(await database.rows(asked, [who.id])).toEqual([{ kyc_status: 'pending', kyc_submitted_at: null }]);
  });

  it('waits on the suspense account when the e-mail belongs to somebody else by now', async () => {
    const who = await calls.verified(80);
    const [{ email = '' } = {}] = await database.rows('SELECT email FROM users WHERE id = ?', [who.id]);
    await close(who, { iban: newIban() });
    await letGo(who);
    await reaches(who, 'closed');
    await newCustomer(bank.shellUrl, { email });
    const [payout] = await payoutsOf(who);
    await sendBack(payout?.reference ?? '', 8000n);
    await until(async () => (await payoutsOf(who))[0]?.stage === 'returned');
    await reaches(who, 'failed');
    expect(await waitingOf(who)).toHaveLength(1);
    expect(await sums(who)).toMatchObject({ balance: '0', closed: 1 });
  });
});

describe('the mail that confirms the end', () => {
  it('leaves no row locked while the mail server thinks, and is sent again when that refuses it', async () => {
    const mailServer = await startMailServer();
    const other = await startBank({ env: { JOBS_EVERY_SECONDS: '1', SMTP_URL: mailServer.url } });
    const own = connectTo(other.migrationUrl);
    try {
      const who = await newCustomer(other.shellUrl);
      await until(() => Promise.resolve(mailServer.mails.length === 1));
      mailServer.refuse(1);
      await own.rows(
        `INSERT INTO relation_closings (user_id, state, overdraft_limit, language, requested_at, closed_at, look_at)
         VALUES (?, 'closed', 0, 'fr', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
        [who.id],
      );
      await until(() => Promise.resolve(other.logs().includes('was not mailed')));
      const ofClosing = 'relation_closings WHERE user_id = ?';
      expect(await own.rows(`SELECT mailed_at FROM ${ofClosing}`, [who.id])).toEqual([{ mailed_at: null }]);

      let answer = () => {};
      mailServer.answerAfter(new Promise<void>((resolve) => (answer = resolve)));
      await own.rows(`UPDATE relation_closings SET look_at = UTC_TIMESTAMP(3) WHERE user_id = ?`, [who.id]);
      await until(() => Promise.resolve(mailServer.mails.length === 2));
      expect(await own.rows(`SELECT 1 FROM ${ofClosing} FOR UPDATE NOWAIT`, [who.id])).toHaveLength(1);
      answer();
      const mailed = `SELECT 1 FROM ${ofClosing} AND mailed_at IS NOT NULL`;
      await until(async () => (await own.rows(mailed, [who.id])).length === 1);
      expect(mailServer.mails).toHaveLength(2);
    } finally {
      await own.end();
      await other.stop();
      await mailServer.stop();
    }
  });
});
