/** @jest-environment ./tests/support/bank-environment.ts */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventData, type EventType } from '@bank/contracts/events';
import type { StaffRole } from '@bank/contracts/permissions';
import { passiveHeader } from '@bank/contracts/routes';
import { z } from 'zod';
import { longIt } from '../support/at-length';
import { sharedBank } from '../support/shared-bank';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { listen } from '../support/event-stream';
import { call } from '../support/http';
import { freePorts, ServerProcess } from '../support/server';
import { lastOf, until } from '../support/until';

const { bank, database } = sharedBank();

const addFunds = (url: string, { token }: SignedIn, amount: number) =>
  call('POST', `${url}/api/balance/update`, { token, body: { amount, type: 'add' } });

it('notifies a person’s pages of their own movements only', async () => {
  const [mine, other] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
  const [page, foreign] = [await listen(bank.shellUrl, mine.token), await listen(bank.shellUrl, other.token)];
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(page.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(page.headers.get('x-request-id')).toBeTruthy();
  const { body } = await addFunds(bank.shellUrl, mine, 12.5);
  expect((await page.next('balance')).data).toEqual({
    current_balance: 12.5,
    available_balance: 12.5,
    currency: 'EUR',
  });
  expect((await page.next('transaction')).data).toEqual({ reference: body.reference });
  // Events come in their order: one of the other person’s would be before the page’s own.
  const later = await addFunds(bank.shellUrl, other, 7);
  expect((await foreign.next('balance')).data.current_balance).toBe(7);
  expect((await foreign.next('transaction')).data).toEqual({ reference: later.body.reference });
  page.close();
  foreign.close();
});

it('notifies a person’s pages of a new card, and of a payment’s hold', async () => {
  const mine = await newCustomer(bank.shellUrl);
  const page = await listen(bank.shellUrl, mine.token);
  await addFunds(bank.shellUrl, mine, 50);
  expect((await page.next('balance')).data.available_balance).toBe(50);
  page.events.length = 0;
  const ask = (path: string, body: object) =>
    call<{ card: { id: number } }>('POST', `${bank.shellUrl}/api/${path}`, {
      token: mine.token,
      body,
    });
  const { body } = await ask('cards/create', { card_type: 'debit' });
  expect((await page.next('card')).data).toEqual({ id: body.card.id, status: 'active' });
  await ask('paiement', {
    recipient_account: 'FR7630006000011234567890189',
    recipient_name: 'Élise',
    amount: 20,
    payment_method: 'sepa_transfer',
  });
  expect((await page.next('balance')).data).toEqual({
    current_balance: 50,
    available_balance: 30,
    currency: 'EUR',
  });
  page.close();
});

it('publishes exactly the data that is described', async () => {
  const newest = async () =>
    Number((await database.rows('SELECT COALESCE(MAX(id), 0) AS id FROM events'))[0]?.id ?? 0);
  const before = await newest();
  const { token, id: userId } = await newCustomer(bank.shellUrl);
  const ask = (method: string, path: string, body?: object) =>
    call<{ card: { id: number } }>(method, `${bank.shellUrl}/api/${path}`, { token, body });
  await ask('POST', 'balance/update', { amount: 50, type: 'add' });
  const { body } = await ask('POST', 'cards/create', { card_type: 'debit' });
  await ask('PUT', `carte/${body.card.id}/status`, { status: 'blocked' });
  const payment = { recipient_account: 'FR7630006000011234567890189', recipient_name: 'Élise', amount: 20 };
  await ask('POST', 'paiement', { ...payment, payment_method: 'sepa_transfer' });
  const stored = await database.rows(
    'SELECT type, data FROM events WHERE id > ? AND (user_id = ? OR user_id IS NULL)',
    [before, userId],
  );
  for (const { type = '', data = '' } of stored) {
    const { shape } = eventData[type as EventType];
    const { error } = z.strictObject(shape).safeParse(JSON.parse(data));
    expect([type, data, error?.issues]).toEqual([type, data, undefined]);
  }
  expect(stored.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['balance', 'transaction', 'notification', 'card', 'payment']),
  );
});

it('answers a HEAD with the headers alone, and keeps no stream open for it', async () => {
  const { token } = await newCustomer(bank.shellUrl);
  for (let turn = 0; turn <= 10; turn += 1) {
    const { status, headers } = await fetch(`${bank.shellUrl}/api/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  }
  const page = await listen(bank.shellUrl, token);
  expect(page.status).toBe(200);
  page.close();
});

longIt('reaches pages that are open on another server', async () => {
  const port = await freePorts();
  const second = new ServerProcess(port, {
    DATABASE_URL: bank.databaseUrl,
    DATABASE_MIGRATION_URL: bank.migrationUrl,
    DATA_DIR: bank.dataDir,
  });
  await second.start();
  try {
    const mine = await newCustomer(bank.shellUrl);
    const page = await listen(`http://localhost:${port}`, mine.token);
    await addFunds(bank.shellUrl, mine, 3);
    expect((await page.next('balance')).data.current_balance).toBe(3);
    // A graceful stop ends the streams at once, and does not wait for them.
    const asked = Date.now();
    await second.stop();
    await page.ended;
    expect(Date.now() - asked).toBeLessThan(3_000);
  } finally {
    await second.stop();
  }
});

it('sends events of administrators’ queues to administrators only', async () => {
  const [admin, customer] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
  await promote(database, admin);
  const [desk, page] = [
    await listen(bank.shellUrl, admin.token),
    await listen(bank.shellUrl, customer.token),
  ];
  await database.rows(
    `INSERT INTO events (type, data, created_at) VALUES ('payment', '{"id":1,"status":"pending"}', UTC_TIMESTAMP(3))`,
  );
  // Among those of other tests.
  const sent = () => desk.events.find(({ type, data }) => type === 'payment' && data.id === 1);
  await until(async () => sent() !== undefined);
  expect(sent()?.data).toEqual({ id: 1, status: 'pending' });
  // A later event of the customer’s own comes after all that the page is sent of earlier ones.
  await addFunds(bank.shellUrl, customer, 7);
  await page.next('balance');
  expect(page.events.map(({ type }) => type)).not.toContain('payment');
  desk.close();
  page.close();
});

it('sends staff no event about a case of their own, which is in no queue of theirs', async () => {
  const [one, other] = await Promise.all([newCustomer(bank.shellUrl), newCustomer(bank.shellUrl)]);
  for (const who of [one, other]) await promote(database, who);
  const pages = await Promise.all([one, other].map(({ token }) => listen(bank.shellUrl, token)));
  const id = Date.now();
  for (const [type, data] of [
    ['case_queue', { id, user: one.id, status: 'open' }],
    ['incident', { id }],
  ] as const) {
    const values = [type, JSON.stringify(data)];
    await database.rows(
      'INSERT INTO events (type, data, created_at) VALUES (?, ?, UTC_TIMESTAMP(3))',
      values,
    );
  }
  const received = pages.map(
    ({ events }) =>
      () =>
        events.filter(({ data }) => data.id === id),
  );
  await until(async () => received.every((own) => own().some(({ type }) => type === 'incident')));
  expect(received.map((own) => own().map(({ type }) => type))).toEqual([
    ['incident'],
    ['case_queue', 'incident'],
  ]);
  for (const page of pages) page.close();
});

it('sends events of a queue to staff who may read it, and to others no more once their roles change', async () => {
  const id = Date.now();
  const types = ['payment', 'kyc_queue', 'ticket_queue', 'conversation', 'case_queue', 'work_item'];
  const published = [...types, 'approval_queue', 'release', 'balance', 'incident'];
  const publish = async () => {
    for (const type of published) {
      const values = [type, JSON.stringify({ id })];
      await database.rows(
        'INSERT INTO events (type, data, created_at) VALUES (?, ?, UTC_TIMESTAMP(3))',
        values,
      );
    }
  };
  const member = async (role: StaffRole) => {
    const who = await newCustomer(bank.shellUrl);
    await promote(database, who, [role]);
    return { ...who, page: await listen(bank.shellUrl, who.token) };
  };
  type Member = Awaited<ReturnType<typeof member>>;
  /** What was received up to the newest incident, which all staff may read. */
  const received = async ({ page }: Member, times: number) => {
    const told = () => page.events.filter(({ data }) => data.id === id).map(({ type }) => type);
    await until(async () => told().filter((type) => type === 'incident').length === times);
    return told();
  };
  const owner = await member('owner');
  const [support, operations, releases] = [
    await member('support'),
    await member('operations'),
    await member('releases'),
  ];
  await publish();
  expect(await received(owner, 1)).toEqual([...types, 'approval_queue', 'release', 'incident']);
  expect(await received(support, 1)).toEqual([...types, 'approval_queue', 'incident']);
  const ofOperations = ['payment', 'case_queue', 'work_item', 'approval_queue', 'release', 'incident'];
  expect(await received(operations, 1)).toEqual(ofOperations);
  expect(await received(releases, 1)).toEqual(['release', 'incident']);

  const address = `${bank.shellUrl}/api/admin/users/${support.id}`;
  const { body } = await call<object>('GET', address, { token: owner.token });
  const asked = await call<{ approval?: { id: number } }>('PUT', address, {
    token: owner.token,
    body: { ...body, balance: undefined, staff_roles: ['releases'] },
  });
  const second = await member('owner');
  const approval = `${bank.shellUrl}/api/admin/approvals/${asked.body.approval?.id}/approve`;
  expect((await call('POST', approval, { token: second.token })).status).toBe(200);
  await publish();
  expect((await received(support, 2)).slice(types.length + 2)).toEqual(['release', 'incident']);
  for (const { page } of [owner, support, operations, releases, second]) page.close();
});

it('stops the events of queues at once for former administrators', async () => {
  const [owner, former] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
  await promote(database, owner);
  await promote(database, former);
  const desk = await listen(bank.shellUrl, owner.token);
  const page = await listen(bank.shellUrl, former.token);
  const address = `${bank.shellUrl}/api/admin/users/${former.id}`;
  const { body } = await call<object>('GET', address, { token: owner.token });
  const changed = await call('PUT', address, {
    token: owner.token,
    body: { ...body, balance: undefined, staff_roles: undefined, role: 'user' },
  });
  expect(changed.status).toBe(200);
  for (const to of [null, former.id]) {
    await database.rows(
      `INSERT INTO events (user_id, type, data, created_at) VALUES (?, ?, '{"id":987654,"status":"pending"}', UTC_TIMESTAMP(3))`,
      [to, to === null ? 'payment' : 'kyc'],
    );
  }
  await desk.next('payment');
  await page.next('kyc');
  const told = [...desk.events, ...page.events].filter(({ data }) => data.id === 987654);
  expect(told.map(({ type }) => type)).toEqual(['payment', 'kyc']);
  desk.close();
  page.close();
});

longIt(
  'keeps the stream open, and ends it when the session ends',
  async () => {
    const { token } = await newCustomer(bank.shellUrl);
    const other = await newCustomer(bank.shellUrl);
    const page = await listen(bank.shellUrl, token);
    const kept = await listen(bank.shellUrl, other.token);
    await call('POST', `${bank.shellUrl}/api/auth/logout`, { token });
    const asked = Date.now();
    const life = sleep(15_500);
    await page.ended;
    expect(Date.now() - asked).toBeLessThan(16_500);
    await life;
    expect(kept.comments()).toBeGreaterThanOrEqual(2);
    kept.close();
  },
  60_000,
);

it('is refused without a session, and to an eleventh page of one person', async () => {
  expect((await call('GET', `${bank.shellUrl}/api/events`)).status).toBe(401);
  const { token } = await newCustomer(bank.shellUrl);
  const pages = await Promise.all(Array.from({ length: 10 }, () => listen(bank.shellUrl, token)));
  expect(pages.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const eleventh = await call('GET', `${bank.shellUrl}/api/events`, { token });
  expect(eleventh).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  pages[0]?.close();
  const again = await lastOf(
    () => listen(bank.shellUrl, token),
    ({ status }) => status === 200,
  );
  expect(again.status).toBe(200);
  for (const page of [...pages, again]) page.close();
});

it('does not keep an idle person signed in', async () => {
  const { id, token } = await newCustomer(bank.shellUrl);
  await database.rows(
    'UPDATE sessions SET last_active_at = last_active_at - INTERVAL 1 MINUTE WHERE user_id = ?',
    [id],
  );
  const lastActive = async () =>
    (await database.rows('SELECT last_active_at AS at FROM sessions WHERE user_id = ?', [id]))[0]?.at;
  const before = await lastActive();
  const page = await listen(bank.shellUrl, token);
  expect(page.status).toBe(200);
  page.close();
  const passive = { token, headers: { [passiveHeader]: '1' } };
  expect((await call('GET', `${bank.shellUrl}/api/solde`, passive)).status).toBe(200);
  expect(await lastActive()).toEqual(before);
  expect((await call('POST', `${bank.shellUrl}/api/notifications/read`, passive)).status).toBe(200);
  expect(await lastActive()).not.toEqual(before);
});
