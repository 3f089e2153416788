import { cardReason } from '@bank/contracts/card-reasons';
import { type Bank, startBank } from '../support/bank';
import { newCard } from '../support/card-network';
import { connectTo, newCustomer, type NewCustomer, promote, type TestConnection } from '../support/customers';
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
    token: marie.token,
    body: { amount: 1_000, type: 'add' },
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
  expect(bread.code).toBe('00');
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

it('a payment and a declined one reach the phone and the open pages at once, with the remedy', async () => {
  const api = <Body>(method: string, route: string, body?: object) =>
    call<Body>(method, `${bank.shellUrl}/api/${route}`, { token: marie.token, ...(body && { body }) });
  const { body: listed } = await api<{ public_key: string }>('GET', 'push/subscriptions');
  const world = <Body>(method: string, route: string, body?: object) =>
    call<Body>(method, `${bank.worldUrl}/play/${route}`, { ...(body && { body }) });
  const made = await world<{ id: string; endpoint: string; keys: object }>('POST', 'browsers', {
    application_server_key: listed.public_key,
  });
  const { id, endpoint, keys } = made.body;
  expect((await api('POST', 'push/subscriptions', { endpoint, keys })).status).toBe(201);
  const { body: chosen } = await api<object>('GET', 'settings/preferences');
  await api('PUT', 'settings/preferences', { ...chosen, pushAmounts: true });
  const [last] = await database.rows('SELECT COALESCE(MAX(id), 0) AS id FROM events');
  expect((await pay('MARCHE02', 6, { mode: 'CTLS', clears: false })).body.code).toBe('00');
  await api('PUT', `carte/${card.id}/limits`, { per_payment: 5 });
  expect((await pay('MARCHE02', 7, { mode: 'CTLS', clears: false })).body.code).toBe('61');
  await api('PUT', `carte/${card.id}/limits`, { per_payment: null });
  const pushed = async () => {
    const { body } = await world<{ messages: { text: string }[] }>('GET', `pushes?browser=${id}`);
    return body.messages.map(({ text }) => JSON.parse(text) as Record<string, string>);
  };
  // A payment from before may reach the new browser as well.
  const about = async (title: string, amount: RegExp) =>
    (await pushed()).find((each) => each.title === title && amount.test(each.body ?? ''));
  const booked = () => about('Paiement par carte', /^6,00.€ chez /);
  const refused = () => about('Paiement par carte refusé', /^7,00.€ chez /);
  await until(async () => Boolean((await booked()) && (await refused())));
  const page = { path: '/dashboard/cards/purchases' };
  expect(await booked()).toMatchObject(page);
  const declined = await refused();
  expect(declined).toMatchObject(page);
  expect(declined?.body).toContain(cardReason('per_payment', 'fr'));
  const events = `SELECT COUNT(*) AS n FROM events WHERE id > ? AND user_id = ? AND type = 'card_purchase'`;
  const [told] = await database.rows(events, [Number(last?.id), marie.id]);
  expect(Number(told?.n)).toBe(2);
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

describe('a dispute', () => {
  const api = <Body = Record<string, unknown>>(
    who: { token: string },
    method: string,
    route: string,
    body?: unknown,
  ) => call<Body>(method, `${bank.shellUrl}/api/${route}`, { token: who.token, ...(body ? { body } : {}) });
  interface Case {
    id: number;
    version: number;
    state: string;
    way: string | null;
    entries: { kind: string; text: string }[];
  }

  /** Pays, disputes and has the dispute accepted, by a new administrator. */
  async function accepted(amount: number) {
    const { reference } = (await pay('BOULANG01', amount)).body;
    await becomes(reference, { state: 'cleared' });
    const list = await api<{ transactions: { id: number }[] }>(marie, 'GET', 'user/transactions?limit=1');
    const form = new FormData();
    form.append('reason', 'twice');
    form.append('text', 'Payé deux fois.');
    const { id } = list.body.transactions[0] ?? { id: 0 };
    const { body: opened } = await api<Case>(marie, 'POST', `transactions/${id}/dispute`, form);
    const clerk = await newCustomer(bank.shellUrl);
    await promote(database, clerk);
    const read = async () => (await api<Case>(clerk, 'GET', `admin/cases/${opened.id}`)).body;
    const { version } = await read();
    const decision = { decision: 'accepted', reason: 'Vous avez raison.', version };
    const { status } = await api(clerk, 'POST', `admin/cases/${opened.id}/decision`, decision);
    expect(status).toBe(200);
    return { reference, read };
  }
  const news = ({ entries }: Case) => entries.filter(({ kind }) => kind === 'news').map(({ text }) => text);

  it('that is accepted brings the money back by a chargeback, once, while messages come twice', async () => {
    const before = (await balance())[0] ?? 0;
    await call('POST', `${bank.worldUrl}/play/misbehaviour`, { body: { faults: ['twice'] } });
    const { read } = await accepted(12);
    await until(async () => news(await read()).length === 2);
    expect((await balance())[0]).toBe(before);
    expect((await read()).state).toBe('decided');
    await call('POST', `${bank.worldUrl}/play/misbehaviour`, { body: { faults: [] } });
  });

  it('that the shop answers with a proof is open again, without the money', async () => {
    await call('POST', `${bank.worldUrl}/play/cards/proofs`, { body: { proved: true } });
    const before = (await balance())[0] ?? 0;
    const { read } = await accepted(7);
    await until(async () => (await read()).state === 'open');
    const found = await read();
    expect([found.way, news(found).length, (await balance())[0]]).toEqual([null, 1, before - 700]);
    await call('POST', `${bank.worldUrl}/play/cards/proofs`, { body: { proved: false } });
  });

  it('that the world does not answer is asked for again under the same id', async () => {
    const before = (await balance())[0] ?? 0;
    await call('POST', `${bank.worldUrl}/play/misbehaviour`, { body: { faults: ['acts_without_answer'] } });
    const { read } = await accepted(9);
    await call('POST', `${bank.worldUrl}/play/misbehaviour`, { body: { faults: [] } });
    await until(async () => (await balance())[0] === before);
    await database.rows('UPDATE disputes SET ask_at = UTC_TIMESTAMP(3)');
    await until(async () => news(await read()).length >= 1);
    const requests = await database.rows(`SELECT COUNT(*) AS n FROM card_bookings WHERE kind = 'chargeback'`);
    expect(Number(requests[0]?.n)).toBe(3);
    expect(await ledgerErrors(database)).toEqual([]);
  });
});
