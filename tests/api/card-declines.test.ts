/** @jest-environment ./tests/support/bank-environment.ts */
import { cardReason } from '@bank/contracts/card-reasons';
import { responseCodes } from '@bank/contracts/rails/cards';
import { ruleText } from '@bank/contracts/validation';
import { cardNetwork, newCard, newReference, type PaymentOptions } from '../support/card-network';
import { railKey } from '../support/clearing-house';
import { newCustomer, type NewCustomer } from '../support/customers';
import { call } from '../support/http';
import { listen } from '../support/event-stream';
import { giveRates } from '../support/rates';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();
const network = () => cardNetwork(bank);
let marie: NewCustomer;
let card: Awaited<ReturnType<typeof newCard>>;

const api = <Body = Record<string, unknown>>(
  method: string,
  route: string,
  body?: unknown,
  who: { token: string } = marie,
) => call<Body>(method, `${bank.shellUrl}/api/${route}`, { token: who.token, body });
const limits = (body: object) => api('PUT', `carte/${card.id}/limits`, body);
const pay = (options: PaymentOptions = {}, changed: object = {}) =>
  network().authorize({ ...card.plastic, ...changed }, options);
interface Listed {
  challenges: { account_amount: number }[];
  over: { state: string }[];
}
/** The newest use of a card, as its holder reads it. */
async function newest() {
  const { body } = await api<{ purchases: Record<string, unknown>[] }>('GET', 'carte/purchases');
  return body.purchases[0];
}

beforeAll(() => giveRates(database));

beforeEach(async () => {
  marie = await newCustomer(bank.shellUrl);
  await api('POST', 'balance/update', { amount: 2_000, type: 'add' });
  card = await newCard(bank, database, marie);
});

it.each([
  ['online_off', '57', { channels: { online: false } }, { mode: 'ECOM' }],
  ['contactless_off', '57', { channels: { contactless: false } }, {}],
  ['cash_off', '57', { channels: { cash: false } }, { isCash: true, mode: 'CICC' }],
  ['abroad_off', '57', { channels: { abroad: false } }, { country: 'ES' }],
  ['per_payment', '61', { per_payment: 9.99 }, {}],
  ['per_day', '61', { per_day: 9 }, {}],
  ['per_month', '61', { per_month: 9 }, {}],
] as const)('declines %s with %s, with the reason in words', async (reason, code, set, options) => {
  expect((await limits(set)).status).toBe(200);
  expect((await pay(options)).code).toBe(code);
  expect(await newest()).toMatchObject({
    state: 'declined',
    code,
    reason,
    reason_text: cardReason(reason, 'fr'),
  });
  const { body } = await api<{ notifications: { title: string; message: string }[] }>('GET', 'notifications');
  expect(body.notifications[0]?.title).toBe('Paiement par carte refusé');
  expect(body.notifications[0]?.message).toContain(cardReason(reason, 'fr'));
});

it('declines by state, number, expiry, currency and funds', async () => {
  expect((await pay({ amount: '9999.99', mode: 'CTLS' }, {})).code).toBe('65');
  expect((await pay({}, { PAN: '4111111111111111' })).code).toBe('14');
  expect((await pay({}, { XpryDt: '2031-01' })).code).toBe('14');
  expect((await pay({ currency: 'RUB' })).code).toBe('57');
  await api('PUT', `carte/${card.id}/status`, { status: 'blocked' });
  expect((await pay()).code).toBe('62');
  await api('PUT', `carte/${card.id}/status`, { status: 'active' });
  await database.rows(`UPDATE cards SET delivery = 'shipped' WHERE id = ?`, [card.id]);
  expect((await pay()).code).toBe('57');
  expect((await pay({ mode: 'ECOM' })).code).toBe('00');
  await database.rows(`UPDATE cards SET delivery = 'activated', expiry_date = '2026-01-31' WHERE id = ?`, [
    card.id,
  ]);
  expect((await pay()).code).toBe('54');
});

it('declines for funds what the balance lacks, and for the level what is above its limit, before the identity is approved', async () => {
  marie = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  const virtual = await newCard(bank, database, marie, { virtual: true });
  const buy = async (amount: string) => {
    const { code } = await network().authorize(virtual.plastic, { mode: 'ECOM', amount });
    return [code, (await newest())?.reason];
  };
  await api('POST', 'balance/update', { amount: 20, type: 'add' });
  expect(await buy('20.01')).toEqual(['51', 'funds']);
  await api('POST', 'balance/update', { amount: 400, type: 'add' });
  expect(await buy('250.01')).toEqual(['61', 'level']);
  expect((await buy('20.01'))[0]).toBe('00');
});

it('is shown in whatever the shop counts in: three decimals, or numbers larger than those of the euro', async () => {
  expect((await pay({ amount: '12.345', currency: 'TND', country: 'TN' })).code).toBe('57');
  const dinars = await newest();
  expect(dinars).toMatchObject({ amount: 12.345, currency: 'TND', reason: 'currency' });
  const subject = `appeals/subject?about=card_payment&id=${String(dinars?.id)}`;
  expect((await api('GET', subject)).body).toMatchObject({ amount: 12.345, currency: 'TND' });
  const words = new FormData();
  for (const [name, value] of Object.entries({
    about: 'card_payment',
    id: String(dinars?.id),
    text: 'Voici.',
  }))
    words.append(name, value);
  const appealed = await api('POST', 'appeals', words);
  expect([appealed.status, appealed.body]).toMatchObject([201, { amount: 12.345, currency: 'TND' }]);
  await pay({ amount: '900000000000000', currency: 'KRW', country: 'KR' });
  expect(await newest()).toMatchObject({ state: 'declined', amount: 9e14, currency: 'KRW' });
});

it('asks for no PIN of a virtual card, which is not inserted', async () => {
  const virtual = await newCard(bank, database, marie, { virtual: true });
  const { code } = await network().authorize(virtual.plastic, { amount: '60.00' });
  expect(code).toBe('57');
  expect(await newest()).toMatchObject({
    reason: 'pin_virtual',
    reason_text: cardReason('pin_virtual', 'fr'),
  });
  expect(cardReason('pin_virtual', 'fr')).not.toMatch(/insérez/i);
  expect((await network().authorize(virtual.plastic)).code).toBe('00');
});

it('neither gives a virtual card a PIN nor pays or withdraws by one that it has', async () => {
  const virtual = await newCard(bank, database, marie, { virtual: true });
  const refused = await api('POST', `carte/${virtual.id}/pin`, { pin: '2580' });
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'INVALID_FIELDS', fields: { pin: ruleText('VIRTUAL_CARD_PIN', 'fr') } },
  });
  // The PIN of another card, moved into the row as an older server would have stored one.
  await database.rows(`UPDATE cards SET pin_digest = REPEAT('x', 32), pin_key = 1 WHERE id = ?`, [
    virtual.id,
  ]);
  const use = (options: PaymentOptions) =>
    network().authorize({ ...virtual.plastic, PIN: '2580' }, { mode: 'CICC', ...options });
  expect((await use({ isCash: true })).code).toBe('57');
  expect(await newest()).toMatchObject({
    reason: 'cash_virtual',
    reason_text: cardReason('cash_virtual', 'fr'),
  });
  for (let time = 0; time < 4; time += 1) expect((await use({})).code).toBe('57');
  expect(await newest()).toMatchObject({ reason: 'pin_virtual' });
  expect((await network().authorize(virtual.plastic, { isCash: true })).code).toBe('57');
});

it('checks a PIN that is entered although the payment needs none', async () => {
  await api('POST', `carte/${card.id}/pin`, { pin: '2580' });
  expect((await pay({}, { PIN: '1111' })).code).toBe('55');
  expect((await pay({}, { PIN: '2580' })).code).toBe('00');
});

it('answers with every code of ISO 8583 that the bank uses, and with no other', async () => {
  const chip = { mode: 'CICC', amount: '60.00' } as const;
  const wrongCode = { CSC: String((Number(card.plastic.CSC) + 1) % 1000).padStart(3, '0') };
  const pin = (PIN: string) => pay(chip, { PIN });
  const set = (columns: string) => database.rows(`UPDATE cards SET ${columns} WHERE id = ?`, [card.id]);
  const codes: Record<string, string | undefined> = {
    approved: (await pay()).code,
    notHonoured: (await pay({ mode: 'ECOM' }, wrongCode)).code,
    unknownCard: (await pay({}, { PAN: '4111111111111111' })).code,
    notPermitted: (await pay({ currency: 'RUB' })).code,
    amountLimit: (await pay({ mode: 'ECOM', amount: '1000.01' })).code,
    authenticationNeeded: (await pay(chip)).code,
  };
  await database.rows('UPDATE rate_sets SET day = day - INTERVAL 30 DAY');
  codes.unavailable = (await pay({ currency: 'USD' })).code;
  await database.rows('UPDATE rate_sets SET day = day + INTERVAL 30 DAY');
  await api('POST', `carte/${card.id}/pin`, { pin: '2580' });
  codes.wrongPin = (await pin('1111')).code;
  for (const other of ['2222', '3333']) await pin(other);
  codes.pinTriesExceeded = (await pin('2580')).code;
  await set(`status = 'blocked'`);
  codes.restricted = (await pay()).code;
  await set(`status = 'active', expiry_date = '2026-01-31'`);
  codes.expired = (await pay()).code;
  await set(`expiry_date = '2090-01-31'`);
  await api('POST', `carte/${card.id}/lost`, {});
  codes.lost = (await pay()).code;
  const poor = await newCustomer(bank.shellUrl);
  await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [poor.id]);
  const { plastic } = await newCard(bank, database, poor);
  codes.insufficientFunds = (await network().authorize(plastic)).code;
  expect(codes).toEqual(responseCodes);
});

it('asks for a PIN, and blocks it after three wrong ones', async () => {
  const chip = { mode: 'CICC', amount: '60.00' } as const;
  expect((await pay(chip)).code).toBe('65');
  expect((await pay(chip, { PIN: '2580' })).code).toBe('55');
  expect((await newest())?.reason).toBe('no_pin');
  expect((await api('POST', `carte/${card.id}/pin`, { pin: '1234' })).status).toBe(422);
  expect((await api('POST', `carte/${card.id}/pin`, { pin: '2580' })).status).toBe(200);
  expect((await pay(chip, { PIN: '2580' })).code).toBe('00');
  const page = await listen(bank.shellUrl, marie.token);
  for (const pin of ['1111', '2222', '3333']) expect((await pay(chip, { PIN: pin })).code).toBe('55');
  // Open pages read the card again, and show that its PIN is blocked.
  expect((await page.next('card')).data).toEqual({ id: card.id, status: 'active' });
  page.close();
  expect((await pay(chip, { PIN: '2580' })).code).toBe('75');
  expect((await pay({ mode: 'CTLS' })).code).toBe('00');
  await api('POST', `carte/${card.id}/pin`, { pin: '8520' });
  expect((await pay({ ...chip, isCash: true }, { PIN: '8520' })).code).toBe('00');
});

it('withdraws within the daily limit of the account', async () => {
  await api('POST', `carte/${card.id}/pin`, { pin: '2580' });
  const withdraw = (amount: string) => pay({ isCash: true, mode: 'CICC', amount }, { PIN: '2580' });
  expect((await withdraw('900.00')).code).toBe('00');
  expect((await withdraw('100.01')).code).toBe('61');
  const { reference } = await withdraw('100.00');
  const cleared = network().clearing(card.plastic, reference, { amount: '100.00', isCash: true });
  expect((await network().post('clearings', cleared)).code).toBe('00');
  expect((await withdraw('0.01')).code).toBe('61');
  const { body } = await api<{ transactions: { type: string; amount: number }[] }>(
    'GET',
    'user/transactions',
  );
  expect(body.transactions[0]).toMatchObject({ type: 'withdrawal', amount: -100 });
});

it('switches online payments off after five wrong codes', async () => {
  for (let time = 0; time < 5; time += 1) {
    const wrong = String((Number(card.plastic.CSC) + 1 + time) % 1000).padStart(3, '0');
    expect((await pay({ mode: 'ECOM' }, { CSC: wrong })).code).toBe('05');
  }
  expect((await pay({ mode: 'ECOM' })).code).toBe('57');
  await limits({ channels: { online: true } });
  expect((await pay({ mode: 'ECOM' })).code).toBe('00');
});

it('asks the holder about an online payment, and takes the answer once for the same payment', async () => {
  const shop = { mode: 'ECOM', amount: '80.00', canChallenge: true } as const;
  expect((await pay({ ...shop, canChallenge: false })).code).toBe('65');
  const asked = await pay(shop);
  expect([asked.code, asked.challengeId]).toEqual(['65', expect.any(String)]);
  const challengeId = String(asked.challengeId);
  const waiting = await pay({ ...shop, challengeId });
  expect([waiting.code, waiting.challengeId]).toEqual(['65', challengeId]);
  const listed = async () => (await api<Listed>('GET', 'carte/challenges')).body;
  expect(await listed()).toMatchObject({
    challenges: [
      {
        id: challengeId,
        amount: 80,
        currency: 'EUR',
        merchant: 'Boulangerie du Port',
        state: 'asked',
        account_amount: 80,
        account_currency: 'EUR',
      },
    ],
    over: [],
  });
  const stranger = await newCustomer(bank.shellUrl);
  expect((await api('POST', `carte/challenges/${challengeId}/approve`, {}, stranger)).status).toBe(404);
  expect((await api('POST', `carte/challenges/${challengeId}/refuse`, {}, stranger)).status).toBe(404);
  expect((await api('POST', `carte/challenges/${challengeId}/approve`, {})).status).toBe(200);
  expect((await pay({ ...shop, amount: '81.00', challengeId })).code).toBe('05');
  expect((await pay({ ...shop, challengeId })).code).toBe('00');
  expect((await pay({ ...shop, challengeId })).code).toBe('05');
  const quick = await pay(shop);
  const [notice] = await database.rows(
    `SELECT text_values AS kept FROM notifications WHERE user_id = ? AND text_key = 'card_challenge' ORDER BY id DESC LIMIT 1`,
    [marie.id],
  );
  const { refusal } = JSON.parse(String(notice?.kept)) as { refusal: string };
  const refuse = (token: string) =>
    call('POST', `${bank.shellUrl}/api/carte/challenges/refuse`, { body: { token } });
  // By the notification alone, without a session: a forged or moved token does nothing.
  for (const forged of [
    `${challengeId}.${refusal.split('.')[1]}`,
    String(quick.challengeId),
    `${refusal}x`,
    '.',
  ]) {
    expect((await refuse(forged)).status).toBe(404);
  }
  expect((await refuse(refusal)).body).toMatchObject({ state: 'refused' });
  expect((await refuse(refusal)).body).toMatchObject({ code: 'CHALLENGE_OVER' });
  expect((await pay({ ...shop, challengeId: String(quick.challengeId) })).code).toBe('05');
  expect(await newest()).toMatchObject({ reason: 'challenge_refused' });
  const refused = await pay(shop);
  await api('POST', `carte/challenges/${refused.challengeId}/refuse`, {});
  expect((await pay({ ...shop, challengeId: String(refused.challengeId) })).code).toBe('05');
  const inDollars = await pay({ ...shop, currency: 'USD' });
  const [abroad] = (await listed()).challenges;
  expect(abroad).toMatchObject({ id: inDollars.challengeId, amount: 80, currency: 'USD' });
  // About 75 euros at any rate of these years.
  expect(abroad?.account_amount).toBeGreaterThan(50);
  expect(abroad?.account_amount).toBeLessThan(110);
  await database.rows('UPDATE card_challenges SET expires_at = NOW(3) WHERE id = ?', [
    inDollars.challengeId ?? '',
  ]);
  await pay({ ...shop, currency: 'USD', challengeId: String(inDollars.challengeId) });
  expect(await newest()).toMatchObject({ reason: 'challenge_over' });
  const { challenges, over } = await listed();
  expect([challenges, over.map(({ state }) => state)]).toEqual([
    [],
    ['expired', 'refused', 'refused', 'approved'],
  ]);
  const answer = await api<{ code: string }>('POST', `carte/challenges/${inDollars.challengeId}/refuse`, {});
  expect(answer.body.code).toBe('CHALLENGE_OVER');
  // Without an approval: none is asked for that could change nothing.
  const late = `${bank.shellUrl}/api/carte/challenges/${inDollars.challengeId}/approve`;
  const approved = await call('POST', late, { token: marie.token, body: {}, approve: false });
  expect([approved.status, approved.body.code]).toEqual([409, 'CHALLENGE_OVER']);
  const { body } = await api<{ notifications: { link?: string }[] }>('GET', 'notifications');
  expect(body.notifications.map(({ link }) => link)).toContain('/dashboard/cards/payments-to-confirm');
});

it('is judged and counted by the rules once, also when it comes again after its challenge', async () => {
  const shop = { mode: 'ECOM', amount: '80.00', canChallenge: true } as const;
  const events = async () => {
    const sql = `SELECT COUNT(*) AS n FROM rule_events WHERE user_id = ? AND kind = 'card'`;
    return Number((await database.rows(sql, [marie.id]))[0]?.n);
  };
  const { challengeId = '' } = await pay(shop);
  await pay({ ...shop, challengeId });
  expect(await events()).toBe(1);
  // Another payment under its name is one of its own.
  expect((await pay({ ...shop, amount: '81.00', challengeId })).code).toBe('05');
  expect(await events()).toBe(2);
  await api('POST', `carte/challenges/${challengeId}/approve`, {});
  expect((await pay({ ...shop, challengeId })).code).toBe('00');
  expect(await events()).toBe(2);
  expect((await pay({ ...shop, challengeId })).code).toBe('05');
  expect(await events()).toBe(3);
});

it('notifies the holder at once of money that a shop takes without an approval', async () => {
  const told = async () => {
    const { body } = await api<{ notifications: { title: string; message: string }[] }>(
      'GET',
      'notifications',
    );
    return body.notifications.map(({ title, message }) => [title, message.replaceAll('\u00a0', ' ')]);
  };
  const shop = { mode: 'ECOM', amount: '81.00', canChallenge: true } as const;
  const wrong = { CSC: String((Number(card.plastic.CSC) + 1) % 1000).padStart(3, '0') };
  const declined = await pay({ ...shop, amount: '12.00' }, wrong);
  const asked = await pay(shop);
  const cases = [
    [declined.reference, '12.00', '12,00 €'],
    [asked.reference, '81.00', '81,00 €'],
    [newReference(), '7.00', '7,00 €'],
  ] as const;
  for (const [reference, amount, words] of cases) {
    const before = (await told()).length;
    const clearing = network().clearing(card.plastic, reference, { amount });
    expect((await network().post('clearings', clearing)).code).toBe('00');
    const { body } = await api<{ purchases: Record<string, unknown>[] }>('GET', 'carte/purchases');
    const cleared = { state: 'cleared', code: '00', reason: null, reason_text: null, why: null };
    expect(body.purchases.find((each) => each.account_amount === Number(amount))).toMatchObject(cleared);
    const [newestNotice, ...others] = await told();
    expect(newestNotice).toEqual(['Paiement par carte', expect.stringContaining(words) as string]);
    expect(others).toHaveLength(before);
  }
});

it('lets few small online payments pass, then asks', async () => {
  const codes = [];
  for (let time = 0; time < 6; time += 1) codes.push((await pay({ mode: 'ECOM', amount: '5.00' })).code);
  expect(codes).toEqual(['00', '00', '00', '00', '00', '65']);
});

it('asks for the PIN after five contactless payments without it', async () => {
  await api('POST', `carte/${card.id}/pin`, { pin: '2580' });
  const tap = async (changed = {}) => (await pay({ mode: 'CTLS', amount: '5.00' }, changed)).code;
  const taps = async (times: number) => {
    const codes = [];
    for (let time = 0; time < times; time += 1) codes.push(await tap());
    return codes;
  };
  expect(await taps(6)).toEqual(['00', '00', '00', '00', '00', '65']);
  expect(await newest()).toMatchObject({
    state: 'declined',
    reason: 'pin_needed',
    reason_text: cardReason('pin_needed', 'fr'),
  });
  // A small payment online authenticates nobody.
  expect((await pay({ mode: 'ECOM', amount: '5.00' })).code).toBe('00');
  expect(await tap()).toBe('65');
  expect((await pay({ mode: 'CICC', amount: '5.00' }, { PIN: '2580' })).code).toBe('00');
  expect(await taps(4)).toEqual(['00', '00', '00', '00']);
  expect(await tap({ PIN: '2580' })).toBe('00');
  expect(await taps(6)).toEqual(['00', '00', '00', '00', '00', '65']);
});

it('takes the fifth contactless payment in a row of a virtual card, and others after a confirmed one online', async () => {
  const virtual = await newCard(bank, database, marie, { virtual: true });
  const use = (options: PaymentOptions) => network().authorize(virtual.plastic, options);
  for (let time = 0; time < 5; time += 1) expect((await use({})).code).toBe('00');
  expect((await use({})).code).toBe('57');
  expect(await newest()).toMatchObject({ reason: 'pin_virtual' });
  const shop = { mode: 'ECOM', amount: '80.00', canChallenge: true } as const;
  const { challengeId = '' } = await use(shop);
  expect((await api('POST', `carte/challenges/${challengeId}/approve`, {})).status).toBe(200);
  expect((await use({ ...shop, challengeId })).code).toBe('00');
  expect((await use({})).code).toBe('00');
});

describe('the port', () => {
  it('refuses forged, old, replayed and unsigned messages, and stores nothing', async () => {
    const message = network().authorization(card.plastic);
    const { RtrvlRefNb } = message.Tx.TxId;
    const forged = { id: railKey.id, secret: 'x'.repeat(40) };
    expect((await network().post('authorizations', message, { as: forged })).status).toBe(401);
    expect(
      (await network().post('authorizations', message, { at: new Date(Date.now() - 600_000) })).status,
    ).toBe(401);
    for (const type of ['application/json', 'text/plain']) {
      const change = { signature: '', 'content-type': type };
      expect((await network().post('authorizations', message, { change })).status).toBe(401);
    }
    const plain = { change: { 'content-type': 'text/plain' } };
    expect((await network().post('authorizations', message, plain)).status).toBe(415);
    const altered = { change: { 'content-digest': 'sha-256=:AAAA:' } };
    expect((await network().post('authorizations', message, altered)).status).toBe(401);
    expect(await database.rows('SELECT id FROM rail_inbox WHERE message_id = ?', [RtrvlRefNb])).toEqual([]);
    expect((await fetch(`${bank.backOfficeUrl}/rails/cards/authorizations`, { method: 'POST' })).status).toBe(
      404,
    );
  });

  it.each(['-5.00', '0.00', '1.005', '1e3', '9999999999999999', ''])(
    'refuses an amount of %j',
    async (amount) => {
      expect(
        (await network().post('authorizations', network().authorization(card.plastic, { amount }))).status,
      ).toBe(400);
    },
  );

  it('knows that yen have no decimals', async () => {
    expect((await pay({ amount: '1000.5', currency: 'JPY', country: 'JP' })).status).toBe(400);
    expect((await pay({ amount: '1000', currency: 'JPY', country: 'JP' })).code).toBe('00');
    expect((await newest())?.account_amount).toBeCloseTo(6.15, 2);
  });

  it('refuses a card’s data that were encrypted for another message', async () => {
    const [one, other] = [network().authorization(card.plastic), network().authorization(card.plastic)];
    expect((await network().post('authorizations', { ...one, Envt: other.Envt })).status).toBe(400);
    expect((await network().post('authorizations', '{')).status).toBe(400);
    expect((await network().post('authorizations', '{}')).status).toBe(400);
  });
});
