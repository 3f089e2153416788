/** @jest-environment ./tests/support/bank-environment.ts */
import { cardReason } from '@bank/contracts/card-reasons';
import { ruleText } from '@bank/contracts/validation';
import { cardNetwork, newCard, plasticOf } from '../support/card-network';
import { newCustomer, type NewCustomer } from '../support/customers';
import { listen } from '../support/event-stream';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();
let marie: NewCustomer;

interface Card {
  id: number;
  card_number: string;
  state: string;
  status: string;
  [field: string]: unknown;
}
type Body = { card: Card; replacement: Card; cards: Card[]; code: string } & Record<string, unknown>;
const api = (method: string, route: string, body?: unknown, who: { token: string } = marie) =>
  call<Body>(method, `${bank.shellUrl}/api/${route}`, { token: who.token, body });
const order = async (options: object = {}) =>
  (await api('POST', 'cards/create', { card_type: 'debit', ...options })).body.card;
const lastFour = ({ card_number }: Card) => card_number.slice(-4);

beforeEach(async () => {
  marie = await newCustomer(bank.shellUrl);
});

it('orders, ships and activates plastic; a virtual card is active at once', async () => {
  expect(await order({ virtual: true, brand: 'Mastercard' })).toMatchObject({
    state: 'active',
    brand: 'Mastercard',
  });
  const card = await order();
  expect(card).toMatchObject({ status: 'active', state: 'ordered', brand: 'VISA' });
  expect(Date.parse(String(card.ships_at)) - Date.now()).toBeLessThanOrEqual(3_600_000);
  expect(Date.parse(String(card.arrives_by)) - Date.now()).toBeGreaterThan(6 * 86_400_000);
  const activate = (digits: string) => api('POST', `carte/${card.id}/activate`, { last_four: digits });
  expect((await activate(lastFour(card))).body.code).toBe('CARD_NOT_SHIPPED');
  await database.rows(`UPDATE cards SET delivery = 'shipped' WHERE id = ?`, [card.id]);
  const wrong = lastFour(card) === '0000' ? '1111' : '0000';
  expect((await activate(wrong)).body.code).toBe('CARD_DIGITS_WRONG');
  expect((await activate(lastFour(card))).body.card).toMatchObject({
    state: 'active',
    ships_at: null,
    arrives_by: null,
  });
  expect((await activate(lastFour(card))).status).toBe(200);
});

it('blocks and frees an ordered card, which stays ordered', async () => {
  const { id } = await order();
  expect((await api('PUT', `carte/${id}/status`, { status: 'blocked' })).body.card.state).toBe('blocked');
  expect((await api('PUT', `carte/${id}/status`, { status: 'active' })).body.card.state).toBe('ordered');
});

it('keeps limits within the account’s, and gives them back', async () => {
  const { id } = await order({ virtual: true });
  const set = (body: object) => api('PUT', `carte/${id}/limits`, body);
  const changed = await set({ per_payment: 50, cash_per_day: 0, channels: { abroad: false } });
  expect(changed.body.card).toMatchObject({
    limits: { per_payment: 50, per_day: 1000, per_month: 3000, cash_per_day: 0 },
    channels: { online: true, contactless: true, cash: true, abroad: false },
  });
  const beside = await set({ abroad: true, cash: false });
  expect(beside.body.card.channels).toEqual({ online: true, contactless: true, cash: false, abroad: true });
  expect((await set({ per_month: 3000.01 })).body.code).toBe('CARD_LIMIT_TOO_HIGH');
  expect((await set({ per_day: 3000.01 })).body.code).toBe('CARD_LIMIT_TOO_HIGH');
  expect((await set({ cash_per_day: 1000.01 })).body.code).toBe('CARD_LIMIT_TOO_HIGH');
  expect((await set({ per_day: -1 })).status).toBe(422);
  expect((await set({ per_payment: null })).body.card.limits).toMatchObject({ per_payment: 1000 });
});

it('logs limits that are set again, or twice at once, as one change', async () => {
  const { id } = await order({ virtual: true });
  const set = (body: object) => api('PUT', `carte/${id}/limits`, body);
  const logged = async () =>
    (await database.rows(`SELECT 1 FROM audit_log WHERE user_id = ? AND action = 'card.limited'`, [marie.id]))
      .length;
  const limits = { per_payment: 50, per_day: null, channels: { abroad: false } };
  const answers = await Promise.all([set(limits), set(limits), set(limits)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await logged()).toBe(1);
  expect((await set({ per_payment: 50, abroad: true })).body.card.channels).toMatchObject({ abroad: true });
  expect(await logged()).toBe(2);
  expect((await set({ per_payment: null })).body.card.limits).toMatchObject({ per_payment: 1000 });
  expect(await logged()).toBe(3);
});

it('ends a lost card for good and orders another, once', async () => {
  const card = await order({ type: 'premium', brand: 'Mastercard' });
  const lost = await api('POST', `carte/${card.id}/lost`, {});
  expect([lost.status, lost.body.card.state, lost.body.card.status]).toEqual([201, 'lost', 'inactive']);
  expect(lost.body.replacement).toMatchObject({
    type: 'premium',
    brand: 'Mastercard',
    state: 'ordered',
    replaces: card.id,
  });
  expect((await api('POST', `carte/${card.id}/lost`, {})).body.replacement.id).toBe(lost.body.replacement.id);
  expect((await api('GET', 'carte')).body.cards).toHaveLength(2);
  expect((await api('PUT', `carte/${card.id}/status`, { status: 'active' })).body.code).toBe('CARD_INACTIVE');
  const { code } = await cardNetwork(bank).authorize(await plasticOf(bank, database, card.id));
  expect(code).toBe('41');
});

it('ends a lost card without ordering plastic before the identity is approved', async () => {
  const [plastic, virtual] = [await order(), await order({ virtual: true })];
  await database.rows(`UPDATE users SET kyc_status = 'rejected' WHERE id = ?`, [marie.id]);
  const lose = async ({ id }: Card) => (await api('POST', `carte/${id}/lost`, {})).body;
  expect(await lose(plastic)).toMatchObject({ card: { state: 'lost' }, replacement: null });
  expect(await lose(virtual)).toMatchObject({ replacement: { replaces: virtual.id, virtual: true } });
  await database.rows(`UPDATE users SET kyc_status = 'approved' WHERE id = ?`, [marie.id]);
  expect(await lose(plastic)).toMatchObject({ replacement: { replaces: plastic.id, state: 'ordered' } });
});

it('orders another card for one that was lost without any, such as those of the demonstration', async () => {
  const { id } = await order({ virtual: true });
  await database.rows(`UPDATE cards SET status = 'inactive', ended = 'lost' WHERE id = ?`, [id]);
  const { status, body } = await api('POST', `carte/${id}/lost`, {});
  expect([status, body.replacement]).toMatchObject([201, { replaces: id, state: 'active' }]);
});

it('keeps the limits and channels of a lost card in its replacement', async () => {
  const card = await order({ virtual: true });
  const channels = { online: true, contactless: false, cash: false, abroad: false };
  const limits = { per_payment: 10, per_day: 20, per_month: 30, cash_per_day: 0 };
  const set = await api('PUT', `carte/${card.id}/limits`, { ...limits, channels });
  expect(set.status).toBe(200);
  const { replacement } = (await api('POST', `carte/${card.id}/lost`, {})).body;
  expect(replacement).toMatchObject({ limits, channels });
  await api('PUT', `carte/${replacement.id}/limits`, { channels: { online: false } });
  const next = (await api('POST', `carte/${replacement.id}/lost`, {})).body.replacement;
  expect(next).toMatchObject({ limits, channels: { ...channels, online: false } });
});

it('has online payments on again in the replacement of a card whose code was guessed at', async () => {
  const { id, plastic } = await newCard(bank, database, marie);
  const wrong = { ...plastic, CSC: String((Number(plastic.CSC) + 1) % 1000).padStart(3, '0') };
  for (let tries = 0; tries < 5; tries += 1) await cardNetwork(bank).authorize(wrong, { mode: 'ECOM' });
  const lost = (await api('POST', `carte/${id}/lost`, {})).body;
  expect([lost.card.channels, lost.replacement.channels]).toMatchObject([
    { online: false },
    { online: true },
  ]);
});

it('reveals a number after an approval only, and never keeps it', async () => {
  const { id, plastic } = await newCard(bank, database, marie);
  const bare = await fetch(`${bank.shellUrl}/api/carte/${id}/reveal`, {
    method: 'POST',
    headers: { authorization: `Bearer ${marie.token}` },
  });
  expect([bare.status, ((await bare.json()) as Body).code]).toEqual([403, 'APPROVAL_REQUIRED']);
  const { status, headers, body } = await api('POST', `carte/${id}/reveal`);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body).toEqual({
    number: plastic.PAN,
    expiry: plastic.XpryDt,
    cvv: plastic.CSC,
    code: plastic.CSC,
    expires_at: expect.any(String) as string,
  });
  expect(Date.parse(String(body.expires_at)) - Date.now()).toBeLessThanOrEqual(60_000);
});

it('refuses the number and PIN of a card that has none before it asks for an approval', async () => {
  const bare = async (id: number, route: string, body?: object) => {
    const options = { token: marie.token, body, approve: false };
    const answer = await call<Body>('POST', `${bank.shellUrl}/api/carte/${id}/${route}`, options);
    return [answer.status, answer.body.code, answer.body.fields];
  };
  const pin = { pin: '2580' };
  const virtual = await order({ virtual: true });
  expect(await bare(virtual.id, 'pin', pin)).toEqual([
    422,
    'INVALID_FIELDS',
    { pin: ruleText('VIRTUAL_CARD_PIN', 'fr') },
  ]);
  expect((await bare(virtual.id, 'reveal')).slice(0, 2)).toEqual([403, 'APPROVAL_REQUIRED']);
  const lost = await order();
  await api('POST', `carte/${lost.id}/lost`, {});
  expect((await bare(lost.id, 'pin', pin)).slice(0, 2)).toEqual([409, 'CARD_INACTIVE']);
  expect((await bare(lost.id, 'reveal')).slice(0, 2)).toEqual([409, 'CARD_INACTIVE']);
  const asked = await database.rows('SELECT summary FROM approvals WHERE user_id = ?', [marie.id]);
  expect(asked.map(({ summary }) => summary)).toMatchObject([{ action: 'card_reveal' }]);
});

it('ends a card for one purchase with it', async () => {
  await api('POST', 'balance/update', { amount: 50, type: 'add' });
  expect((await api('POST', 'cards/create', { card_type: 'debit', once: true })).status).toBe(422);
  const { id, plastic } = await newCard(bank, database, marie, { virtual: true, once: true });
  const network = cardNetwork(bank);
  const page = await listen(bank.shellUrl, marie.token);
  const { code, reference } = await network.authorize(plastic, { mode: 'ECOM' });
  expect(code).toBe('00');
  expect((await page.next('card')).data).toEqual({ id, status: 'inactive' });
  page.close();
  expect((await network.authorize(plastic, { mode: 'ECOM' })).code).toBe('54');
  const [second] = (await api('GET', 'carte/purchases')).body.purchases as object[];
  expect(second).toMatchObject({ reason: 'once_used', reason_text: cardReason('once_used', 'fr') });
  expect((await network.post('clearings', network.clearing(plastic, reference))).code).toBe('00');
  expect((await api('GET', 'carte')).body.cards.find((each) => each.id === id)?.state).toBe('expired');
});

it('shows nothing of another customer’s card on any route', async () => {
  const { id } = await order();
  const stranger = await newCustomer(bank.shellUrl);
  for (const [method, route, body] of [
    ['POST', 'activate', { last_four: '1234' }],
    ['POST', 'lost', {}],
    ['POST', 'pin', { pin: '2580' }],
    ['POST', 'reveal', undefined],
    ['PUT', 'limits', { per_payment: 1 }],
    ['PUT', 'status', { status: 'blocked' }],
  ] as const) {
    expect([route, (await api(method, `carte/${id}/${route}`, body, stranger)).status]).toEqual([route, 404]);
  }
  const { body } = await api('GET', `carte/purchases?card_id=${id}`, undefined, stranger);
  expect(body.purchases).toEqual([]);
});
