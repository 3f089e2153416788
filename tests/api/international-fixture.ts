import { randomInt } from 'node:crypto';
import type { Account, AccountList } from '../../libs/contracts/accounts';
import type { Beneficiary } from '../../libs/contracts/payees';
import type { OwnPayment, Payment } from '../../libs/contracts/payments';
import type { SignedIn } from '../support/customers';
import { call } from '../support/http';
import type { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { paymentCalls } from './payment-fixture';

export type Answer<Body> = Body & { code?: string; fields?: Record<string, string> };

/** From anywhere: other files of a shared bank have decided what becomes of payments to theirs. */
let numbers = randomInt(10_000_000);
/** A payee with an account without an IBAN that no other test uses. */
export const american = () => ({
  name: 'Grace Hopper',
  account: {
    bic: 'CHASUS33XXX',
    account_number: `88${String((numbers += 1)).padStart(8, '0')}`,
    country: 'US',
  },
  currency: 'USD',
  clearing_code: '0210 00021',
  address: { street: '1 Navy Way', town: 'Arlington', postcode: '22202', country: 'US' },
});

/** An order of 100 dollars to an entry of the payees. */
export const orderTo = (beneficiary_id: number, changed: object = {}) => ({
  beneficiary_id,
  amount: 100,
  currency: 'USD',
  payment_method: 'international_transfer',
  ...changed,
});

/** Accounts in other currencies, and payments from them to other banks. */
export function internationalPayments({ bank, database }: ReturnType<typeof sharedBank>) {
  const calls = paymentCalls(bank.shellUrl, database);
  let decider: Promise<SignedIn> | undefined;
  /** The administrator who decides on payments. */
  const admin = () => (decider ??= calls.administrator());
  const post = <Body = object>(who: SignedIn, path: string, body: object, key?: string) =>
    calls.post<Answer<Body>>(who, path, body, key);

  /** A verified customer with 1 000 euros and a balance in another currency, in its minor units. */
  async function holder(currency: string, minor: number): Promise<SignedIn> {
    const who = await calls.verified(1_000);
    await call('POST', `${bank.shellUrl}/api/accounts`, { token: who.token, body: { currency } });
    if (minor > 0) await endow(who, currency, minor);
    return who;
  }

  /** Money that is bought for the customer's euros. */
  async function endow(who: SignedIn, currency: string, minor: number): Promise<void> {
    const { body } = await post<{ id: number }>(who, 'exchange/quotes', {
      from: 'EUR',
      to: currency,
      side: 'buy',
      amount: currency === 'JPY' ? minor : minor / 100,
    });
    expect((await post(who, 'exchange', { quote_id: body.id })).status).toBe(201);
  }

  async function accountIn(who: SignedIn, wanted: string): Promise<Account> {
    const { body } = await calls.get<AccountList>(who, 'accounts');
    const account = body.accounts.find(({ currency }) => currency === wanted);
    if (!account) throw new Error(`no account in ${wanted}`);
    return account;
  }
  const fundsIn = async (who: SignedIn, currency: string) => {
    const { current_balance: balance, available_balance: available } = await accountIn(who, currency);
    return [balance, available];
  };

  async function payeeOf(who: SignedIn, body: object = american()): Promise<Beneficiary> {
    const { status, body: added } = await post<Beneficiary>(who, 'beneficiaries', body);
    expect(status).toBe(201);
    return added;
  }
  async function pay(who: SignedIn, body: object): Promise<Payment> {
    const answer = await post<{ payment: Payment }>(who, 'paiement', body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.payment;
  }
  const refusal = async (who: SignedIn, body: object) => {
    const answer = await post(who, 'paiement', body);
    return [answer.status, answer.body.code, ...Object.keys(answer.body.fields ?? {})];
  };
  const own = async (who: SignedIn, { id }: { id: number }) =>
    (await calls.get<OwnPayment>(who, `user/payments/${id}`)).body;
  async function atStage(
    who: SignedIn,
    payment: { id: number },
    stage: OwnPayment['stage'],
  ): Promise<OwnPayment> {
    await until(async () => (await own(who, payment)).stage === stage);
    return own(who, payment);
  }
  /** A person approves the payment, which then leaves. */
  async function sent(who: SignedIn, payment: Payment, stage: OwnPayment['stage'] = 'settled') {
    if (payment.stage === 'awaiting_approval')
      expect((await calls.validate(await admin(), payment)).status).toBe(200);
    else {
      await database.rows('UPDATE payments SET queued_at = queued_at - INTERVAL 1 DAY WHERE id = ?', [
        payment.id,
      ]);
    }
    return atStage(who, payment, stage);
  }
  const entriesOf = async ({ id }: { id: number }) =>
    (
      await database.rows(
        `SELECT t.kind, a.kind AS owner, a.currency, e.amount FROM payments p
         JOIN transfers t ON t.id IN (p.transfer_id, p.fee_transfer_id) OR t.reverses IN (p.transfer_id, p.fee_transfer_id)
         JOIN entries e ON e.transfer_id = t.id JOIN accounts a ON a.id = e.account_id
         WHERE p.id = ? ORDER BY e.id`,
        [id],
      )
    ).map(({ kind, owner, currency, amount }) => [kind, owner, currency, Number(amount)]);
  return {
    calls,
    admin,
    post,
    holder,
    accountIn,
    fundsIn,
    payeeOf,
    pay,
    refusal,
    own,
    atStage,
    sent,
    entriesOf,
  };
}
