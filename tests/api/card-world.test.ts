import { type Bank, startBank } from '../support/bank';
import { newCard } from '../support/card-network';
import { connectTo, newCustomer, type NewCustomer, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { ledgerErrors } from '../support/movements';
import { until } from '../support/until';

let bank: Bank;
let database: TestConnection;
let marie: NewCustomer;
let card: Awaited<ReturnType<typeof newCard>>;

beforeAll(async () => {
  bank = await startBank({ world: true });
  database = connectTo(bank.migrationUrl);
  marie = await newCustomer(bank.shellUrl);
  await call('POST', `${bank.shellUrl}/api/balance/update`, {
    ...{ token: marie.token, body: { amount: 1_000, type: 'add' } },
  });
  card = await newCard(bank, database, marie);
});

afterAll(async () => {
  await database.end();
  await bank.stop();
});

interface Played {
  reference: string;
  state: string;
  code: string;
  cleared: string;
}
const play = <Body = Played>(method: string, route: string, body?: object) =>
  call<Body>(method, `${bank.worldUrl}/play/cards/${route}`, { ...(body && { body }) });
const pay = (shop: string, amount: number, more: object = {}) => {
  const { PAN: number, XpryDt: expiry, CSC: code } = card.plastic;
  return play('POST', 'payments', { shop, amount, number, expiry, code, ...more });
};
const stateOf = async (reference: string) => (await play('GET', `payments/${reference}`)).body;
const becomes = (reference: string, wanted: Partial<Played>) =>
  until(async () => {
    const found = await stateOf(reference);
    return Object.entries(wanted).every(([name, value]) => found[name as keyof Played] === value);
  });
const balance = async () => {
  const [row] = await database.rows('SELECT balance, held FROM accounts WHERE user_id = ?', [marie.id]);
  return [Number(row?.balance), Number(row?.held)];
};

it('a shop of the world is paid, refunds and is charged back, while messages come twice and mixed', async () => {
  const faults = {
    faults: ['twice', 'out_of_order', 'wrong_signature', 'malformed'],
    probability: 0.5,
    seed: 7,
  };
  await call('POST', `${bank.worldUrl}/play/misbehaviour`, { body: faults });
  const bread = (await pay('BOULANG01', 4.2)).body;
  expect([bread.code, bread.state]).toEqual(['00', 'approved']);
  await becomes(bread.reference, { state: 'cleared', cleared: '4.20' });
  await play('POST', `payments/${bread.reference}/refund`, { amount: 120 });
  await play('POST', `payments/${bread.reference}/charge-back`, { amount: 300 });
  await until(async () => (await balance())[0] === 100_000);
  const held = (await pay('MARCHE02', 30, { mode: 'CTLS', clears: false })).body;
  expect(await balance()).toEqual([100_000, 3_000]);
  await play('POST', `payments/${held.reference}/reverse`, {});
  await becomes(held.reference, { state: 'reversed' });
  expect(await balance()).toEqual([100_000, 0]);
  await call('POST', `${bank.worldUrl}/play/misbehaviour`, { body: { faults: [] } });
});

it('a shop online asks again once the holder has approved', async () => {
  const { reference, state } = (await pay('LIVRES04', 55)).body;
  expect(state).toBe('challenged');
  const api = <Body>(method: string, route: string, body?: object) =>
    call<Body>(method, `${bank.shellUrl}/api/${route}`, { token: marie.token, ...(body && { body }) });
  const { body } = await api<{ challenges: { id: string }[] }>('GET', 'carte/challenges');
  expect((await api('POST', `carte/challenges/${body.challenges[0]?.id}/approve`, {})).status).toBe(200);
  await becomes(reference, { state: 'cleared', code: '00' });
});

it('the sums of the day agree', async () => {
  const { reference } = (await play<{ reference: string }>('POST', 'reconciliations', {})).body;
  await until(async () => {
    const { body } = await play<{ messages: { reference: string; code: string | null }[] }>(
      'GET',
      'messages',
    );
    return body.messages.find((each) => each.reference === reference)?.code === 'MT';
  });
  expect(await ledgerErrors(database)).toEqual([]);
});
