/** @jest-environment ./tests/support/bank-environment.ts */
import { randomBytes } from 'node:crypto';
import { addDays } from '@bank/contracts/days';
import {
  type StandingOrder,
  type StandingOrderList,
  standingOrdersMaximum,
} from '@bank/contracts/standing-orders';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { demonstrationPerson, newCustomer, type NewCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { statuses } from './people';

const { bank, database } = sharedBank();
const today = parisDay(new Date());
const tomorrow = addDays(today, 1);
let who: NewCustomer;
let recipient: NewCustomer;
let beneficiary: number;

const send = <Body = StandingOrder>(
  as: SignedIn,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  call<Body & { code?: string; fields?: Record<string, string> }>(method, `${bank.shellUrl}/api/${path}`, {
    token: as.token,
    body,
    headers,
  });
const listOf = async (as: SignedIn) =>
  (await send<StandingOrderList>(as, 'GET', 'standing-orders')).body.standing_orders;
const create = (changed: object = {}, headers?: Record<string, string>) =>
  send(
    who,
    'POST',
    'standing-orders',
    { beneficiary_id: beneficiary, amount: 12.5, frequency: 'monthly', first_run: tomorrow, ...changed },
    headers,
  );

beforeEach(async () => {
  who = await newCustomer(bank.shellUrl);
  recipient = await newCustomer(bank.shellUrl, { first_name: 'Paul', last_name: 'Nadir' });
  const entry = { name: 'Anne Durand', account: 'DE89370400440532013000' };
  beneficiary = (await send<{ id: number }>(who, 'POST', 'beneficiaries', entry)).body.id;
});

const publishedOf = async ({ id }: { id: number }) =>
  (await database.rows(`SELECT 1 FROM events WHERE user_id = ? AND type = 'planned_payment'`, [id])).length;

it('is made to a beneficiary or a customer, listed by its next day, changed and stopped', async () => {
  const made = await create({ description: 'Loyer', until: addDays(today, 400) });
  expect([made.status, made.body]).toEqual([
    201,
    {
      id: made.body.id,
      beneficiary_id: beneficiary,
      recipient_id: null,
      payee: 'Anne Durand',
      account: 'DE89370400440532013000',
      amount: 12.5,
      currency: 'EUR',
      description: 'Loyer',
      frequency: 'monthly',
      first_run: tomorrow,
      until: addDays(today, 400),
      next_run: tomorrow,
      last_run: null,
    },
  ]);
  const toCustomer = { beneficiary_id: null, recipient_id: recipient.id, first_run: today };
  const other = await create({ ...toCustomer, frequency: 'quarterly' });
  expect(other.body).toMatchObject({ payee: 'Paul N.', account: null, next_run: today });
  expect((await listOf(who)).map(({ id }) => id)).toEqual([other.body.id, made.body.id]);
  const changed = await send(who, 'PUT', `standing-orders/${made.body.id}`, {
    beneficiary_id: beneficiary,
    amount: 20,
    frequency: 'weekly',
    first_run: addDays(today, 3),
  });
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { amount: 20, description: null, until: null, next_run: addDays(today, 3) },
  ]);
  expect((await send(who, 'DELETE', `standing-orders/${made.body.id}`)).status).toBe(204);
  expect((await send(who, 'DELETE', `standing-orders/${made.body.id}`)).status).toBe(404);
  expect((await listOf(who)).map(({ id }) => id)).toEqual([other.body.id]);
  // The lists that the customer's other devices show follow each of the four changes.
  expect(await publishedOf(who)).toBe(4);
});

it.each([
  ['no payee', { beneficiary_id: null }, ['beneficiary_id']],
  ['two payees', { recipient_id: 1 }, ['recipient_id']],
  ['a first day in the past', { first_run: addDays(today, -1) }, ['first_run']],
  ['an end before the first day', { until: today }, ['until']],
  ['no amount of cents', { amount: 0.001 }, ['amount']],
  ['a day that does not exist', { first_run: '2027-02-30' }, ['first_run']],
  ['another frequency', { frequency: 'daily' }, ['frequency']],
])('refuses %s beside its field', async (_what, changed, fields) => {
  const refused = await create(changed);
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, fields]);
});

it('refuses the caller, an unknown customer, and another customer’s payee', async () => {
  const to = async (id: number) => (await create({ beneficiary_id: null, recipient_id: id })).body.code;
  expect(await to(who.id)).toBe('TRANSFER_TO_SELF');
  expect(await to(4_294_967_295)).toBe('RECIPIENT_NOT_FOUND');
  const entry = { name: 'Anne Durand', account: 'DE89370400440532013000' };
  const theirs = (await send<{ id: number }>(recipient, 'POST', 'beneficiaries', entry)).body.id;
  expect((await create({ beneficiary_id: theirs })).status).toBe(404);
});

it('is nobody else’s', async () => {
  const { id } = (await create()).body;
  const order = { recipient_id: who.id, amount: 1, frequency: 'weekly', first_run: tomorrow };
  expect((await send(recipient, 'PUT', `standing-orders/${id}`, order)).status).toBe(404);
  expect((await send(recipient, 'DELETE', `standing-orders/${id}`)).status).toBe(404);
  expect(await listOf(recipient)).toEqual([]);
  expect(await listOf(who)).toMatchObject([{ id, amount: 12.5 }]);
});

it('is made once for calls with one key', async () => {
  const key = { 'idempotency-key': randomBytes(8).toString('hex') };
  const made = await Promise.all([1, 2, 3].map(() => create({}, key)));
  expect(statuses(made)).toEqual({ 201: 3 });
  expect(await listOf(who)).toHaveLength(1);
  expect((await create({ amount: 13 }, key)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

it('counts again when a change has one go on that had ended', async () => {
  const [ended, going] = [(await create()).body.id, (await create()).body.id];
  const columns =
    'user_id, beneficiary_id, recipient_id, amount, description, frequency, first_run, until_day, next_run, due_at, created_at, currency';
  const again = `SELECT ${columns} FROM standing_orders WHERE id = ?`;
  await database.rows(
    `INSERT INTO standing_orders (${columns}) ${Array(standingOrdersMaximum - 1)
      .fill(again)
      .join(' UNION ALL ')}`,
    Array<number>(standingOrdersMaximum - 1).fill(going),
  );
  await database.rows('UPDATE standing_orders SET next_run = NULL, due_at = NULL WHERE id = ?', [ended]);
  const change = () =>
    send(who, 'PUT', `standing-orders/${ended}`, {
      beneficiary_id: beneficiary,
      amount: 20,
      frequency: 'weekly',
      first_run: tomorrow,
    });
  expect(await change()).toMatchObject({ status: 409, body: { code: 'LIST_FULL' } });
  expect((await send(who, 'DELETE', `standing-orders/${going}`)).status).toBe(204);
  expect(await change()).toMatchObject({ status: 200, body: { next_run: tomorrow } });
  // One that goes on already changes nothing in the number.
  expect((await change()).status).toBe(200);
});

it('keeps its beneficiary in the address book until it is stopped', async () => {
  const { id } = (await create()).body;
  const remove = () => send(who, 'DELETE', `beneficiaries/${beneficiary}`);
  expect((await remove()).body.code).toBe('BENEFICIARY_IN_USE');
  await send(who, 'DELETE', `standing-orders/${id}`);
  expect((await remove()).status).toBe(204);
});

it('that has ended leaves the list with its beneficiary, who can be removed', async () => {
  const { id } = (await create()).body;
  const kept = (await create({ recipient_id: recipient.id, beneficiary_id: undefined })).body.id;
  await database.rows('UPDATE standing_orders SET next_run = NULL, due_at = NULL WHERE id = ?', [id]);
  expect((await listOf(who)).map((order) => order.id).sort()).toEqual([id, kept].sort());
  expect((await send(who, 'DELETE', `beneficiaries/${beneficiary}`)).status).toBe(204);
  expect((await listOf(who)).map((order) => order.id)).toEqual([kept]);
  // Two orders, and the one that is gone.
  expect(await publishedOf(who)).toBe(3);
});

it('does not give away the names of customers: one to each counts as a search', async () => {
  const named = { beneficiary_id: null, recipient_id: recipient.id };
  const key = { 'idempotency-key': randomBytes(8).toString('hex') };
  const first = await create(named, key);
  const made = await Promise.all(Array.from({ length: 31 }, () => create(named)));
  expect(statuses(made)).toEqual({ 201: 29, 429: 2 });
  expect(await create(named, key)).toMatchObject({ status: 201, body: first.body });
});

it('belongs to the demonstration data: marie has two beneficiaries and a standing order', async () => {
  const marie = await demonstrationPerson(bank.shellUrl, 'marie');
  const { body } = await send<{ beneficiaries: object[] }>(marie, 'GET', 'beneficiaries');
  expect(body.beneficiaries).toHaveLength(2);
  expect(await listOf(marie)).toMatchObject([
    { frequency: 'monthly', next_run: expect.any(String) as string },
  ]);
});
