/** @jest-environment ./tests/support/bank-environment.ts */
import { type RailMessage, writeMessage } from '../../libs/contracts/rails/messages';
import { postToBank } from '../support/clearing-house';
import type { SignedIn } from '../support/customers';
import { call } from '../support/http';
import { giveRates } from '../support/rates';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { internationalPayments, orderTo } from './international-fixture';
import { reportOf, returnOf } from './rail-fixture';

const { bank, database } = sharedBank();
const { calls, admin, post, holder, accountIn, fundsIn, payeeOf, pay, own, atStage, sent, entriesOf } =
  internationalPayments({ bank, database });

beforeAll(() => giveRates(database));

const newestOf = async (who: SignedIn) =>
  (await calls.get<{ notifications: { message: string }[] }>(who, 'notifications')).body.notifications[0]
    ?.message ?? '';
const send = (message: RailMessage) => postToBank(bank.shellUrl, writeMessage(message));
/** What waits on the bank's suspense account in dollars, in cents. */
const suspended = async () => {
  const sql = `SELECT balance FROM accounts WHERE kind = 'suspense' AND currency = 'USD'`;
  return Number((await database.rows(sql))[0]?.balance);
};
/** Disputes a payment as not made by its payer, and returns the path of the case for staff. */
async function denied(who: SignedIn, { id }: { id: number }): Promise<string> {
  const body = new FormData();
  body.append('reason', 'not_me');
  body.append('text', 'Ce n’était pas moi.');
  const path = `${bank.shellUrl}/api/transactions/${id * 2 + 1}/dispute`;
  const opened = await call<{ id: number }>('POST', path, { token: who.token, body });
  return `admin/cases/${opened.body.id}`;
}
async function sell(who: SignedIn, amount: number): Promise<void> {
  const sold = { from: 'USD', to: 'EUR', side: 'sell', amount };
  const { body: quote } = await post<{ id: number }>(who, 'exchange/quotes', sold);
  expect((await post(who, 'exchange', { quote_id: quote.id })).status).toBe(201);
}
const closeAccount = async (who: SignedIn) => {
  const { id } = await accountIn(who, 'USD');
  const { status, body } = await call<{ code?: string }>('DELETE', `${bank.shellUrl}/api/accounts/${id}`, {
    token: who.token,
  });
  return [status, body?.code];
};
/** As an account that was closed before a claim about it was opened, or by an older server. */
const closedNevertheless = ({ id }: SignedIn) =>
  database.rows(`UPDATE accounts SET closed_at = NOW() WHERE user_id = ? AND currency = 'USD'`, [id]);

describe('money that comes back', () => {
  it('brings the fee along when the network refuses', async () => {
    const who = await holder('USD', 20_000);
    const payee = await payeeOf(who);
    bank.rail.behave(payee.account, { refuse: 'AC01' });
    const made = await pay(who, orderTo(payee.id));
    const back = await sent(who, made, 'rejected');
    expect(back.reason_code).toBe('AC01');
    expect(await fundsIn(who, 'USD')).toEqual([200, 200]);
    expect((await entriesOf(made)).filter(([kind]) => kind === 'reversal')).toHaveLength(4);
  });

  it('is the amount that the other bank returns, once, without the fee', async () => {
    const who = await holder('USD', 20_000);
    const made = await pay(who, orderTo((await payeeOf(who)).id));
    await sent(who, made);
    const message = returnOf(made.reference, 9_200n, { currency: 'USD' });
    await Promise.all([send(message), send(message)]);
    await atStage(who, made, 'returned');
    expect(await fundsIn(who, 'USD')).toEqual([175.74, 175.74]);
    expect(await newestOf(who)).toMatch(/de 100,00\s\$US à Grace Hopper .*\s: 92,00\s\$US sont revenus/);
    // What came back to an open account is not kept by the bank, although the account is closed later.
    await sell(who, 175.74);
    expect((await closeAccount(who))[0]).toBe(204);
    expect((await own(who, made)).why?.reason).not.toContain('garde');
  });

  it('waits on the suspense account of its currency when it is too much, of no payment, or the account was closed', async () => {
    const who = await holder('USD', 10_000);
    const [first, second] = [await payeeOf(who), await payeeOf(who)];
    const made = await pay(who, orderTo(first.id, { amount: 40, charges: 'BEN' }));
    const other = await pay(who, orderTo(second.id, { amount: 60, charges: 'BEN' }));
    for (const each of [made, other]) await sent(who, each);
    const before = await suspended();
    // Of a payment that the bank does not know, but in one of its currencies.
    await send(returnOf('PAY-UNKNOWN', 700n, { currency: 'USD' }));
    await until(async () => (await suspended()) === before + 700);
    await send(returnOf(made.reference, 4_001n, { currency: 'USD' }));
    await until(async () => (await suspended()) === before + 4_701);
    const claim = await denied(who, other);
    await closedNevertheless(who);
    await send(returnOf(other.reference, 6_000n, { currency: 'USD' }));
    await until(async () => (await suspended()) === before + 10_701);
    const back = await own(who, other);
    expect(back.stage).toBe('returned');
    expect(back.why?.reason).toContain('la banque garde l’argent pour vous');
    expect(await newestOf(who)).toMatch(/est clôturé\s: la banque garde 60,00\s\$US pour vous/);
    // It goes to the account that opens again, once; what is of no payment stays.
    expect((await post(who, 'accounts', { currency: 'USD' })).status).toBe(201);
    expect([await fundsIn(who, 'USD'), await suspended()]).toEqual([[60, 60], before + 4_701]);
    expect((await own(who, other)).why?.reason).not.toContain('garde');
    expect(await newestOf(who)).toMatch(/vous a été retourné\. /);
    const waits = `SELECT state FROM incidents WHERE kind = 'payment_suspended' AND subject = ?`;
    expect(await database.rows(waits, [other.reference])).toEqual([{ state: 'closed' }]);
    expect((await calls.get<{ refund: object | null }>(await admin(), claim)).body.refund).toBeNull();
    await sell(who, 60);
    const { version } = (await calls.get<{ version: number }>(await admin(), claim)).body;
    const decision = { decision: 'accepted', reason: 'Revenu', version };
    expect((await post(await admin(), `${claim}/decision`, decision)).status).toBe(200);
    expect((await closeAccount(who))[0]).toBe(204);
    expect((await post(who, 'accounts', { currency: 'USD' })).status).toBe(201);
    expect([await fundsIn(who, 'USD'), await suspended()]).toEqual([[0, 0], before + 4_701]);
  });

  it('goes to the bank, which has refunded the payment, when its account opens again', async () => {
    const who = await holder('USD', 5_000);
    const made = await pay(who, orderTo((await payeeOf(who)).id, { amount: 50, charges: 'BEN' }));
    await sent(who, made);
    const claim = await denied(who, made);
    const { version } = (await calls.get<{ version: number }>(await admin(), claim)).body;
    const wanted = { act: 'pay', reason: 'Compte volé', version };
    const asked = await post<{ approval: { id: number } }>(await admin(), `${claim}/refund`, wanted);
    const second = await calls.administrator();
    expect((await post(second, `admin/approvals/${asked.body.approval.id}/approve`, {})).status).toBe(200);
    await sell(who, 50);
    expect(await closeAccount(who)).toEqual([409, 'ACCOUNT_NOT_EMPTY']);
    await closedNevertheless(who);
    const before = await suspended();
    await send(returnOf(made.reference, 5_000n, { currency: 'USD' }));
    await until(async () => (await suspended()) === before + 5_000);
    expect((await post(who, 'accounts', { currency: 'USD' })).status).toBe(201);
    expect([await fundsIn(who, 'USD'), await suspended()]).toEqual([[0, 0], before]);
    expect((await calls.get(await admin(), claim)).body.refund).toMatchObject({
      state: 'paid',
      recovered: 50,
    });
  });

  it('keeps its account open while it is under way, and has the fee of one that was closed nevertheless', async () => {
    const who = await holder('USD', 11_626);
    const payee = await payeeOf(who);
    bank.rail.behave(payee.account, 'silent');
    const made = await pay(who, orderTo(payee.id));
    await sent(who, made, 'sent');
    expect(await fundsIn(who, 'USD')).toEqual([0, 0]);
    expect(await closeAccount(who)).toEqual([409, 'ACCOUNT_NOT_EMPTY']);
    const before = await suspended();
    await closedNevertheless(who);
    await send(reportOf(made.reference, 'RJCT'));
    await atStage(who, made, 'rejected');
    expect(await suspended()).toBe(before + 11_626);
    expect(await newestOf(who)).toMatch(/est clôturé\s: la banque garde 116,26\s\$US pour vous/);
    const answers = await Promise.all([1, 2, 3].map(() => post(who, 'accounts', { currency: 'USD' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect([await fundsIn(who, 'USD'), await suspended()]).toEqual([[116.26, 116.26], before]);
    expect(await newestOf(who)).toMatch(/n’a pas abouti/);
  });

  it('is free again, with its fee, when the payer cancels or a person refuses', async () => {
    const who = await holder('USD', 20_000);
    const { id } = await payeeOf(who);
    const cancelled = await pay(who, orderTo(id));
    await post(who, `user/payments/${cancelled.id}/cancel`, {});
    expect(await fundsIn(who, 'USD')).toEqual([200, 200]);
    const refused = await pay(who, orderTo(id));
    expect((await calls.reject(await admin(), refused)).status).toBe(200);
    expect(await fundsIn(who, 'USD')).toEqual([200, 200]);
  });
});

it('keeps every currency at zero, over the bank’s own accounts in it', async () => {
  const sums = await database.rows('SELECT currency, SUM(balance) AS sum FROM accounts GROUP BY currency');
  expect(sums.filter(({ sum }) => Number(sum) !== 0)).toEqual([]);
  const own = (currency: string) =>
    database.rows(
      `SELECT kind FROM accounts WHERE user_id IS NULL AND currency = ? GROUP BY kind HAVING SUM(balance) <> 0`,
      [currency],
    );
  // Other tests of the same bank may have paid by card in it, too.
  const expected = ['exchange_income', 'fees', 'position', 'settlement', 'suspense'];
  expect((await own('USD')).map(({ kind }) => kind)).toEqual(expect.arrayContaining(expected));
});
