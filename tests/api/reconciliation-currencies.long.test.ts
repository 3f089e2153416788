import type { AccountList } from '../../libs/contracts/accounts';
import type { Payment } from '../../libs/contracts/payments';
import type { ReconciliationDay, ReconciliationList } from '../../libs/contracts/reconciliation';
import { type Bank, startBank } from '../support/bank';
import { connectTo, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { giveRates } from '../support/rates';
import { until } from '../support/until';
import { paymentCalls } from './payment-fixture';

let bank: Bank;
let database: TestConnection;
let calls: ReturnType<typeof paymentCalls>;
let admin: SignedIn;
let who: SignedIn;

beforeAll(async () => {
  bank = await startBank({ world: true, env: { LOG_LEVEL: 'error' } });
  database = connectTo(bank.migrationUrl);
  await giveRates(database);
  calls = paymentCalls(bank.shellUrl, database);
  admin = await calls.administrator();
  who = await calls.verified(900);
  for (const [currency, amount] of [
    ['USD', 300],
    ['JPY', 20_000],
  ] as const) {
    await calls.post(who, 'accounts', { currency });
    const order = { from: 'EUR', to: currency, side: 'buy', amount };
    const { body } = await calls.post<{ id: number }>(who, 'exchange/quotes', order);
    expect((await calls.post(who, 'exchange', { quote_id: body.id })).status).toBe(201);
  }
});
afterAll(async () => {
  await database.end();
  await bank.stop();
});

const play = <Body>(path: string, body: object) =>
  call<Body>('POST', `${bank.worldUrl}/play/${path}`, { body });

/** The day of a currency, once a new statement of it was compared. */
async function reconciled(currency: string): Promise<ReconciliationDay | undefined> {
  const { body } = await play<{ message_id: string }>('statements', { currency });
  const sql = `SELECT 1 FROM settlement_statements WHERE message_id = ? AND state = 'done'`;
  await until(async () => (await database.rows(sql, [body.message_id])).length === 1);
  const list = await call<ReconciliationList>('GET', `${bank.backOfficeUrl}/api/admin/reconciliation`, {
    token: admin.token,
  });
  return list.body.days.find((day) => day.message_id === body.message_id);
}

/** A payment to an account abroad that a person let go, once it has settled. */
async function paid(amount: number, currency: string, payee: object): Promise<Payment> {
  const added = await calls.post<{ id: number }>(who, 'beneficiaries', { ...payee, currency });
  expect(added.status).toBe(201);
  const { body } = await calls.post<{ payment: Payment }>(who, 'paiement', {
    beneficiary_id: added.body.id,
    amount,
    currency,
    payment_method: 'international_transfer',
  });
  expect((await calls.validate(admin, body.payment)).status).toBe(200);
  await atStage(body.payment, 'settled');
  return body.payment;
}
const atStage = ({ id }: Payment, stage: string) =>
  until(
    async () => (await database.rows('SELECT stage FROM payments WHERE id = ?', [id]))[0]?.stage === stage,
  );

const american = {
  name: 'Grace Hopper',
  account: { bic: 'CHASUS33XXX', account_number: '8800000001', country: 'US' },
  clearing_code: '021000021',
  address: { street: '1 Navy Way', town: 'Arlington', postcode: '22202', country: 'US' },
};
const another = { ...american.account, account_number: '8800000002' };
const japanese = {
  name: 'Sei Shonagon',
  account: { bic: 'BOTKJPJTXXX', account_number: '0012345678', country: 'JP' },
  address: { street: '1 Chiyoda', town: 'Tokyo', postcode: '100-0001', country: 'JP' },
};

it('reconciles each currency by itself, returns included, and names the planted differences', async () => {
  const [kept, sentBack] = [
    await paid(40, 'USD', american),
    await paid(12.5, 'USD', { ...american, account: another }),
  ];
  await paid(1_500, 'JPY', japanese);
  expect(await play('returns', { transaction_id: sentBack.reference })).toMatchObject({ status: 204 });
  await atStage(sentBack, 'returned');
  // The other side books the return with the bank's answer, which may still be on its way.
  await until(async () => (await reconciled('USD'))?.statement_balance === -40);

  const clean = { state: 'reconciled', difference_count: 0 };
  const dollars = await reconciled('USD');
  expect(dollars).toMatchObject({ ...clean, currency: 'USD', own_balance: -40, statement_balance: -40 });
  expect(await reconciled('JPY')).toMatchObject({ ...clean, currency: 'JPY', statement_balance: -1_500 });
  expect(await reconciled('EUR')).toMatchObject({ ...clean, currency: 'EUR', own_balance: 0 });

  // A settled payment that the bank no longer knows: the message at the other side still does.
  await database.rows(`UPDATE payments SET reference = 'ANOTHER' WHERE id = ?`, [kept.id]);
  expect(await reconciled('USD')).toMatchObject({
    state: 'differs',
    currency: 'USD',
    differences: expect.arrayContaining([
      { kind: 'missing_here', subject: kept.reference, here: 0, there: -40 },
    ]) as unknown,
  });
  expect(await reconciled('JPY')).toMatchObject(clean);
  expect(await reconciled('EUR')).toMatchObject(clean);
});

it('reconciles money that came in a currency, and what went back of it', async () => {
  const { body } = await calls.get<AccountList>(who, 'accounts');
  const ibanIn = (wanted: string) =>
    body.accounts.find(({ currency }) => currency === wanted)?.account_number ?? '';
  await play('credits', {
    credits: [
      { iban: ibanIn('JPY'), name: 'Marie', amount: 2_500, currency: 'JPY' },
      { iban: ibanIn('EUR'), name: 'Marie', amount: 700, currency: 'JPY' },
    ],
  });
  // The other side books the return when it comes.
  await until(async () => (await reconciled('JPY'))?.statement_balance === 1_000);
  expect(await reconciled('JPY')).toMatchObject({
    state: 'reconciled',
    difference_count: 0,
    own_balance: 1_000,
    statement_balance: 1_000,
  });
});

it('refuses the statement of a currency in which nothing was settled', async () => {
  expect(await play('statements', { currency: 'SEK' })).toMatchObject({ status: 409 });
});
