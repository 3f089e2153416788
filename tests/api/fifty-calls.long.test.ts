/** @jest-environment ./tests/support/bank-environment.ts */
import { generateSync } from 'otplib';
import type { Card } from '../../libs/contracts/cards';
import { addDays } from '@bank/contracts/days';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { standingOrdersMaximum } from '../../libs/contracts/standing-orders';
import { viewLimit } from '../../libs/contracts/views';
import { cardNetwork, newCard } from '../support/card-network';
import { newCustomer, newPassword, promote, type NewCustomer, type SignedIn } from '../support/customers';
import { type Answer, call } from '../support/http';
import { pngFile } from '../support/identity-files';
import { giveRates } from '../support/rates';
import { sharedBank } from '../support/shared-bank';
import { holdPayments, letNoPaymentGo, letPaymentsGo, newIban, order, paymentCalls } from './payment-fixture';
import { somebody } from './people';

/** Calls at one moment. */
const times = 50;

const { bank, database } = sharedBank();
const payments = paymentCalls(bank.shellUrl, database);
letNoPaymentGo(bank);

type Body = Record<string, unknown> & { id: number; code?: string };
const send = <B = Body>(who: SignedIn | undefined, method: string, path: string, body?: unknown) =>
  call<B>(method, `${bank.shellUrl}/api/${path}`, { ...(who && { token: who.token }), body });

/** How many of the calls had each answer. */
async function crowd(ask: (nth: number) => Promise<Answer<Body>>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, body } of await Promise.all(Array.from({ length: times }, (_, nth) => ask(nth)))) {
    const name = [status, body.code].filter(Boolean).join(' ');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const once = (success: number, refusal: string) => ({ [success]: 1, [`409 ${refusal}`]: times - 1 });
/** Of the answers to a crowd those that should not be. */
const unexpected = (answers: Record<string, number>, expected: RegExp) =>
  Object.keys(answers).filter((each) => !expected.test(each));
const count = async (sql: string, values: unknown[]) => Number((await database.rows(sql, values))[0]?.n);

let customer: NewCustomer;
let admin: NewCustomer;
let colleague: NewCustomer;

beforeAll(async () => {
  await giveRates(database);
  [admin, colleague] = await Promise.all([newCustomer(bank.shellUrl), newCustomer(bank.shellUrl)]);
  for (const who of [admin, colleague]) await promote(database, who);
});
beforeEach(async () => {
  customer = await payments.customer(1_000);
});

it('open one account in a currency', async () => {
  expect(await crowd(() => send(customer, 'POST', 'accounts', { currency: 'USD' }))).toEqual(
    once(201, 'ACCOUNT_EXISTS'),
  );
});

it('close one account once', async () => {
  const { body } = await send(customer, 'POST', 'accounts', { currency: 'USD' });
  const answers = await crowd(() => send(customer, 'DELETE', `accounts/${body.id}`));
  expect(Object.keys(answers).filter((each) => /^5/.test(each))).toEqual([]);
});

it('add one beneficiary', async () => {
  const entry = { name: 'Anne Durand', account: newIban() };
  expect(await crowd(() => send(customer, 'POST', 'beneficiaries', entry))).toEqual(
    once(201, 'BENEFICIARY_KNOWN'),
  );
});

it('make no more standing orders than one may have', async () => {
  const beneficiaries: number[] = [];
  for (let nth = 0; nth < 10; nth += 1) {
    const entry = { name: 'Anne Durand', account: newIban() };
    beneficiaries.push((await send(customer, 'POST', 'beneficiaries', entry)).body.id);
  }
  const make = (nth: number) =>
    send(customer, 'POST', 'standing-orders', {
      beneficiary_id: beneficiaries[nth % beneficiaries.length],
      amount: 1,
      frequency: 'monthly',
      first_run: addDays(parisDay(new Date()), 1),
    });
  const { body } = await make(0);
  const columns =
    'user_id, beneficiary_id, recipient_id, amount, description, frequency, first_run, until_day, next_run, due_at, created_at, currency';
  for (let nth = 0; nth < standingOrdersMaximum - 11; nth += 1) {
    await database.rows(
      `INSERT INTO standing_orders (${columns}) SELECT ${columns} FROM standing_orders WHERE id = ?`,
      [body.id],
    );
  }
  expect(await crowd(make)).toEqual({ 201: 10, '409 LIST_FULL': times - 10 });
});

it('use a quote once', async () => {
  await send(customer, 'POST', 'accounts', { currency: 'USD' });
  const quote = await send(customer, 'POST', 'exchange/quotes', {
    from: 'EUR',
    to: 'USD',
    amount: 10,
    side: 'sell',
  });
  expect(await crowd(() => send(customer, 'POST', 'exchange', { quote_id: quote.body.id }))).toEqual(
    once(201, 'QUOTE_USED'),
  );
});

it('cancel a payment once', async () => {
  const made = await payments.pay(customer, { recipient_account: newIban() });
  const answers = await crowd(() => send(customer, 'POST', `user/payments/${made.id}/cancel`));
  expect(Object.keys(answers).filter((each) => !/^(200|409 PAYMENT_NOT_CANCELLABLE)$/.test(each))).toEqual(
    [],
  );
  expect(await payments.fundsOf(customer)).toEqual([100_000, 0]);
});

it('reject a payment once', async () => {
  const made = await payments.pay(customer, { ...order, recipient_account: newIban() });
  const answers = await crowd(() =>
    send(admin, 'POST', 'paiement/reject', { payment_id: made.id, reason: 'Non' }),
  );
  expect(Object.keys(answers).filter((each) => !/^(200|409 PAYMENT_NOT_PENDING)$/.test(each))).toEqual([]);
  expect(await payments.fundsOf(customer)).toEqual([100_000, 0]);
});

it('replace a lost card once', async () => {
  const { body } = await send<{ card: Card }>(customer, 'POST', 'cards/create', { card_type: 'debit' });
  expect(await crowd(() => send(customer, 'POST', `carte/${body.card.id}/lost`, {}))).toEqual({ 201: times });
  expect((await send<{ cards: Card[] }>(customer, 'GET', 'carte')).body.cards).toHaveLength(2);
});

it('open one incident, and give it one owner', async () => {
  const form = { severity: 'low', title_fr: `Foule ${admin.id}`, title_en: 'Crowd', components: [] };
  expect(await crowd(() => send(admin, 'POST', 'admin/incidents', form))).toEqual(once(201, 'INCIDENT_OPEN'));
  const [row] = await database.rows('SELECT id, version FROM incidents ORDER BY id DESC LIMIT 1');
  const take = (nth: number) =>
    send(nth % 2 ? admin : colleague, 'PUT', `admin/incidents/${row?.id}/owner`, {
      owner: 'me',
      version: Number(row?.version),
    });
  const answers = await crowd(take);
  expect(Object.keys(answers).filter((each) => !/^(200|409 INCIDENT_(CHANGED|TAKEN))$/.test(each))).toEqual(
    [],
  );
  const close = () => send(admin, 'POST', `admin/incidents/${row?.id}/close`, { text: 'Fin.', version: 99 });
  expect(Object.keys(await crowd(close)).filter((each) => /^5/.test(each))).toEqual([]);
});

it('lower the automatic limit once', async () => {
  await letPaymentsGo(database);
  const answers = await crowd((nth) =>
    send(admin, 'PUT', 'admin/payment-settings', { automatic_limit: 100 + nth, seen: 1_000 }),
  );
  await holdPayments(database);
  expect(answers).toEqual(once(200, 'SETTING_CHANGED'));
});

it('keep no more views than one may have', async () => {
  const keep = (name: string) =>
    send(admin, 'POST', 'admin/views', { page: 'payments', query: 'risk=low', shared: false, name });
  for (let nth = 0; nth < 20; nth += 1) await keep(`Une ${nth}`);
  expect(await crowd((nth) => keep(`Vue ${nth}`))).toEqual({
    201: viewLimit - 20,
    '409 VIEW_LIMIT': times - viewLimit + 20,
  });
});

it.each(['keys', 'secret_keys'])('make no more %s than a partner may have', async (kind) => {
  const form = { name: 'Foule', origins: ['https://foule.example'] };
  const { body: partner } = await send(admin, 'POST', 'admin/partners', form);
  const answers = await crowd(() =>
    send(admin, 'POST', `admin/partners/${partner.id}/${kind}`, { mode: 'test' }),
  );
  expect(Object.keys(answers).sort()).toEqual(['201', '409 PARTNER_KEY_LIMIT']);
});

it('sign one person up', async () => {
  const person = somebody();
  const answers = await crowd(() => send(undefined, 'POST', 'auth/signup', person));
  expect(answers[201]).toBe(1);
  expect(
    Object.keys(answers).filter((each) => !/^(201|409 (EMAIL|USERNAME)_TAKEN|503.*|429.*)$/.test(each)),
  ).toEqual([]);
});

it('end the relation once', async () => {
  const answers = await crowd(() => send(customer, 'POST', 'settings/closing', { iban: newIban() }));
  expect(Object.keys(answers).filter((each) => /^5/.test(each))).toEqual([]);
  expect(await count('SELECT COUNT(*) AS n FROM relation_closings WHERE user_id = ?', [customer.id])).toBe(1);
});

it('subscribe no more browsers than one may have', async () => {
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
  const answers = await crowd((nth) =>
    send(customer, 'POST', 'push/subscriptions', {
      endpoint: `https://fcm.googleapis.com/fcm/send/${nth}`,
      keys,
    }),
  );
  expect(Object.keys(answers).filter((each) => /^5/.test(each))).toEqual([]);
});

it('refresh one session of many tabs', async () => {
  const refresh = () =>
    call<Body>('POST', `${bank.shellUrl}/api/auth/refresh`, { token: customer.refreshToken });
  expect(await crowd(refresh)).toEqual({ 200: times });
});

it('make one person of a form of the back-office', async () => {
  const { password: _none, ...person } = somebody();
  const form = { ...person, phone: '', role: 'user', status: 'active', kyc_status: 'pending' };
  const answers = await crowd(() => send(admin, 'POST', 'admin/users', form));
  expect(Object.keys(answers).filter((each) => !/^(201|409 (EMAIL|USERNAME)_TAKEN)$/.test(each))).toEqual([]);
  expect(answers[201]).toBe(1);
});

describe('about one case', () => {
  const files = (texts: Record<string, string>, name = 'files') => {
    const body = new FormData();
    for (const [field, value] of Object.entries(texts)) body.append(field, value);
    if (name === 'documents') body.append('documents', new Blob([new Uint8Array(pngFile())]), 'a.png');
    return body;
  };

  it('open it, give it one owner, and decide it once', async () => {
    const card = await newCard(bank, database, customer, { virtual: true });
    const network = cardNetwork(bank);
    const { reference } = await network.authorize(card.plastic, { amount: '20.00' });
    await network.post('clearings', network.clearing(card.plastic, reference, { amount: '20.00' }));
    const list = await send<{ transactions: { id: number }[] }>(customer, 'GET', 'user/transactions?limit=1');
    const texts = { reason: 'not_received', text: 'Jamais arrivé.' };
    const dispute = () =>
      send(customer, 'POST', `transactions/${list.body.transactions[0]?.id}/dispute`, files(texts));
    expect(await crowd(dispute)).toEqual(once(201, 'DISPUTE_EXISTS'));
    const [row] = await database.rows(
      'SELECT id, version FROM cases WHERE user_id = ? ORDER BY id DESC LIMIT 1',
      [customer.id],
    );
    const path = `admin/cases/${row?.id}`;
    const take = (nth: number) =>
      send(nth % 2 ? admin : colleague, 'PUT', `${path}/assignee`, {
        assignee: 'me',
        version: Number(row?.version),
      });
    expect(unexpected(await crowd(take), /^(200|409 CASE_(CHANGED|TAKEN))$/)).toEqual([]);
    const { body } = await send<Body & { version: number; assignee: { id: number } }>(admin, 'GET', path);
    const owner = body.assignee.id === admin.id ? admin : colleague;
    const decide = () =>
      send(owner, 'POST', `${path}/decision`, {
        decision: 'refused',
        reason: 'Il est arrivé.',
        version: body.version,
      });
    const decided = await crowd(decide);
    expect(decided[200]).toBe(1);
    expect(unexpected(decided, /^(200|409 CASE_(CHANGED|DECIDED))$/)).toEqual([]);
  });

  it('review an identity once', async () => {
    const who = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    const person = { firstName: 'Élodie', lastName: 'Martin', birthDate: '1990-05-17', address: '1 rue A' };
    const sent = await crowd(() => send(who, 'POST', 'kyc', files(person, 'documents')));
    expect(unexpected(sent, /^(201|409.*|429.*)$/)).toEqual([]);
    const [row] = await database.rows(
      "SELECT id FROM kyc_submissions WHERE user_id = ? AND status = 'pending'",
      [who.id],
    );
    const review = () =>
      send(admin, 'POST', `admin/kyc/${row?.id}/review`, { status: 'rejected', reason: 'Illisible' });
    expect(await crowd(review)).toEqual(once(200, 'KYC_NOT_PENDING'));
  });
});

it('enable a second factor once', async () => {
  const { body } = await send<{ secret: string }>(customer, 'POST', 'settings/2fa/setup', {});
  const code = generateSync({ secret: body.secret, epoch: Math.floor(Date.now() / 1000) });
  const answers = await crowd(() =>
    send(customer, 'POST', 'settings/2fa/enable', { code, password: newPassword }),
  );
  expect(answers[200]).toBe(1);
  expect(unexpected(answers, /^(200|4\d\d .*)$/)).toEqual([]);
});

it('approve a request once', async () => {
  const limits = { transfer_limit: 250_000, withdrawal_limit: 1_000, card_limit: 3_000, reason: 'Demande' };
  const asked = await send<{ approval: { id: number } }>(
    admin,
    'PUT',
    `admin/users/${customer.id}/limits`,
    limits,
  );
  expect(asked.status).toBe(202);
  const other = await newCustomer(bank.shellUrl);
  await promote(database, other);
  const answers = await crowd(() => send(other, 'POST', `admin/approvals/${asked.body.approval.id}/approve`));
  expect(answers[200]).toBe(1);
  expect(unexpected(answers, /^(200|409 APPROVAL_NOT_PENDING)$/)).toEqual([]);
});

it('save one draft of a rule', async () => {
  const definition = {
    name: { fr: `Foule ${admin.id}`, en: 'Crowd' },
    reason: { fr: 'Rare.', en: 'Rare.' },
    events: ['transfer'],
    action: 'hold',
    weight: 10,
    enabled: false,
    condition: {
      test: 'all',
      of: [
        {
          test: 'compare',
          left: { of: 'fact', fact: 'amount' },
          is: 'at_least',
          right: { of: 'number', value: 9_999.99 },
        },
      ],
    },
  };
  const { body } = await send(admin, 'POST', 'admin/rules', { definition, base_version: 0 });
  const [draft] = (body as unknown as { versions: { changed_at: string }[] }).versions;
  const answers = await crowd((nth) =>
    send(admin, 'PUT', `admin/rules/${body.id}`, {
      definition: { ...definition, weight: 11 + nth },
      base_version: 1,
      base_changed_at: draft?.changed_at,
    }),
  );
  expect(answers).toEqual(once(200, 'RULE_CHANGED'));
});

it('change a partner once', async () => {
  const form = { name: 'Foule', origins: ['https://foule.example'] };
  const { body } = await send<Body & { version?: number }>(admin, 'POST', 'admin/partners', form);
  const { id: _id, ...seen } = body;
  const answers = await crowd((nth) =>
    send(admin, 'PUT', `admin/partners/${body.id}`, { ...form, name: `Foule ${nth}`, seen }),
  );
  expect(unexpected(answers, /^(200|409 PARTNER_CHANGED|422.*)$/)).toEqual([]);
});
