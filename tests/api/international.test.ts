/** @jest-environment ./tests/support/bank-environment.ts */
import type { Payment, PaymentDetail } from '../../libs/contracts/payments';
import type { RailState } from '../../libs/contracts/rail-state';
import type { CreditTransfers } from '../../libs/contracts/rails/credit-transfers';
import type { TransactionList } from '../../libs/contracts/transactions';
import { newCustomer } from '../support/customers';
import { schemaErrors } from '../support/iso20022';
import { giveRates } from '../support/rates';
import { sharedBank } from '../support/shared-bank';
import { american, internationalPayments, orderTo } from './international-fixture';
import { holdPayments, letPaymentsGo, newIban } from './payment-fixture';

const { bank, database } = sharedBank();
const { calls, admin, post, holder, accountIn, fundsIn, payeeOf, pay, refusal, sent, entriesOf } =
  internationalPayments({ bank, database });

beforeAll(() => giveRates(database));

const messageOf = ({ reference }: { reference: string }) =>
  bank.rail.received.find(
    (message): message is CreditTransfers =>
      message.type === 'pacs.008.001.08' &&
      message.transfers.some(({ transactionId }) => transactionId === reference),
  );
/** The message that a payment left in. */
async function xmlOf({ id }: { id: number }): Promise<string> {
  const { messages } = (await calls.get<PaymentDetail>(await admin(), `paiement/${id}`)).body;
  const out = messages.find(({ direction }) => direction === 'out');
  const path = `paiement/${id}/messages/out/${out?.message_id}`;
  return (await calls.get<{ xml: string }>(await admin(), path)).body.xml;
}

it('reads each movement of an account in another currency by its id, for its customer only', async () => {
  const who = await holder('USD', 50_000);
  await pay(who, orderTo((await payeeOf(who)).id));
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
    const made = await pay(who, orderTo(payee.id));
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
    const made = await pay(who, orderTo((await payeeOf(who)).id, { charges: 'OUR' }));
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
    expect(await refusal(who, orderTo(id))).toEqual([422, 'RECIPIENT_IN_THIS_BANK', 'recipient_account']);
    expect(await fundsIn(who, 'USD')).toEqual([200, 200]);
  });

  it('shows the administrator where it goes, with its worth as its risk', async () => {
    const who = await holder('JPY', 100_000);
    const made = await pay(who, orderTo((await payeeOf(who)).id, { currency: 'JPY', amount: 90_000 }));
    expect(made).toMatchObject({ amount: 90_000, fee: 2_451, risk: { level: 'low' } });
    const { body } = await calls.get<PaymentDetail>(await admin(), `paiement/${made.id}`);
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
    const made = await pay(who, orderTo((await payeeOf(who)).id, { currency: 'JPY', amount: 90_000 }));
    const doubt = 'UPDATE payments SET in_doubt_since = ? WHERE id = ?';
    await database.rows(doubt, ['2020-01-01', made.id]);
    const { body } = await calls.get<RailState>(await admin(), 'admin/rail');
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
    expect(await refusal(who, orderTo((await payeeOf(who)).id, changed))).toEqual(expected);
    expect(await fundsIn(who, 'USD')).toEqual([200, 200]);
  });

  it('costs nothing with BEN, and takes the whole balance then', async () => {
    const who = await holder('USD', 10_000);
    const made = await pay(who, orderTo((await payeeOf(who)).id, { charges: 'BEN' }));
    expect(made.fee).toBe(0);
    await sent(who, made);
    expect(await fundsIn(who, 'USD')).toEqual([0, 0]);
    expect(await entriesOf(made)).toHaveLength(2);
  });

  it('of another customer’s entry is not found', async () => {
    const [who, other] = [await holder('USD', 20_000), await newCustomer(bank.shellUrl)];
    expect(await refusal(who, orderTo((await payeeOf(other)).id))).toEqual([404, 'NOT_FOUND']);
  });

  it('to an entry of a name and an account alone is sent with its bank and country', async () => {
    const who = await holder('USD', 20_000);
    const { name, account } = american();
    const made = await pay(who, orderTo((await payeeOf(who, { name, account })).id));
    expect((await sent(who, made)).stage).toBe('settled');
    const xml = await xmlOf(made);
    expect(xml).toContain('<Cdtr><Nm>Grace Hopper</Nm><PstlAdr><Ctry>US</Ctry></PstlAdr></Cdtr>');
    expect(xml).toContain('<CdtrAgt><FinInstnId><BICFI>CHASUS33XXX</BICFI></FinInstnId></CdtrAgt>');
    expect(await schemaErrors('pacs.008.001.08', xml)).toEqual([]);
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
  const body = orderTo((await payeeOf(who)).id);
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
    Array.from({ length: 6 }, async () => (await post(who, 'paiement', orderTo(id, { amount: 50 }))).status),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
});
