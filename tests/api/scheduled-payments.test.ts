/** @jest-environment ./tests/support/bank-environment.ts */
import { addDays } from '@bank/contracts/days';
import { scheduledPaymentsMaximum } from '@bank/contracts/scheduled-payments';
import { parisDay, startOfParisDay } from '../../bff/src/platform/time/paris-day';
import { sharedBank } from '../support/shared-bank';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';

const { bank, database } = sharedBank();
let marie: SignedIn;
let cardId: number;

beforeAll(async () => {
  marie = await newCustomer(bank.shellUrl);
  cardId = await newCard(marie);
});

type Body = Record<string, unknown> & { id: number; card: { id: number }; scheduled: { id: number }[] };
const send = (
  who: SignedIn,
  method: string,
  route: string,
  body?: unknown,
  headers?: Record<string, string>,
) =>
  call<Body>(method, `${bank.shellUrl}/api/${route}`, {
    token: who.token,
    body,
    ...(headers && { headers }),
  });
const newCard = async (who: SignedIn) =>
  (await send(who, 'POST', 'cards/create', { card_type: 'debit' })).body.card.id;
const today = () => parisDay(new Date());
const order = (over: Record<string, unknown> = {}) => ({
  card_id: cardId,
  amount: 12.5,
  label: 'Salle de sport',
  frequency: 'monthly',
  first_run: today(),
  ...over,
});
const create = (over: Record<string, unknown> = {}, who = marie) =>
  send(who, 'POST', 'user/scheduled_payments', order(over));
const list = async (who: SignedIn) => (await send(who, 'GET', 'user/scheduled_payments')).body.scheduled;

describe('a scheduled debit', () => {
  it('is ordered from a card, and listed', async () => {
    const who = await newCustomer(bank.shellUrl);
    const card = await newCard(who);
    const first = addDays(today(), 3);
    const answer = await create({ card_id: card, first_run: first }, who);
    const expected = {
      id: expect.any(Number) as number,
      card_id: card,
      amount: 12.5,
      currency: 'EUR',
      active: true,
      next_run: startOfParisDay(first).toISOString(),
      label: 'Salle de sport',
      frequency: 'monthly',
      first_run: first,
    };
    expect([answer.status, answer.body]).toEqual([201, expected]);
    expect(await list(who)).toEqual([answer.body]);
  });

  it('is ordered for the day of a moment in UTC, as its next run is written', async () => {
    const first = addDays(today(), 2);
    const next_run = startOfParisDay(first).toISOString();
    const { status, body } = await create({ first_run: next_run });
    expect([status, body.first_run, body.next_run]).toEqual([201, first, next_run]);
  });

  it.each([
    [{ first_run: '2020-01-01' }, 422, 'first_run'],
    [{ first_run: '2020-01-01T00:00:00Z' }, 422, 'first_run'],
    [{ first_run: 'tomorrow' }, 422, 'first_run'],
    [{ first_run: undefined }, 400, 'first_run'],
    [{ amount: 0 }, 422, 'amount'],
    [{ amount: 0.001 }, 422, 'amount'],
    [{ amount: 3000.01 }, 422, 'amount'],
    [{ amount: '5' }, 400, 'amount'],
    [{ label: ' ' }, 422, 'label'],
    [{ label: 'x'.repeat(141) }, 422, 'label'],
    [{ frequency: 'daily' }, 422, 'frequency'],
  ])('is refused with %j', async (over, status, field) => {
    const before = (await list(marie)).length;
    const answer = await create(over);
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([status, [field]]);
    expect(await list(marie)).toHaveLength(before);
  });

  it('may use the whole limit of a card, from today on', async () => {
    expect((await create({ amount: 3000 })).status).toBe(201);
    expect((await create({ first_run: addDays(today(), -1) })).status).toBe(422);
  });

  it('needs an active card of the caller', async () => {
    const stranger = await newCustomer(bank.shellUrl);
    expect((await create({}, stranger)).status).toBe(404);
    const blocked = await newCard(marie);
    await send(marie, 'PUT', `carte/${blocked}/status`, { status: 'blocked' });
    const refused = await create({ card_id: blocked });
    expect([refused.status, refused.body.code]).toEqual([409, 'CARD_BLOCKED']);
  });

  it('is one of at most a hundred that were not deleted', async () => {
    const who = await newCustomer(bank.shellUrl);
    const card = await newCard(who);
    const { id } = (await create({ card_id: card }, who)).body;
    const columns = 'user_id, card_id, amount, currency, label, frequency, first_run, next_run, created_at';
    const again = `SELECT ${columns} FROM scheduled_payments WHERE id = ?`;
    const rows = Array.from({ length: scheduledPaymentsMaximum - 1 }, () => again).join(' UNION ALL ');
    await database.rows(
      `INSERT INTO scheduled_payments (${columns}) ${rows}`,
      Array<number>(scheduledPaymentsMaximum - 1).fill(id),
    );
    expect(await create({ card_id: card }, who)).toMatchObject({ status: 409, body: { code: 'LIST_FULL' } });
    expect((await send(who, 'DELETE', `user/scheduled_payments/${id}`)).status).toBe(204);
    expect((await create({ card_id: card }, who)).status).toBe(201);
  });

  it('is ordered once for one key', async () => {
    const before = (await list(marie)).length;
    const sent = Array.from({ length: 10 }, () =>
      send(marie, 'POST', 'user/scheduled_payments', order(), { 'idempotency-key': 'one-debit' }),
    );
    expect(new Set((await Promise.all(sent)).map(({ body }) => body.id)).size).toBe(1);
    expect(await list(marie)).toHaveLength(before + 1);
  });

  it('is deleted by its owner only, and only once', async () => {
    const { id } = (await create()).body;
    const stranger = await newCustomer(bank.shellUrl);
    const remove = async (who: SignedIn) =>
      (await send(who, 'DELETE', `user/scheduled_payments/${id}`)).status;
    expect([await remove(stranger), await remove(marie), await remove(marie)]).toEqual([404, 204, 404]);
    expect((await list(marie)).map((debit) => debit.id)).not.toContain(id);
    expect((await send(marie, 'POST', 'scheduled_payments/activate', { id })).status).toBe(404);
  });
});

describe('switching', () => {
  const actives = async () =>
    Object.fromEntries(
      (await list(marie)).map((debit) => [debit.id, (debit as unknown as { active: boolean }).active]),
    );

  it('concerns one debit, or all of a card', async () => {
    const card = await newCard(marie);
    const [one, two] = [
      (await create({ card_id: card })).body.id,
      (await create({ card_id: card, frequency: 'weekly' })).body.id,
    ];
    const off = await send(marie, 'POST', 'scheduled_payments/deactivate', { id: one, card_id: card });
    expect([off.status, off.body]).toEqual([200, { success: true }]);
    expect(await actives()).toMatchObject({ [one]: false, [two]: true });
    await send(marie, 'POST', 'scheduled_payments/deactivate', { card_id: card });
    expect(await actives()).toMatchObject({ [one]: false, [two]: false });
    await send(marie, 'POST', 'scheduled_payments/activate', { card_id: card, id: '' });
    expect(await actives()).toMatchObject({ [one]: true, [two]: true });
  });

  it('refreshes the lists on other devices, as an order and a deletion do, where something changed', async () => {
    const who = await newCustomer(bank.shellUrl);
    const { id } = (await create({ card_id: await newCard(who) }, who)).body;
    for (const change of ['deactivate', 'deactivate', 'activate'])
      await send(who, 'POST', `scheduled_payments/${change}`, { id });
    await send(who, 'DELETE', `user/scheduled_payments/${id}`);
    const published = `SELECT data FROM events WHERE user_id = ? AND type = 'planned_payment'`;
    expect(await database.rows(published, [who.id])).toEqual(Array(4).fill({ data: '{}' }));
  });

  it('finds no debit of others and no unknown one, and requires an id', async () => {
    const stranger = await newCustomer(bank.shellUrl);
    for (const [who, body, status] of [
      [stranger, { card_id: cardId }, 404],
      [marie, { id: 999_999, card_id: cardId }, 404],
      [marie, {}, 422],
      [marie, { id: 'x' }, 400],
    ] as const) {
      expect((await send(who, 'POST', 'scheduled_payments/activate', body)).status).toBe(status);
      expect((await send(who, 'POST', 'scheduled_payments/deactivate', body)).status).toBe(status);
    }
  });

  it('does not make up for missed occurrences', async () => {
    const { id } = (await create({ frequency: 'weekly' })).body;
    await send(marie, 'POST', 'scheduled_payments/deactivate', { id });
    const [first, next] = [addDays(today(), -23), addDays(today(), 5)];
    await database.rows('UPDATE scheduled_payments SET first_run = ?, next_run = ? WHERE id = ?', [
      first,
      first,
      id,
    ]);
    await send(marie, 'POST', 'scheduled_payments/activate', { id });
    const found = (await list(marie)).find((debit) => debit.id === id);
    expect(found).toMatchObject({ active: true, next_run: startOfParisDay(next).toISOString() });
  });
});

it('ends with the relation when an administrator deletes the customer', async () => {
  const [who, admin] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
  await promote(database, admin);
  const { body } = await create({ card_id: await newCard(who), first_run: addDays(today(), 3) }, who);
  expect((await send(admin, 'DELETE', `admin/users/${who.id}`)).status).toBe(204);
  const ended = 'SELECT active, deleted_at IS NOT NULL AS ended FROM scheduled_payments WHERE id = ?';
  expect(await database.rows(ended, [body.id])).toEqual([{ active: 0, ended: 1 }]);
});
