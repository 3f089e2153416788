/** @jest-environment ./tests/support/bank-environment.ts */
import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import { writeMessage } from '@bank/contracts/rails/messages';
import type { PaymentReturns } from '@bank/contracts/rails/returns';
import { outgoingTodayOf } from '../../bff/src/money/ledger/outgoing-limits';
import { longIt } from '../support/at-length';
import { ServerProcess, freePorts } from '../support/server';
import { cardNetwork, newCard, newReference } from '../support/card-network';
import { declinedAmount, newId, postToBank } from '../support/clearing-house';
import { approveIdentity, newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { ledgerErrors } from '../support/movements';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { giveRates } from '../support/rates';
import { order, paymentCalls } from './payment-fixture';

const { bank, database } = sharedBank();
beforeAll(() => giveRates(database));
const calls = () => paymentCalls(bank.shellUrl, database);
const fresh = () => newCustomer(bank.shellUrl, {}, { verified: false });
const approved = () => newCustomer(bank.shellUrl);
const add = (who: SignedIn, amount: number, key?: string) =>
  calls().post(who, 'balance/update', { amount, type: 'add' }, key);
const give = (from: SignedIn, to: SignedIn, amount: number) =>
  calls().post(from, 'balance/transfer', { recipient_id: to.id, amount });
const balance = async (who: SignedIn) =>
  (await calls().get<{ balance: Record<string, unknown> }>(who, 'solde')).body.balance;
const created = (answers: { status: number }[]) => answers.filter(({ status }) => status === 201).length;
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
  const { limit, whose, required } = (body.level ?? {}) as Record<string, unknown>;
  return [status, body.code, limit, whose, required];
};
const own = (limit: string) => [422, 'LIMIT_OF_LEVEL', limit, 'own', 'full'];
const iban = async ({ id }: SignedIn, currency = 'EUR') => {
  const sql = 'SELECT iban FROM accounts WHERE user_id = ? AND currency = ?';
  return String((await database.rows(sql, [id, currency]))[0]?.iban);
};
const credit = (account: string, minor: bigint): CreditTransfer => ({
  transactionId: newId(),
  endToEndId: 'SALARY',
  amount: { minor, currency: 'EUR' },
  debtor: { name: 'Employeur', account: 'DE89370400440532013000' },
  creditor: { name: 'Anyone', account },
});
const receive = (transfers: CreditTransfer[], instant = false) => {
  const messageId = newId();
  const head = {
    type: 'pacs.008.001.08' as const,
    messageId,
    createdAt: new Date(),
    settlementDay: '2026-11-23',
  };
  const answer = postToBank(
    bank.shellUrl,
    writeMessage({ ...head, instant, sender: 'CAISFRPPXXX', transfers }),
  );
  return { messageId, answer };
};

describe('before the identity is approved', () => {
  it('the balance shows the level and its limits, and each refusal names its remedy', async () => {
    const who = await fresh();
    await add(who, 400);
    expect(await balance(who)).toMatchObject({
      level: 'limited',
      transfer_limit: 250,
      withdrawal_limit: 250,
      overdraft_limit: 0,
      outgoing_limit: 250,
      incoming_limit: 1_000,
      incoming_left: 600,
    });
    const over = await add(who, 600.01);
    expect(refusal(over)).toEqual(own('incoming'));
    expect(over.body.error).toMatch(/1\s000\s€ au total.*Faites vérifier votre identité/);
    const english = await call<{ error: string }>('POST', `${bank.shellUrl}/api/balance/update`, {
      token: who.token,
      body: { amount: 900, type: 'add' },
      headers: { 'accept-language': 'en' },
    });
    expect(english.body.error).toMatch(/can receive 1\s000\s€ in total.*Have your identity verified/);
    expect((await balance(who)).current_balance).toBe(400);
  });

  it('of twenty top-ups at once those within the limit are credited, and every charge of a card is booked', async () => {
    const who = await fresh();
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(who, 99)));
    expect(created(answers)).toBe(10);
    expect(await balance(who)).toMatchObject({ current_balance: 990, incoming_left: 10 });
    const states = await database.rows('SELECT state, amount FROM top_ups WHERE user_id = ?', [who.id]);
    expect(states).toEqual(Array.from({ length: 10 }, () => ({ state: 'booked', amount: '9900' })));
  });

  it('a refund counts as far as it exceeds what its purchase took, and is refused beyond the limit', async () => {
    const who = await fresh();
    await add(who, 400);
    const { plastic } = await newCard(bank, database, who, { virtual: true });
    const network = cardNetwork(bank);
    const refund = async (amount: string, original?: string, currency = 'EUR') =>
      (await network.post('refunds', network.refund(plastic, original, { amount, currency }))).code;
    expect(await refund('600.01')).toBe('61');
    const bought = network.clearing(plastic, newReference(), { amount: '50.00' });
    expect((await network.post('clearings', bought)).code).toBe('00');
    const original = bought.Tx.OrgnlDataElmts.RtrvlRefNb;
    expect(await refund('650.01', original)).toBe('61');
    expect(await balance(who)).toMatchObject({ current_balance: 350, incoming_left: 600 });
    expect(await refund('20.00', original)).toBe('00');
    expect(await balance(who)).toMatchObject({ current_balance: 370, incoming_left: 600 });
    expect(await refund('40.00', original)).toBe('00');
    expect(await balance(who)).toMatchObject({ current_balance: 410, incoming_left: 590 });
    expect(await refund('580.00')).toBe('00');
    expect([await refund('10.01'), await refund('20.00', undefined, 'USD')]).toEqual(['61', '61']);
    expect(refusal(await add(who, 10.01))).toEqual(own('incoming'));
    expect(await balance(who)).toMatchObject({ current_balance: 990, incoming_left: 10 });
    const { purchases } = (await calls().get<{ purchases: object[] }>(who, 'carte/purchases')).body;
    expect(purchases).toHaveLength(2);
  });

  it('a refund that comes before the clearing of its purchase is covered by what that holds', async () => {
    const who = await fresh();
    await add(who, 1_000);
    const { plastic } = await newCard(bank, database, who, { virtual: true });
    const network = cardNetwork(bank);
    const { code, reference } = await network.authorize(plastic, { amount: '30.00', mode: 'ECOM' });
    expect(code).toBe('00');
    const refund = async (amount: string) =>
      (await network.post('refunds', network.refund(plastic, reference, { amount }))).code;
    expect([await refund('30.01'), await refund('30.00'), await refund('0.01')]).toEqual(['61', '00', '61']);
    const cleared = network.clearing(plastic, reference, { amount: '30.00' });
    expect((await network.post('clearings', cleared)).code).toBe('00');
    expect(await balance(who)).toMatchObject({ current_balance: 1_000, incoming_left: 0 });
  });

  it('a declined or repeated top-up does not use the incoming limit', async () => {
    const who = await fresh();
    await database.rows('UPDATE accounts SET taken_in = -2000000 WHERE user_id = ?', [who.id]);
    expect((await add(who, declinedAmount, 'declined')).body.code).toBe('CARD_DECLINED');
    expect((await add(who, declinedAmount, 'declined')).body.code).toBe('CARD_DECLINED');
    const [after] = await database.rows('SELECT taken_in FROM accounts WHERE user_id = ?', [who.id]);
    expect(Number(after?.taken_in)).toBe(0);
    await Promise.all([add(who, 300, 'once'), add(who, 300, 'once'), add(who, 300, 'once')]);
    await add(who, 300, 'once');
    expect(await balance(who)).toMatchObject({ current_balance: 300, incoming_left: 700 });
  });

  longIt(
    'twenty transfers from several customers at once, over two servers, bring in no more than fits',
    async () => {
      const [who, one, two] = [await fresh(), await approved(), await approved()];
      await Promise.all([add(one, 2_000), add(two, 2_000)]);
      const { server, url } = await secondServer();
      try {
        const body = { recipient_id: who.id, amount: 70 };
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, at) =>
            call('POST', `${at % 2 ? url : bank.shellUrl}/api/balance/transfer`, {
              token: (at % 4 < 2 ? one : two).token,
              body,
            }),
          ),
        );
        expect(created(answers)).toBe(14);
        const refused = answers.find(({ status }) => status === 422)!;
        expect(refusal(refused)).toEqual([422, 'LIMIT_OF_LEVEL', 'incoming', 'recipient', 'full']);
        expect(refused.body.error).toMatch(/compte du bénéficiaire/);
        expect(await balance(who)).toMatchObject({ current_balance: 980, incoming_left: 20 });
      } finally {
        await server.stop();
      }
    },
  );

  it('a credit of another bank over the limit goes back with AM02, and the customer reads why', async () => {
    const who = await fresh();
    const account = await iban(who);
    const { messageId } = receive([
      credit(account, 70_000n),
      credit(account, 30_001n),
      credit(account, 30_000n),
    ]);
    await until(async () => (await balance(who)).current_balance === 1_000);
    const isBack = (each: (typeof bank.rail.received)[number]): each is PaymentReturns =>
      each.type === 'pacs.004.001.09' && each.originalMessageId === messageId;
    await until(() => Promise.resolve(bank.rail.received.some(isBack)));
    const [back] = bank.rail.received.filter(isBack);
    expect(back?.returns.map(({ amount, reason }) => [amount.minor, reason.code])).toEqual([
      [30_001n, 'AM02'],
    ]);
    const told = await database.rows(
      `SELECT text_key FROM notifications WHERE user_id = ? AND type = 'warning'`,
      [who.id],
    );
    expect(told).toEqual([{ text_key: 'credit_over_level' }]);
    const instant = await receive([credit(account, 1n)], true).answer;
    expect(instant.text).toContain('AM02');
  });

  it('250 a day leave at most, all ways together, however small the parts', async () => {
    const [who, friend] = [await fresh(), await approved()];
    await add(who, 1_000);
    const parts = Array.from({ length: 20 }, (_, at) =>
      at % 2 ? give(who, friend, 15) : calls().post(who, 'paiement', { ...order, amount: 15 }),
    );
    expect(created(await Promise.all(parts))).toBe(16);
    expect(refusal(await give(who, friend, 10.01))).toEqual(own('outgoing'));
    expect((await give(who, friend, 10)).status).toBe(201);
    expect(refusal(await give(who, friend, 0.01))).toEqual(own('outgoing'));
  });

  it('a card’s hold counts in the 250 of the day, and its booking only once', async () => {
    const [who, friend] = [await fresh(), await approved()];
    await add(who, 1_000);
    const { plastic } = await newCard(bank, database, who, { virtual: true });
    const network = cardNetwork(bank);
    const { code, reference } = await network.authorize(plastic, { amount: '30.00', mode: 'ECOM' });
    expect([code, (await balance(who)).transfer_left]).toEqual(['00', 220]);
    expect(refusal(await give(who, friend, 220.01))).toEqual(own('outgoing'));
    expect(refusal(await calls().post(who, 'paiement', { ...order, amount: 220.01 }))).toEqual(
      own('outgoing'),
    );
    await network.post(
      'clearings',
      network.clearing(plastic, reference, { amount: '20.00', isFinal: false }),
    );
    expect(await balance(who)).toMatchObject({ transfer_left: 220, reserved: { amount: 10 } });
    expect((await give(who, friend, 210)).status).toBe(201);
    expect((await network.authorize(plastic, { amount: '10.01', mode: 'ECOM' })).code).toBe('61');
    await network.post('reversals', network.reversal(reference));
    expect((await network.authorize(plastic, { amount: '20.00', mode: 'ECOM' })).code).toBe('00');
    expect(refusal(await give(who, friend, 0.01))).toEqual(own('outgoing'));
  });

  it('a card payment counts on the day of its approval, not of its clearing', async () => {
    const who = await fresh();
    await add(who, 100);
    const { plastic } = await newCard(bank, database, who, { virtual: true });
    const network = cardNetwork(bank);
    const { reference } = await network.authorize(plastic, { amount: '30.00', mode: 'ECOM' });
    await database.rows(
      `UPDATE holds SET created_at = created_at - INTERVAL 1 DAY
       WHERE card_purchase_id = (SELECT id FROM card_purchases WHERE reference = ?)`,
      [reference],
    );
    expect((await balance(who)).transfer_left).toBe(250);
    await network.post('clearings', network.clearing(plastic, reference, { amount: '30.00' }));
    expect(await balance(who)).toMatchObject({ current_balance: 70, transfer_left: 250 });
    // What was never held counts when it is taken.
    await network.post('clearings', network.clearing(plastic, newId(), { amount: '5.00' }));
    expect((await balance(who)).transfer_left).toBe(245);
    // And so does what a shop takes beyond what was held.
    await network.post('clearings', network.clearing(plastic, reference, { amount: '10.00' }));
    expect((await balance(who)).transfer_left).toBe(235);
    const ids = (await database.rows('SELECT id FROM accounts WHERE user_id = ?', [who.id])).map(({ id }) =>
      Number(id),
    );
    for (const accounts of [ids, [...ids, 1]]) {
      const [sql, values] = outgoingTodayOf(accounts, new Date());
      const found = (await database.rows(sql, values)).find((row) => Number(row.accountId) === ids[0]);
      expect(Number(found?.spent)).toBe(1_500);
    }
  });

  it('there is no overdraft, no international payment and no physical card', async () => {
    const [who, friend] = [await fresh(), await approved()];
    await add(who, 20);
    expect(refusal(await give(who, friend, 20.01))).toEqual(own('overdraft'));
    const abroad = {
      recipient_account: 'TR330006100519786457841326',
      payment_method: 'international_transfer',
    };
    const paid = await calls().post(who, 'paiement', { ...order, ...abroad, amount: 5 });
    expect(refusal(paid)).toEqual(own('international'));
    expect(refusal(await calls().post(who, 'cards/create', { card_type: 'debit' }))).toEqual(
      own('physical_card'),
    );
    expect((await calls().post(who, 'cards/create', { card_type: 'debit', virtual: true })).status).toBe(201);
  });

  it('an account in another currency is no way around, and an exchange counts as nothing', async () => {
    const who = await fresh();
    await add(who, 600);
    expect((await calls().post(who, 'accounts', { currency: 'USD' })).status).toBe(201);
    const quote = await calls().post(who, 'exchange/quotes', {
      from: 'EUR',
      to: 'USD',
      amount: 500,
      side: 'sell',
    });
    expect((await calls().post(who, 'exchange', { quote_id: quote.body.id })).status).toBe(201);
    expect(await balance(who)).toMatchObject({ current_balance: 100, incoming_left: 400 });
    const back = await calls().post(who, 'exchange/quotes', {
      from: 'USD',
      to: 'EUR',
      amount: 500,
      side: 'sell',
    });
    await calls().post(who, 'exchange', { quote_id: back.body.id });
    expect(await balance(who)).toMatchObject({ incoming_left: 400 });
    const out = { ...order, currency: 'USD', payment_method: 'international_transfer', amount: 5 };
    expect(refusal(await calls().post(who, 'paiement', out))).toEqual(own('international'));
    const dollars = credit(await iban(who, 'USD'), 10_000n);
    expect((await receive([dollars], true).answer).text).toContain('AM03');
  });

  it('an administrator’s correction is not limited', async () => {
    const [who, admin] = [await fresh(), await approved()];
    await promote(database, admin);
    const [person] = await database.rows('SELECT email, username FROM users WHERE id = ?', [who.id]);
    const body = {
      ...person,
      first_name: 'Test',
      last_name: 'Client',
      phone: '',
      role: 'user',
      status: 'active',
      kyc_status: 'pending',
      balance: 900,
      reason: 'Avoir',
    };
    await add(who, 500);
    const url = `${bank.shellUrl}/api/admin/users/${who.id}`;
    expect((await call('PUT', url, { token: admin.token, body })).status).toBe(200);
    expect(await balance(who)).toMatchObject({ current_balance: 900, incoming_left: 500 });
  });
});

describe('the level', () => {
  const state = (who: SignedIn, kyc: string) =>
    database.rows('UPDATE users SET kyc_status = ? WHERE id = ?', [kyc, who.id]);

  it('is full from the approval on, and after a refusal begins from nothing', async () => {
    const [who, friend] = [await fresh(), await approved()];
    await add(who, 1_000);
    expect((await add(who, 1)).status).toBe(422);
    await approveIdentity(bank.shellUrl, who);
    expect(await balance(who)).toMatchObject({ level: 'full', transfer_limit: 10_000, incoming_left: null });
    expect((await add(who, 5_000)).status).toBe(201);
    expect((await give(who, friend, 2_000)).status).toBe(201);
    await state(who, 'rejected');
    expect(await balance(who)).toMatchObject({ level: 'limited', incoming_left: 1_000 });
    expect((await add(who, 1_000)).status).toBe(201);
    expect(refusal(await add(who, 0.01))).toEqual(own('incoming'));
    // What left today was more than the level allows.
    expect(refusal(await give(who, friend, 0.01))).toEqual(own('outgoing'));
    // Another submission does not lift it.
    await state(who, 'pending');
    expect(await balance(who)).toMatchObject({ level: 'limited', incoming_left: 0 });
  });

  it('ends two years after the approval, on that day', async () => {
    const who = await approved();
    const since = (moment: string) =>
      database.rows(`UPDATE users SET identity_approved_at = ${moment} WHERE id = ?`, [who.id]);
    await since('UTC_TIMESTAMP(3) - INTERVAL 2 YEAR + INTERVAL 1 DAY');
    expect(await balance(who)).toMatchObject({ level: 'full' });
    await since('UTC_TIMESTAMP(3) - INTERVAL 2 YEAR');
    expect(await balance(who)).toMatchObject({ level: 'limited', incoming_left: 1_000 });
    expect(refusal(await add(who, 1_000.01))).toEqual(own('incoming'));
  });
});

it('leaves a sound ledger', async () => {
  expect(await ledgerErrors(database)).toEqual([]);
});

async function secondServer() {
  const port = await freePorts();
  const server = new ServerProcess(port, {
    ...bank.rail.environment,
    DATABASE_URL: bank.databaseUrl,
    DATABASE_MIGRATION_URL: bank.migrationUrl,
    DATA_DIR: bank.dataDir,
  });
  await server.start();
  return { server, url: `http://localhost:${port}` };
}
