/** @jest-environment ./tests/support/bank-environment.ts */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { AppealSubject } from '@bank/contracts/case-topics';
import { type Stop, nextSteps } from '@bank/contracts/next-step';
import { cardNetwork, newCard } from '../support/card-network';
import { newCustomer, type NewCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { pdfFile, pngFile } from '../support/identity-files';
import { sharedBank } from '../support/shared-bank';
import { collectionCalls, dayFromNow } from './collections-fixture';

const { bank, database } = sharedBank();
let marie: NewCustomer;
let other: NewCustomer;
let clerk: NewCustomer;

interface Answer {
  id: number;
  version: number;
  code?: string;
  reason?: string;
  why: Stop | null;
  case_id: number | null;
  state: string;
  kind: string;
  topic: string;
  way: string | null;
  links: { type: string; id: number }[];
  decision: string | null;
  due_at: string;
  entries: { kind: string; text: string; files: { id: number }[] }[];
  cards: { id: number; why: Stop | null }[];
  purchases: { id: number; why: Stop | null }[];
  balance: { why: Stop | null };
  notifications: { title: string }[];
  direct_debits: { id: number; why: Stop | null }[];
  mandates: { id: number; why: Stop | null }[];
  standing_orders: { last_run: { why: Stop | null } | null }[];
  payment: { id: number; why: Stop | null };
}
const api = (who: SignedIn, method: string, route: string, body?: unknown, headers = {}) =>
  call<Answer>(method, `${bank.shellUrl}/api/${route}`, { token: who.token, body, headers });
const form = (texts: Record<string, string>, files: Buffer[] = []) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(texts)) body.append(name, value);
  for (const [at, content] of files.entries())
    body.append(
      'files',
      new Blob([new Uint8Array(content)]),
      `piece-${at}.${content[0] === 0x25 ? 'pdf' : 'png'}`,
    );
  return body;
};
const appeal = (who: SignedIn, about: AppealSubject, id?: number, files: Buffer[] = [], headers = {}) => {
  const texts = { about, text: 'Vous vous trompez : voici pourquoi.', ...(id && { id: String(id) }) };
  return api(who, 'POST', 'appeals', form(texts, files), headers);
};
const offer = (who: SignedIn, about: AppealSubject, id?: number) =>
  api(who, 'GET', `appeals/subject?about=${about}${id ? `&id=${id}` : ''}`);
const stored = () => readdir(path.join(bank.dataDir, 'documents')).catch(() => []);
/** Every stop has words, and a step that leads somewhere of this bank's. */
const mustExplain = (why: Stop | null | undefined, state: Stop['state']) => {
  expect(why?.state).toBe(state);
  expect(why?.reason).toMatch(/\S.*\./);
  expect(why?.next_step.text).toMatch(/\S.*\.$/);
  expect(Object.keys(nextSteps)).toContain(why?.next_step.action);
};

/** An identity file that the machine leaves to a person: it can read none of these pictures. */
function identityForm(): FormData {
  const body = new FormData();
  const texts = { firstName: 'Test', lastName: 'Client', birthDate: '1990-05-17', address: '1 rue A' };
  for (const [name, value] of Object.entries(texts)) body.append(name, value);
  for (const kind of ['identity', 'address', 'income', 'selfie']) {
    body.append('kinds', kind);
    body.append('documents', new Blob([new Uint8Array(pngFile(2, 2))]), `${kind}.png`);
  }
  return body;
}

/** A payment that waits for a person, which a refusal then ends. */
async function payment(who: SignedIn): Promise<Answer['payment']> {
  const { body } = await call<Pick<Answer, 'payment'>>('POST', `${bank.shellUrl}/api/paiement`, {
    token: who.token,
    body: {
      amount: 1_200,
      currency: 'EUR',
      recipient_account: 'FR7630006000011234567890189',
      recipient_name: 'Garage Martin',
      payment_method: 'sepa_transfer',
      description: 'Réparation',
    },
  });
  return body.payment;
}
const reject = (id: number, reason?: string) =>
  api(clerk, 'POST', 'paiement/reject', { payment_id: id, ...(reason && { reason }) });

beforeAll(async () => {
  [marie, other, clerk] = (await Promise.all([1, 2, 3].map(() => newCustomer(bank.shellUrl)))) as [
    ...[NewCustomer, NewCustomer, NewCustomer],
  ];
  await promote(database, clerk);
  await api(marie, 'POST', 'balance/update', { amount: 9_000, type: 'add' });
});

describe('a stop without an error', () => {
  it('a held payment, then a refused one, carry their reason, the remedy and its deadline', async () => {
    const { id, why: held } = await payment(marie);
    mustExplain(held, 'held');
    expect((await api(marie, 'GET', `user/payments/${id}`)).body.why).toEqual(held);
    expect(Date.parse(held?.until ?? '')).toBeGreaterThan(Date.now());
    await reject(id, 'Le compte du garage est signalé.');
    const refused = (await api(marie, 'GET', `user/payments/${id}`)).body.why;
    mustExplain(refused, 'refused');
    expect(refused?.reason).toContain('Le compte du garage est signalé.');
    expect(refused?.appeal).toBe(`/disputes/why?about=payment&id=${id}`);
    expect((await offer(marie, 'payment', id)).body).toMatchObject({ why: refused, case_id: null });
  });

  it('a card of one’s own blocking, one of the bank’s, and a declined use', async () => {
    const card = await newCard(bank, database, marie, { virtual: true });
    const of = async () =>
      (await api(marie, 'GET', 'carte')).body.cards.find(({ id }) => id === card.id)?.why;
    expect(await of()).toBeNull();
    await cardNetwork(bank).authorize(card.plastic, { amount: '20000.00' });
    const [declined] = (await api(marie, 'GET', 'carte/purchases')).body.purchases;
    mustExplain(declined?.why, 'refused');
    expect((await offer(marie, 'card_payment', declined?.id)).body.why).toEqual(declined?.why);
    await api(marie, 'PUT', `carte/${card.id}/status`, { status: 'blocked' });
    mustExplain(await of(), 'blocked');
    expect((await offer(marie, 'card', card.id)).body.code).toBe('APPEAL_NOT_POSSIBLE');
    await database.rows('UPDATE cards SET blocked_by_bank = 1 WHERE id = ?', [card.id]);
    mustExplain(await of(), 'blocked');
    expect((await appeal(marie, 'card', card.id)).body).toMatchObject({ kind: 'appeal', topic: 'card' });
  });

  it('a direct debit without cover, a blocked creditor, and a standing order that did not leave', async () => {
    const poor = await newCustomer(bank.shellUrl);
    const [account] = await database.rows('SELECT iban FROM accounts WHERE user_id = ? AND currency = ?', [
      poor.id,
      'EUR',
    ]);
    const calls = collectionCalls(bank, database);
    await calls.collect(String(account?.iban), { amount: { minor: 90_000n, currency: 'EUR' } });
    const [debit] = (await api(poor, 'GET', 'direct-debits')).body.direct_debits;
    mustExplain(debit?.why, 'refused');
    expect(debit?.why?.next_step).toMatchObject({ action: 'add_funds', path: '/dashboard/balance' });
    expect((await offer(poor, 'direct_debit', debit?.id)).body.why).toEqual(debit?.why);
    expect((await offer(other, 'direct_debit', debit?.id)).status).toBe(404);
    expect((await appeal(poor, 'direct_debit', debit?.id)).body).toMatchObject({ topic: 'direct_debit' });
    const [mandate] = (await api(poor, 'GET', 'mandates')).body.mandates;
    expect(mandate?.why).toBeNull();
    mustExplain((await api(poor, 'POST', `mandates/${mandate?.id}/block`)).body.why, 'blocked');

    const order = { recipient_id: marie.id, amount: 10, frequency: 'weekly', first_run: dayFromNow(1) };
    const { body: made } = await api(poor, 'POST', 'standing-orders', order);
    const run = (status: string) =>
      database.rows(
        `REPLACE INTO standing_order_runs (order_id, occurrence_day, status, attempts, reason, created_at)
         VALUES (?, ?, ?, 1, 'INSUFFICIENT_FUNDS', UTC_TIMESTAMP(3))`,
        [made.id, dayFromNow(-1), status],
      );
    const why = async () =>
      (await api(poor, 'GET', 'standing-orders')).body.standing_orders[0]?.last_run?.why;
    expect(await why()).toBeUndefined();
    await run('retrying');
    mustExplain(await why(), 'held');
    await run('skipped');
    mustExplain(await why(), 'refused');
    expect((await offer(poor, 'standing_order', made.id)).body.why).toEqual(await why());
    expect((await offer(other, 'standing_order', made.id)).status).toBe(404);
    expect((await appeal(poor, 'standing_order', made.id)).body).toMatchObject({ topic: 'standing_order' });
  });

  it('an identity that is missing, waits and was rejected, and the limits until it is approved', async () => {
    const fresh = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    const identity = async () => (await api(fresh, 'GET', 'kyc')).body.why;
    mustExplain(await identity(), 'blocked');
    mustExplain((await api(fresh, 'GET', 'solde')).body.balance.why, 'blocked');
    expect((await api(marie, 'GET', 'solde')).body.balance.why).toBeNull();
    await api(fresh, 'POST', 'kyc', identityForm());
    mustExplain(await identity(), 'held');
    const [sent] = await database.rows('SELECT MAX(id) AS id FROM kyc_submissions WHERE user_id = ?', [
      fresh.id,
    ]);
    const refusal = { status: 'rejected', reason: 'La photo est floue.' };
    expect((await api(clerk, 'POST', `admin/kyc/${sent?.id}/review`, refusal)).status).toBe(200);
    const rejected = await identity();
    mustExplain(rejected, 'refused');
    expect(rejected?.reason).toContain('La photo est floue.');
    const opened = await appeal(fresh, 'identity');
    expect([opened.status, opened.body.kind, opened.body.topic]).toEqual([201, 'appeal', 'identity']);
  });
});

describe('an appeal', () => {
  it('is one case of a refused payment with its file, and its answer reaches the customer', async () => {
    const { id } = await payment(marie);
    await reject(id);
    const opened = await appeal(marie, 'payment', id, [pdfFile('a bill')]);
    expect([opened.status, opened.body.kind, opened.body.state]).toEqual([201, 'appeal', 'open']);
    expect(opened.body.entries[0]?.files).toHaveLength(1);
    expect((await offer(marie, 'payment', id)).body.case_id).toBe(opened.body.id);
    const read = (await api(clerk, 'GET', `admin/cases/${opened.body.id}`)).body;
    expect([read.way, read.links]).toEqual(['words', [expect.objectContaining({ type: 'payment', id })]]);
    const decision = { decision: 'accepted', reason: 'Refaites-le, il partira.', version: read.version };
    expect((await api(clerk, 'POST', `admin/cases/${read.id}/decision`, decision)).status).toBe(200);
    const again = await api(clerk, 'POST', `admin/cases/${read.id}/decision`, decision);
    expect(again.body.code).toBe('CASE_DECIDED');
    const own = (await api(marie, 'GET', `user/cases/${read.id}`)).body;
    expect([own.decision, own.entries.at(-1)?.text]).toEqual(['accepted', 'Refaites-le, il partira.']);
    const told = (await api(marie, 'GET', 'notifications')).body.notifications;
    expect(told.map(({ title }) => title)).toContain('Votre recours est accepté');
    // A new fact may be brought in another one.
    expect((await appeal(marie, 'payment', id)).status).toBe(201);
  });

  it('keeps a long text whole, whatever its letters and line ends, and refuses a longer one', async () => {
    const { id } = await payment(marie);
    await reject(id);
    const write = (text: string) =>
      api(marie, 'POST', 'appeals', form({ about: 'payment', id: String(id), text }));
    for (const text of ['€'.repeat(4_001), 'é'.repeat(40_000)]) {
      const { status, body } = await write(text);
      expect([status, body]).toMatchObject([422, { fields: { text: 'Ce texte est trop long.' } }]);
    }
    const text = `${'€'.repeat(3_000)}\n${'é'.repeat(999)}`;
    const { status, body } = await write(text);
    expect([status, body.entries.at(-1)?.text]).toEqual([201, text]);
  });

  it('of twenty at once about one payment, is one case and leaves no file of the others', async () => {
    const { id } = await payment(marie);
    const before = (await stored()).length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => appeal(marie, 'payment', id, at < 6 ? [pngFile(2, 2)] : [])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('APPEAL_EXISTS');
    const won = answers.find(({ status }) => status === 201)?.body;
    expect((await stored()).length - before).toBe(won?.entries[0]?.files.length);
  });

  it('is possible for the customer’s own stopped objects, with five documents', async () => {
    const { id } = await payment(marie);
    expect((await appeal(other, 'payment', id)).status).toBe(404);
    expect((await offer(other, 'payment', id)).status).toBe(404);
    const card = await newCard(bank, database, marie, { virtual: true });
    expect((await appeal(other, 'card', card.id)).status).toBe(404);
    expect((await appeal(marie, 'card', card.id)).body.code).toBe('APPEAL_NOT_POSSIBLE');
    expect((await appeal(marie, 'identity')).body.code).toBe('APPEAL_NOT_POSSIBLE');
    expect((await api(marie, 'POST', 'appeals', form({ about: 'balance', text: 'x' }))).status).toBe(422);
    const before = await stored();
    const many = await appeal(
      marie,
      'payment',
      id,
      Array.from({ length: 50 }, () => pngFile(2, 2)),
    );
    expect(many.status).toBeGreaterThanOrEqual(400);
    const page = await appeal(marie, 'payment', id, [Buffer.from('<script>alert(1)</script>')]);
    expect(page.body.code).toBe('DOCUMENT_TYPE_REFUSED');
    expect(await stored()).toEqual(before);
  });

  it('is closed to other customers, and to staff about themselves', async () => {
    const { body } = await appeal(clerk, 'account');
    expect((await api(other, 'GET', `user/cases/${body.id}`)).status).toBe(404);
    const decision = { decision: 'accepted', reason: 'Oui.', version: 1 };
    expect((await api(clerk, 'GET', `admin/cases/${body.id}`)).body.code).toBe('OWN_CASE');
    expect((await api(clerk, 'POST', `admin/cases/${body.id}/decision`, decision)).body.code).toBe(
      'OWN_CASE',
    );
    expect((await api(other, 'POST', `admin/cases/${body.id}/decision`, decision)).status).toBe(403);
  });

  it('is answered ten times a day, also when all come at once', async () => {
    const flood = await newCustomer(bank.shellUrl);
    await api(flood, 'POST', 'balance/update', { amount: 9_000, type: 'add' });
    await database.rows(
      `INSERT INTO cases (reference, kind, topic, user_id, state, decision, due_at, created_at)
       SELECT CONCAT('FLOOD', seq), 'appeal', 'transfer', ?, 'decided', 'refused', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)
       FROM seq_1_to_9`,
      [flood.id],
    );
    const answers = await Promise.all(
      (['account', 'transfer', 'account', 'transfer'] as const).map((about, at) =>
        appeal(flood, about, undefined, [], { 'idempotency-key': `appeal-${at}` }),
      ),
    );
    const opened = answers.findIndex(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await appeal(flood, 'transfer')).body.code).toBe('TOO_MANY_REQUESTS');
    const about = opened % 2 ? 'transfer' : 'account';
    const repeated = await appeal(flood, about, undefined, [], { 'idempotency-key': `appeal-${opened}` });
    expect([repeated.status, repeated.body.id]).toEqual([201, answers[opened]?.body.id]);
  });
});
