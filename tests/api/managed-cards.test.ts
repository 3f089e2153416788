/** @jest-environment ./tests/support/bank-environment.ts */
import { cardNetwork, newCard } from '../support/card-network';
import { newCustomer, promote, type NewCustomer } from '../support/customers';
import { call } from '../support/http';
import { logLines } from '../support/log-lines';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();
let admin: NewCustomer;
let marie: NewCustomer;
let card: Awaited<ReturnType<typeof newCard>>;

interface Listed {
  cards: { id: number; blocked_by_bank: boolean }[];
  purchases: { reason: string | null; reason_text: string | null; merchant: { name: string } }[];
}
const ask = <Body = { code: string; card: Record<string, unknown> }>(
  method: string,
  route: string,
  body?: unknown,
  who: { token: string } = admin,
) =>
  call<Body>(method, `${bank.shellUrl}/api/${route}`, {
    token: who.token,
    ...(body !== undefined && { body }),
  });
const block = (blocked: boolean, who?: { token: string }, id = card.id) =>
  ask('PUT', `admin/cards/${id}/block`, { blocked, reason: 'Numéro vu sur un forum' }, who);

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
  marie = await newCustomer(bank.shellUrl);
  card = await newCard(bank, database, marie);
});

it('shows a customer’s cards and their last uses, to administrators only', async () => {
  await cardNetwork(bank).authorize(card.plastic, { mode: 'ECOM', amount: '900.00' });
  const { body } = await ask<Listed>('GET', `admin/users/${marie.id}/cards`);
  expect(body.cards).toMatchObject([{ id: card.id, blocked_by_bank: false, state: 'active' }]);
  expect(body.purchases).toMatchObject([
    { reason: 'funds', reason_text: expect.any(String) as string, merchant: { name: 'Boulangerie du Port' } },
  ]);
  expect(JSON.stringify(body)).not.toContain(card.plastic.PAN.slice(0, 12));
  expect((await ask('GET', 'admin/users/4000000000/cards')).status).toBe(404);
  for (const answer of [
    await ask('GET', `admin/users/${marie.id}/cards`, undefined, marie),
    await block(true, marie),
  ]) {
    expect(answer.status).toBe(403);
  }
});

it('hides the cards of deleted customers', async () => {
  const { id } = await newCustomer(bank.shellUrl);
  const cards = () => ask('GET', `admin/users/${id}/cards`);
  expect((await cards()).status).toBe(200);
  expect((await ask('DELETE', `admin/users/${id}`)).status).toBe(204);
  expect((await cards()).status).toBe(404);
});

it('blocks a card with a reason until the bank lifts that', async () => {
  expect((await ask('PUT', `admin/cards/${card.id}/block`, { blocked: true })).status).toBe(400);
  expect((await block(true, admin, 4_000_000_000)).status).toBe(404);
  const answers = await Promise.all([block(true), block(true)]);
  expect(answers.map(({ status, body }) => [status, body.card.state, body.card.blocked_by_bank])).toEqual([
    [200, 'blocked', true],
    [200, 'blocked', true],
  ]);
  const requests = answers.map(({ headers }) => headers.get('x-request-id'));
  const lines = await logLines(database, 'request_id IN (?)', [requests]);
  expect(lines).toMatchObject([{ action: 'card.blocked_by_bank', user_id: admin.id, type: 'warning' }]);

  const lift = () => ask('PUT', `carte/${card.id}/status`, { status: 'active' }, marie);
  expect((await lift()).body.code).toBe('CARD_BLOCKED_BY_BANK');
  expect((await cardNetwork(bank).authorize(card.plastic)).code).toBe('62');
  const { body: uses } = await ask<Listed>('GET', 'carte/purchases', undefined, marie);
  expect(uses.purchases[0]).toMatchObject({
    reason: 'account',
    reason_text: expect.stringContaining('Contactez le support') as string,
    why: { next_step: { action: 'contact' } },
  });
  const { body } = await ask<{ notifications: { title: string; message: string }[] }>(
    'GET',
    'notifications?filter=security',
    undefined,
    marie,
  );
  const told = body.notifications.filter(({ title }) => title === 'Carte bloquée par la banque');
  expect(told).toHaveLength(1);
  expect(told[0]?.message).not.toContain('forum');

  expect((await block(false)).body.card).toMatchObject({ state: 'active', blocked_by_bank: false });
  expect((await lift()).status).toBe(200);
});

it('leaves a card blocked that its holder had blocked before the bank', async () => {
  const own = await newCard(bank, database, marie);
  const set = (status: string) => ask('PUT', `carte/${own.id}/status`, { status }, marie);
  expect((await set('blocked')).status).toBe(200);
  await block(true, admin, own.id);
  expect((await block(false, admin, own.id)).body.card).toMatchObject({
    state: 'blocked',
    blocked_by_bank: false,
  });
  const { body } = await ask<{ notifications: { message: string }[] }>(
    'GET',
    'notifications?filter=security',
    undefined,
    marie,
  );
  expect(body.notifications[0]?.message).toMatch(/Elle reste bloquée comme vous l’aviez demandé/);
  expect((await set('active')).body.card).toMatchObject({ state: 'active' });
  // Also one that its holder blocks meanwhile.
  await block(true, admin, own.id);
  expect((await set('blocked')).status).toBe(200);
  expect((await block(false, admin, own.id)).body.card).toMatchObject({ state: 'blocked' });
  expect((await set('active')).body.card).toMatchObject({ state: 'active' });
  // What the holder had asked for counts once.
  await block(true, admin, own.id);
  expect((await block(false, admin, own.id)).body.card).toMatchObject({ state: 'active' });
});

it('leaves an administrator’s own cards, and cards that ended, alone', async () => {
  const own = await newCard(bank, database, admin);
  expect((await block(true, admin, own.id)).body.code).toBe('OWN_USER_CHANGE');
  const ended = await newCard(bank, database, marie);
  await ask('POST', `carte/${ended.id}/lost`, {}, marie);
  expect((await block(true, admin, ended.id)).body.code).toBe('CARD_INACTIVE');
  const expired = await newCard(bank, database, marie);
  await database.rows('UPDATE cards SET expiry_date = CURRENT_DATE - INTERVAL 2 DAY WHERE id = ?', [
    expired.id,
  ]);
  expect((await block(true, admin, expired.id)).body.code).toBe('CARD_INACTIVE');
  const byHolder = await ask('PUT', `carte/${expired.id}/status`, { status: 'blocked' }, marie);
  expect(byHolder.body.code).toBe('CARD_INACTIVE');
});
