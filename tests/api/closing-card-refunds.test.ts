import { writeMessage } from '@bank/contracts/rails/messages';
import { cardNetwork, newCard } from '../support/card-network';
import { postToBank } from '../support/clearing-house';
import { until } from '../support/until';
import { type Closings, startClosings } from './closing-fixture';
import { newIban } from './payment-fixture';
import { returnOf } from './rail-fixture';

let bank: Closings['bank'];
let database: Closings['database'];
let calls: Closings['calls'];
let stop: Closings['stop'];

beforeAll(async () => {
  ({ bank, database, calls, stop } = await startClosings());
});
afterAll(() => stop());

it('brings with the relation what the card network gave back while it was closed, once', async () => {
  const who = await calls.verified(70);
  const card = await newCard(bank, database, who, { virtual: true });
  const network = cardNetwork(bank);
  const bought = async (amount: string) => {
    const { reference } = await network.authorize(card.plastic, { amount });
    await network.post('clearings', network.clearing(card.plastic, reference, { amount }));
    return reference;
  };
  const [one, other] = [await bought('20.00'), await bought('5.00')];
  await calls.close(who, { iban: newIban() });
  await calls.letGo(who);
  await calls.reaches(who, 'closed');
  const refund = network.refund(card.plastic, one, { amount: '20.00' });
  const chargeback = network.chargeback(other, { amount: '5.00' });
  expect((await network.post('refunds', refund)).code).toBe('00');
  expect((await network.post('chargebacks', chargeback)).code).toBe('00');
  const references = [refund, chargeback].map(({ Tx }) => Tx.TxId.RtrvlRefNb);
  const incidents = () =>
    database.rows('SELECT kind, state FROM incidents WHERE subject IN (?) ORDER BY id', [references]);
  const kind = 'card_unbookable';
  expect(await incidents()).toEqual([
    { kind, state: 'open' },
    { kind, state: 'open' },
  ]);
  expect(await calls.sums(who)).toEqual({ balance: '0', held: '0', closed: 1 });

  const [payout] = await calls.payoutsOf(who);
  await postToBank(bank.shellUrl, writeMessage(returnOf(String(payout?.reference), 4_500n)));
  await until(async () => (await calls.payoutsOf(who))[0]?.stage === 'returned');
  await calls.reaches(who, 'failed');
  expect(await calls.sums(who)).toEqual({ balance: '7000', held: '0', closed: 0 });
  expect(await incidents()).toEqual([
    { kind, state: 'closed' },
    { kind, state: 'closed' },
  ]);
  const notified = await database.rows(
    `SELECT text_key FROM notifications WHERE user_id = ? AND text_key IN ('card_refunded', 'card_charged_back')
     GROUP BY text_key ORDER BY text_key`,
    [who.id],
  );
  expect(notified.map(({ text_key }) => text_key)).toEqual(['card_charged_back', 'card_refunded']);
});
