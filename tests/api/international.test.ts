/** @jest-environment ./tests/support/bank-environment.ts */
import type { Account, AccountList } from '../../libs/contracts/accounts';
import type { PaymentCost } from '../../libs/contracts/international';
import type { Beneficiary } from '../../libs/contracts/payees';
import type { OwnPayment, Payment, PaymentDetail } from '../../libs/contracts/payments';
import type { RailState } from '../../libs/contracts/rail-state';
import type { CreditTransfers } from '../../libs/contracts/rails/credit-transfers';
import { type RailMessage, writeMessage } from '../../libs/contracts/rails/messages';
import type { TransactionList } from '../../libs/contracts/transactions';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { newId, postToBank } from '../support/clearing-house';
import { newCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { schemaErrors } from '../support/iso20022';
import { giveRates } from '../support/rates';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { holdPayments, letPaymentsGo, newIban, paymentCalls } from './payment-fixture';

const { bank, database } = sharedBank();
let calls: ReturnType<typeof paymentCalls>;
let admin: SignedIn;

beforeAll(async () => {
  await giveRates(database);
  calls = paymentCalls(bank.shellUrl, database);
  admin = await calls.administrator();
});

type Answer<Body> = Body & { code?: string; fields?: Record<string, string> };
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

let numbers = 0;
const american = () => ({
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
async function payeeOf(who: SignedIn, body: object = american()): Promise<Beneficiary> {
  const { status, body: added } = await post<Beneficiary>(who, 'beneficiaries', body);
  expect(status).toBe(201);
  return added;
}
const order = (beneficiary_id: number, changed: object = {}) => ({
  beneficiary_id,
  amount: 100,
  currency: 'USD',
  payment_method: 'international_transfer',
  ...changed,
});
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
const newestOf = async (who: SignedIn) =>
  (await calls.get<{ notifications: { message: string }[] }>(who, 'notifications')).body.notifications[0]
    ?.message ?? '';
/** A person approves the payment, which then leaves. */
async function sent(who: SignedIn, payment: Payment, stage: OwnPayment['stage'] = 'settled') {
  if (payment.stage === 'awaiting_approval') expect((await calls.validate(admin, payment)).status).toBe(200);
  else {
    await database.rows('UPDATE payments SET queued_at = queued_at - INTERVAL 1 DAY WHERE id = ?', [
      payment.id,
    ]);
  }
  return atStage(who, payment, stage);
}
const send = (message: RailMessage) => postToBank(bank.shellUrl, writeMessage(message));
const messageOf = ({ reference }: { reference: string }) =>
  bank.rail.received.find(
    (message): message is CreditTransfers =>
      message.type === 'pacs.008.001.08' &&
      message.transfers.some(({ transactionId }) => transactionId === reference),
  );
/** The message that a payment left in. */
async function xmlOf({ id }: { id: number }): Promise<string> {
  const { messages } = (await calls.get<PaymentDetail>(admin, `paiement/${id}`)).body;
  const out = messages.find(({ direction }) => direction === 'out');
  const path = `paiement/${id}/messages/out/${out?.message_id}`;
  return (await calls.get<{ xml: string }>(admin, path)).body.xml;
}
const returnOf = (
  transactionId: string,
  minor: bigint,
  currency: string,
  returnId = newId(),
): RailMessage => ({
  type: 'pacs.004.001.09',
  messageId: newId(),
  createdAt: new Date(),
  settlementDay: '2026-11-22',
  originalMessageId: 'M-1',
  originalType: 'pacs.008.001.08',
  returns: [
    { returnId, originalTransactionId: transactionId, amount: { minor, currency }, reason: { code: 'AC04' } },
  ],
});
const refusalOf = (transactionId: string): RailMessage => ({
  type: 'pacs.002.001.10',
  messageId: newId(),
  createdAt: new Date(),
  originalMessageId: 'M-1',
  originalType: 'pacs.008.001.08',
  statuses: [{ transactionId, status: 'RJCT', reason: { code: 'AC01' } }],
});
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

it('reads each movement of an account in another currency by its id, for its customer only', async () => {
  const who = await holder('USD', 50_000);
  await pay(who, order((await payeeOf(who)).id));
  const { id } = await accountIn(who, 'USD');
  const { body } = await calls.get<TransactionList>(who, `accounts/${id}/transactions`);
  expect(new Set(body.transactions.map(({ type }) => type))).toEqual(new Set(['payment', 'incoming']));
  const stranger = await newCustomer(bank.shellUrl);
  for (const row of body.transactions) {
    const path = `user/transactions/${row.id}`;
    expect((await calls.get(who, path)).body).toMatchObject({
      id: row.id,
      currency: 'USD',
      amount: row.amount,
    });
    expect((await calls.get(who, `${path}/details`)).body).toEqual({ purchase: null, counterparty: null });
    expect((await calls.get(stranger, path)).status).toBe(404);
    expect((await calls.get(stranger, `${path}/details`)).status).toBe(404);
  }
  const { body: list } = await calls.get<TransactionList>(who, 'user/transactions');
  expect(new Set(list.transactions.map(({ currency }) => currency))).toEqual(new Set(['EUR']));
});

describe('an order to an account without an IBAN', () => {
  it('reserves amount and fee in its currency, and books each as an entry of its own', async () => {
    const who = await holder('USD', 20_000);
    const payee = await payeeOf(who);
    expect(payee).toMatchObject({
      clearing_code: '021000021',
      address: { town: 'Arlington', country: 'US' },
    });
    const made = await pay(who, order(payee.id));
    expect(made).toMatchObject({
      amount: 100,
      currency: 'USD',
      fee: 16.26,
      charges: 'SHA',
      risk: { level: 'low' },
    });
    expect(made.uetr).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await fundsIn(who, 'USD')).toEqual([200, 83.74]);
    const settled = await sent(who, made);
    expect(settled).toMatchObject({ uetr: made.uetr, status: 'completed', arrival_date: null });
    expect(await fundsIn(who, 'USD')).toEqual([83.74, 83.74]);
    expect(await entriesOf(made)).toEqual([
      ['payment', 'customer', 'USD', -10_000],
      ['payment', 'settlement', 'USD', 10_000],
      ['fee', 'customer', 'USD', -1_626],
      ['fee', 'fees', 'USD', 1_626],
    ]);
  });

  it('is sent with its UETR, by its bank, clearing code and addresses, and by no rules of SEPA', async () => {
    const who = await holder('USD', 20_000);
    await database.rows(
      `INSERT INTO profiles (user_id, address, city, postal_code, country) VALUES (?, '3 rue Léo', 'Évry', '91000', 'France')`,
      [who.id],
    );
    const made = await pay(who, order((await payeeOf(who)).id, { charges: 'OUR' }));
    expect(made.fee).toBe(32.53);
    await sent(who, made);
    const message = messageOf(made);
    expect(message).toMatchObject({
      international: true,
      instant: false,
      transfers: [
        { uetr: made.uetr, amount: { minor: 10_000n, currency: 'USD' }, creditor: { bic: 'CHASUS33XXX' } },
      ],
    });
    const xml = await xmlOf(made);
    for (const part of [
      '<ChrgBr>DEBT</ChrgBr>',
      '<ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>021000021</MmbId>',
      '<StrtNm>3 rue Leo</StrtNm><PstCd>91000</PstCd><TwnNm>Evry</TwnNm><Ctry>FR</Ctry>',
      '<StrtNm>1 Navy Way</StrtNm><PstCd>22202</PstCd><TwnNm>Arlington</TwnNm><Ctry>US</Ctry>',
    ]) {
      expect(xml).toContain(part);
    }
    expect(xml).not.toContain('SEPA');
  });

  it('is refused where the BIC is this bank’s, also of an entry that was made before', async () => {
    const who = await holder('USD', 20_000);
    const { id } = await payeeOf(who);
    await database.rows(`UPDATE beneficiaries SET bic = 'BPCSFRPP' WHERE id = ?`, [id]);
    expect(await refusal(who, order(id))).toEqual([422, 'RECIPIENT_IN_THIS_BANK', 'recipient_account']);
    expect(await fundsIn(who, 'USD')).toEqual([200, 200]);
  });

  it('shows the administrator where it goes, with its worth as its risk', async () => {
    const who = await holder('JPY', 100_000);
    const made = await pay(who, order((await payeeOf(who)).id, { currency: 'JPY', amount: 90_000 }));
    expect(made).toMatchObject({ amount: 90_000, fee: 2_451, risk: { level: 'low' } });
    const { body } = await calls.get<PaymentDetail>(admin, `paiement/${made.id}`);
    expect(body).toMatchObject({
      payee: {
        country: 'US',
        bic: 'CHASUS33XXX',
        clearing_code: '021000021',
        address: { town: 'Arlington' },
      },
      arrival_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      account: { current_balance: 100_000, available_balance: 7_549, transfer_limit: 10_000 },
    });
  });

  it('shows the administrator its whole amount while it is in doubt', async () => {
    const who = await holder('JPY', 100_000);
    const made = await pay(who, order((await payeeOf(who)).id, { currency: 'JPY', amount: 90_000 }));
    const doubt = 'UPDATE payments SET in_doubt_since = ? WHERE id = ?';
    await database.rows(doubt, ['2020-01-01', made.id]);
    const { body } = await calls.get<RailState>(admin, 'admin/rail');
    const shown = { id: made.id, amount: 90_000, currency: 'JPY' };
    expect(body.doubtful).toContainEqual(expect.objectContaining(shown));
    await database.rows(doubt, [null, made.id]);
  });

  it.each([
    [
      'decimals that the currency lacks',
      { currency: 'JPY', amount: 10.5 },
      [422, 'INVALID_FIELDS', 'amount'],
    ],
    ['SEPA', { payment_method: 'sepa_transfer', currency: 'EUR' }, [422, 'INVALID_FIELDS', 'payment_method']],
    ['SEPA in dollars', { payment_method: 'sepa_transfer' }, [422, 'INVALID_FIELDS', 'currency']],
    ['no account in the currency', { currency: 'CHF' }, [422, 'ACCOUNT_MISSING', 'currency']],
    ['an unknown currency', { currency: 'XOF' }, [422, 'INVALID_FIELDS', 'currency']],
    ['too little for the fee', { amount: 200 }, [422, 'INSUFFICIENT_FUNDS']],
    ['more than is exact', { amount: 190_000_000_000.01 }, [422, 'TRANSFER_LIMIT_EXCEEDED']],
  ] as const)('is refused with %s', async (_why, changed, expected) => {
    const who = await holder('USD', 20_000);
    await post(who, 'accounts', { currency: 'JPY' });
    expect(await refusal(who, order((await payeeOf(who)).id, changed))).toEqual(expected);
    expect(await fundsIn(who, 'USD')).toEqual([200, 200]);
  });

  it('costs nothing with BEN, and takes the whole balance then', async () => {
    const who = await holder('USD', 10_000);
    const made = await pay(who, order((await payeeOf(who)).id, { charges: 'BEN' }));
    expect(made.fee).toBe(0);
    await sent(who, made);
    expect(await fundsIn(who, 'USD')).toEqual([0, 0]);
    expect(await entriesOf(made)).toHaveLength(2);
  });

  it('of another customer’s entry is not found', async () => {
    const [who, other] = [await holder('USD', 20_000), await newCustomer(bank.shellUrl)];
    expect(await refusal(who, order((await payeeOf(other)).id))).toEqual([404, 'NOT_FOUND']);
  });

  it('to an entry of a name and an account alone is sent with its bank and country', async () => {
    const who = await holder('USD', 20_000);
    const { name, account } = american();
    const made = await pay(who, order((await payeeOf(who, { name, account })).id));
    expect((await sent(who, made)).stage).toBe('settled');
    const xml = await xmlOf(made);
    expect(xml).toContain('<Cdtr><Nm>Grace Hopper</Nm><PstlAdr><Ctry>US</Ctry></PstlAdr></Cdtr>');
    expect(xml).toContain('<CdtrAgt><FinInstnId><BICFI>CHASUS33XXX</BICFI></FinInstnId></CdtrAgt>');
    expect(await schemaErrors('pacs.008.001.08', xml)).toEqual([]);
  });
});

describe('payees abroad', () => {
  it.each([
    ['a wrong checksum', { clearing_code: '021000022' }, 'clearing_code'],
    ['the code of another country', { clearing_code: 'HDFC0000001' }, 'clearing_code'],
    ['an address without a town', { address: { country: 'US' } }, 'address'],
  ])('are refused with %s', async (_why, changed, field) => {
    const { status, body } = await post(await newCustomer(bank.shellUrl), 'beneficiaries', {
      ...american(),
      ...changed,
    });
    expect([status >= 400, Object.keys(body.fields ?? {}).join()]).toEqual([
      true,
      expect.stringContaining(field),
    ]);
  });

  it('in countries that are not served are refused in words, by account, bank and address', async () => {
    const who = await holder('USD', 0);
    const { account, ...rest } = american();
    for (const body of [
      { ...rest, clearing_code: undefined, account: { ...account, country: 'IR', bic: 'BMJIIRTHXXX' } },
      { ...rest, account: { ...account, bic: 'BMJIIRTHXXX' } },
      { ...rest, account, address: { town: 'Tehran', country: 'IR' } },
      { name: 'Ivan', account: 'RU0304452522540817810538091310419' },
    ]) {
      const { status, body: answer } = await post(who, 'beneficiaries', body);
      expect([status, answer.code]).toEqual([422, 'COUNTRY_NOT_SERVED']);
    }
    const typed = {
      recipient_account: 'RU0304452522540817810538091310419',
      recipient_name: 'Ivan',
      amount: 10,
      payment_method: 'international_transfer',
    };
    expect(await refusal(who, typed)).toEqual([422, 'COUNTRY_NOT_SERVED', 'recipient_account']);
  });
});

describe('limits', () => {
  it('are those in euros, at the day’s rate, over all accounts together', async () => {
    const who = await holder('USD', 50_000);
    const { id } = await payeeOf(who);
    await database.rows(`UPDATE accounts SET transfer_limit = 30000 WHERE user_id = ? AND currency = 'EUR'`, [
      who.id,
    ]);
    await pay(who, order(id, { amount: 216.84, charges: 'BEN' }));
    const euros = { recipient_account: newIban(), recipient_name: 'Otto', payment_method: 'sepa_transfer' };
    expect(await refusal(who, { ...euros, amount: 100.01 })).toEqual([422, 'TRANSFER_LIMIT_EXCEEDED']);
    expect(await refusal(who, order(id, { amount: 108.44, charges: 'BEN' }))).toEqual([
      422,
      'TRANSFER_LIMIT_EXCEEDED',
    ]);
    await pay(who, { ...euros, amount: 60 });
    expect(await refusal(who, order(id, { amount: 45, charges: 'BEN' }))).toEqual([
      422,
      'TRANSFER_LIMIT_EXCEEDED',
    ]);
    await pay(who, order(id, { amount: 43.36, charges: 'BEN' }));
  });

  it('hold for simultaneous orders in two currencies', async () => {
    const who = await holder('USD', 50_000);
    const { id } = await payeeOf(who);
    await database.rows(`UPDATE accounts SET transfer_limit = 20000 WHERE user_id = ? AND currency = 'EUR'`, [
      who.id,
    ]);
    const orders = Array.from({ length: 10 }, (_, at) =>
      at % 2 === 0
        ? order(id, { amount: 54.21, charges: 'BEN' })
        : {
            recipient_account: newIban(),
            recipient_name: 'Otto',
            amount: 50,
            payment_method: 'sepa_transfer',
          },
    );
    const statuses = await Promise.all(
      orders.map(async (body) => (await post(who, 'paiement', body)).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(4);
  });

  it('of the automatic release count other currencies by their worth', async () => {
    const who = await holder('USD', 90_000);
    const { id } = await payeeOf(who);
    const first = await sent(who, await pay(who, order(id, { charges: 'BEN' })));
    expect(first.stage).toBe('settled');
    expect(await pay(who, order(id, { charges: 'BEN' }))).toMatchObject({
      decided_by: 'rules',
      stage: 'queued',
    });
  });

  it('let nobody whose identity was refused pay abroad', async () => {
    const who = await holder('USD', 20_000);
    const { id } = await payeeOf(who);
    await database.rows(`UPDATE users SET kyc_status = 'rejected' WHERE id = ?`, [who.id]);
    expect(await refusal(who, order(id, { amount: 1 }))).toEqual([422, 'LIMIT_OF_LEVEL']);
  });
});

describe('money that comes back', () => {
  it('brings the fee along when the network refuses', async () => {
    const who = await holder('USD', 20_000);
    const payee = await payeeOf(who);
    bank.rail.behave(payee.account, { refuse: 'AC01' });
    const made = await pay(who, order(payee.id));
    const back = await sent(who, made, 'rejected');
    expect(back.reason_code).toBe('AC01');
    expect(await fundsIn(who, 'USD')).toEqual([200, 200]);
    expect((await entriesOf(made)).filter(([kind]) => kind === 'reversal')).toHaveLength(4);
  });

  it('is the amount that the other bank returns, once, without the fee', async () => {
    const who = await holder('USD', 20_000);
    const made = await pay(who, order((await payeeOf(who)).id));
    await sent(who, made);
    const message = returnOf(made.reference, 9_200n, 'USD');
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
    const made = await pay(who, order(first.id, { amount: 40, charges: 'BEN' }));
    const other = await pay(who, order(second.id, { amount: 60, charges: 'BEN' }));
    for (const each of [made, other]) await sent(who, each);
    const before = await suspended();
    // Of a payment that the bank does not know, but in one of its currencies.
    await send(returnOf('PAY-UNKNOWN', 700n, 'USD'));
    await until(async () => (await suspended()) === before + 700);
    await send(returnOf(made.reference, 4_001n, 'USD'));
    await until(async () => (await suspended()) === before + 4_701);
    const claim = await denied(who, other);
    expect((await closeAccount(who))[0]).toBe(204);
    await send(returnOf(other.reference, 6_000n, 'USD'));
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
    expect((await calls.get<{ refund: object | null }>(admin, claim)).body.refund).toBeNull();
    await sell(who, 60);
    expect((await closeAccount(who))[0]).toBe(204);
    expect((await post(who, 'accounts', { currency: 'USD' })).status).toBe(201);
    expect([await fundsIn(who, 'USD'), await suspended()]).toEqual([[0, 0], before + 4_701]);
  });

  it('goes to the bank, which has refunded the payment, when its account opens again', async () => {
    const who = await holder('USD', 5_000);
    const made = await pay(who, order((await payeeOf(who)).id, { amount: 50, charges: 'BEN' }));
    await sent(who, made);
    const claim = await denied(who, made);
    const { version } = (await calls.get<{ version: number }>(admin, claim)).body;
    const wanted = { act: 'pay', reason: 'Compte volé', version };
    const asked = await post<{ approval: { id: number } }>(admin, `${claim}/refund`, wanted);
    const second = await calls.administrator();
    expect((await post(second, `admin/approvals/${asked.body.approval.id}/approve`, {})).status).toBe(200);
    await sell(who, 50);
    expect((await closeAccount(who))[0]).toBe(204);
    const before = await suspended();
    await send(returnOf(made.reference, 5_000n, 'USD'));
    await until(async () => (await suspended()) === before + 5_000);
    expect((await post(who, 'accounts', { currency: 'USD' })).status).toBe(201);
    expect([await fundsIn(who, 'USD'), await suspended()]).toEqual([[0, 0], before]);
    expect((await calls.get(admin, claim)).body.refund).toMatchObject({ state: 'paid', recovered: 50 });
  });

  it('keeps its account open while it is under way, and has the fee of one that was closed nevertheless', async () => {
    const who = await holder('USD', 11_626);
    const payee = await payeeOf(who);
    bank.rail.behave(payee.account, 'silent');
    const made = await pay(who, order(payee.id));
    await sent(who, made, 'sent');
    expect(await fundsIn(who, 'USD')).toEqual([0, 0]);
    expect(await closeAccount(who)).toEqual([409, 'ACCOUNT_NOT_EMPTY']);
    const before = await suspended();
    await database.rows(`UPDATE accounts SET closed_at = NOW() WHERE user_id = ? AND currency = 'USD'`, [
      who.id,
    ]);
    await send(refusalOf(made.reference));
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
    const cancelled = await pay(who, order(id));
    await post(who, `user/payments/${cancelled.id}/cancel`, {});
    expect(await fundsIn(who, 'USD')).toEqual([200, 200]);
    const refused = await pay(who, order(id));
    expect((await calls.reject(admin, refused)).status).toBe(200);
    expect(await fundsIn(who, 'USD')).toEqual([200, 200]);
  });
});

describe('the cost', () => {
  const costOf = (who: SignedIn, query: string) =>
    calls.get<Answer<PaymentCost>>(who, `payments/fee?${query}`);

  it('is known before: the fee in the currency, and an arrival on a business day', async () => {
    const who = await newCustomer(bank.shellUrl);
    const { body } = await costOf(who, 'currency=USD&charges=OUR&country=US&execution_date=2026-12-24');
    expect(body).toMatchObject({ fee: 32.53, currency: 'USD', rate: 1.0842 });
    const planned = await costOf(who, `country=DE&execution_date=${parisDay(new Date())}`);
    expect(planned.body).toMatchObject({ fee: 5, currency: 'EUR', rate: 1 });
    expect((await costOf(who, 'currency=JPY&country=JP')).body.fee).toBe(2_451);
    expect((await costOf(who, 'country=KP')).body.code).toBe('COUNTRY_NOT_SERVED');
    const late = 'country=US&execution_date=9999-12-31';
    for (const query of ['', 'country=usa', 'country=US&currency=XOF', 'country=US&x=1', late]) {
      expect([query, (await costOf(who, query)).status]).toEqual([query, 400]);
    }
  });

  it('is charged in euros to an IBAN as well, and not for SEPA', async () => {
    const who = await calls.verified(100);
    const iban = { recipient_account: newIban(), recipient_name: 'Otto', amount: 20 };
    const made = await pay(who, { ...iban, payment_method: 'international_transfer' });
    expect(made.fee).toBe(5);
    await sent(who, made);
    expect(await calls.fundsOf(who)).toEqual([7_500, 0]);
    const sepa = await pay(who, { ...iban, payment_method: 'sepa_transfer' });
    expect([sepa.fee, sepa.uetr, sepa.charges]).toEqual([0, null, null]);
  });

  it('needs rates that are not too old, except in euros', async () => {
    const who = await holder('USD', 20_000);
    const body = order((await payeeOf(who)).id);
    await database.rows('UPDATE rate_sets SET day = day - INTERVAL 30 DAY');
    try {
      expect(await refusal(who, body)).toEqual([422, 'RATE_STALE']);
      expect((await costOf(who, 'country=US&currency=USD')).body.code).toBe('RATE_STALE');
      expect((await costOf(who, 'country=US')).body.fee).toBe(15);
    } finally {
      await database.rows('UPDATE rate_sets SET day = day + INTERVAL 30 DAY');
    }
    const held = `UPDATE rates r JOIN (SELECT MAX(id) AS id FROM rate_sets) s ON s.id = r.set_id
      SET r.is_held = ? WHERE r.currency = 'USD'`;
    await database.rows(held, [1]);
    expect(await refusal(who, body)).toEqual([422, 'RATE_MISSING']);
    await database.rows(held, [0]);
  });
});

it('waits for a person where the automatic limit is 0, also when it is worth less than a cent', async () => {
  const who = await holder('IDR', 80_000_000);
  const iban = { recipient_account: newIban(), recipient_name: 'Otto', amount: 1, currency: 'IDR' };
  const rupiah = { ...iban, payment_method: 'international_transfer' };
  expect(await pay(who, rupiah)).toMatchObject({ decided_by: 'rules' });
  await holdPayments(database);
  try {
    expect(await pay(who, rupiah)).toMatchObject({ stage: 'awaiting_approval', decided_by: null });
  } finally {
    await letPaymentsGo(database);
  }
});

it('orders the same once, however often it is sent at once', async () => {
  const who = await holder('USD', 20_000);
  const body = order((await payeeOf(who)).id);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      post<{ payment: Payment }>(who, 'paiement', body, `once-${who.id}-abcdefgh`),
    ),
  );
  expect(new Set(answers.map(({ body: made }) => made.payment.reference)).size).toBe(1);
  expect(await fundsIn(who, 'USD')).toEqual([200, 83.74]);
});

it('leaves no more than there is to simultaneous orders', async () => {
  const who = await holder('USD', 20_000);
  const { id } = await payeeOf(who);
  const statuses = await Promise.all(
    Array.from({ length: 6 }, async () => (await post(who, 'paiement', order(id, { amount: 50 }))).status),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
});

it('keeps every currency at zero, over the bank’s own accounts in it', async () => {
  const sums = await database.rows('SELECT currency, SUM(balance) AS sum FROM accounts GROUP BY currency');
  expect(sums.filter(({ sum }) => Number(sum) !== 0)).toEqual([]);
  const own = (currency: string) =>
    database.rows(
      `SELECT kind FROM accounts WHERE user_id IS NULL AND currency = ? GROUP BY kind HAVING SUM(balance) <> 0`,
      [currency],
    );
  expect((await own('USD')).map(({ kind }) => kind).sort()).toEqual([
    'exchange_income',
    'fees',
    'position',
    'settlement',
    'suspense',
  ]);
});
