import { longIt } from '../support/at-length';
import { type Bank, startBank } from '../support/bank';
import { connectTo, newCustomer, promote, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { until } from '../support/until';

/** Push messages from the bank to browsers, through the push service of the world. */
let bank: Bank;
let database: TestConnection;
beforeAll(async () => {
  bank = await startBank({ world: true });
  database = connectTo(bank.migrationUrl);
}, 120_000);
afterAll(async () => {
  await database.end();
  await bank.stop();
});

interface Subscription {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}
interface Listed {
  public_key: string;
  subscriptions: { id: number; device: string; current: boolean }[];
}
interface Pushed {
  text: string | null;
  topic: string;
  urgency: string;
  ttl: number;
}

const play = async <Body>(path: string, body?: object) => {
  const method = body ? 'POST' : 'GET';
  return (await call<Body>(method, `${bank.worldUrl}/play/${path}`, { body })).body;
};
/** A browser in the world. @param key the only sender that it accepts */
const newBrowser = (key?: string) =>
  play<Subscription>('browsers', key ? { application_server_key: key } : {});
const readBy = async ({ id }: Subscription) =>
  (await play<{ messages: Pushed[] }>(`pushes?browser=${id}`)).messages;
const payloadsOf = async (browser: Subscription) =>
  (await readBy(browser)).map(({ text }) => JSON.parse(text ?? '') as Record<string, string>);

/** A customer with the calls of this module. */
async function customer() {
  const who = await newCustomer(bank.shellUrl);
  const api = <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
    call<Body>(method, `${bank.shellUrl}/api/${path}`, { body, token: who.token });
  const subscribe = ({ endpoint, keys }: Pick<Subscription, 'endpoint' | 'keys'>) =>
    api<{ id: number; code?: string }>('POST', 'push/subscriptions', { endpoint, keys });
  const list = async () => (await api<Listed>('GET', 'push/subscriptions')).body;
  const notify = (key: string, type = 'info', values: object = {}) =>
    database.rows(
      'INSERT INTO notifications (user_id, type, text_key, text_values, created_at) VALUES (?, ?, ?, ?, NOW(3))',
      [who.id, type, key, JSON.stringify(values)],
    );
  const settled = () =>
    until(async () => {
      const sql = 'SELECT 1 FROM notifications WHERE user_id = ? AND deliver_at IS NOT NULL';
      return (await database.rows(sql, [who.id])).length === 0;
    });
  return { ...who, api, subscribe, list, notify, settled };
}

/** A customer whose browser has received the notice that it was added. */
async function subscribed() {
  const who = await customer();
  const browser = await newBrowser((await who.list()).public_key);
  expect((await who.subscribe(browser)).status).toBe(201);
  await until(async () => (await readBy(browser)).length === 1);
  return { ...who, browser };
}

const amounts = { amount: '1234.50', sender: 'Paul', reference: 'TR-1' };

describe('a push message', () => {
  it('reaches the browser encrypted, under the key of the bank, and names what to open', async () => {
    const { browser, notify, api } = await subscribed();
    const [added] = await readBy(browser);
    expect(added).toMatchObject({
      urgency: 'high',
      ttl: 86_400,
      topic: expect.stringMatching(/^n\d+$/) as string,
    });
    expect(await payloadsOf(browser)).toEqual([
      expect.objectContaining({
        title: 'Notifications push activées',
        path: '/settings?tab=security',
        open: 'Ouvrir',
      }),
    ]);
    expect((await api('GET', 'settings/preferences')).body).toMatchObject({ pushNotifications: true });
    await notify('money_received', 'transaction', amounts);
    await until(async () => (await readBy(browser)).length === 2);
    const [message] = await payloadsOf(browser);
    expect(message).toMatchObject({
      title: 'Virement reçu',
      path: '/dashboard/transactions',
      language: 'fr',
    });
    // No amount, and no name: a locked screen shows it to everybody.
    expect(message?.body).toBe('Ouvrez Bank PCS pour lire le détail.');
  });

  it('lets an online payment be refused at once, or opens its page, and shows no amount', async () => {
    const { browser, notify } = await subscribed();
    const values = { amount: '80.00', merchant: 'Boulangerie', challenge: 'c1', refusal: 'c1.mac' };
    await notify('card_challenge', 'security', values);
    await until(async () => (await readBy(browser)).length === 2);
    const [message] = await payloadsOf(browser);
    expect(message).toMatchObject({
      body: 'Ouvrez Bank PCS pour lire le détail.',
      path: '/dashboard/cards/payments-to-confirm',
      actions: [
        { action: 'approve', title: 'Approuver', path: '/dashboard/cards/payments-to-confirm' },
        {
          action: 'refuse',
          title: 'Refuser',
          call: { path: '/api/carte/challenges/refuse', body: { token: 'c1.mac' }, done: 'Paiement refusé.' },
        },
      ],
    });
    expect(JSON.stringify({ ...message, at: undefined })).not.toContain('80');
  });

  it('shows amounts to those who chose that', async () => {
    const { browser, notify, api } = await subscribed();
    const { body: chosen } = await api('GET', 'settings/preferences');
    expect((await api('PUT', 'settings/preferences', { ...chosen, pushAmounts: true })).status).toBe(200);
    await notify('money_received', 'transaction', amounts);
    await until(async () => (await readBy(browser)).length === 2);
    expect((await payloadsOf(browser))[0]?.body).toMatch(/1.234,50.€ de Paul/);
  });

  it('is sent again to the browsers whose push service failed, and to no other', async () => {
    const { id, browser, subscribe, notify, settled } = await subscribed();
    const other = await newBrowser();
    await subscribe(other);
    await settled();
    await play(`browsers/${other.id}`, { state: 'fails' });
    await notify('kyc_approved', 'success');
    await until(async () => (await payloadsOf(browser))[0]?.title === 'Vérification acceptée');
    await play(`browsers/${other.id}`, { state: 'open' });
    // The first try has ended, no longer leased for two minutes; the next would come seconds later.
    const waits = `SELECT 1 FROM notifications WHERE user_id = ? AND delivery_tries = 1
      AND deliver_at < UTC_TIMESTAMP(3) + INTERVAL 60 SECOND`;
    const isSentAgain = async () => (await payloadsOf(other))[0]?.title === 'Vérification acceptée';
    // On a slow machine that next try may have been made meanwhile.
    await until(async () => (await database.rows(waits, [id])).length === 1 || (await isSentAgain()));
    // Nor is the push service left alone any longer.
    await database.rows('UPDATE push_subscriptions SET silent_until = NULL WHERE user_id = ?', [id]);
    await database.rows(
      'UPDATE notifications SET deliver_at = UTC_TIMESTAMP(3) WHERE user_id = ? AND deliver_at IS NOT NULL',
      [id],
    );
    await until(isSentAgain);
    await settled();
    for (const each of [browser, other])
      expect((await payloadsOf(each)).filter(({ title }) => title === 'Vérification acceptée')).toHaveLength(
        1,
      );
    expect(bank.logs()).toMatch(/by push, try 1: 1 of 2 browsers: the push service answered 500/);
  }, 30_000);

  it('to a browser that is gone is given up, and the browser forgotten', async () => {
    const { browser, list, notify, settled } = await subscribed();
    await play(`browsers/${browser.id}`, { state: 'gone' });
    await notify('kyc_approved', 'success');
    await settled();
    expect((await list()).subscriptions).toEqual([]);
  });

  longIt(
    'that is never answered delays other people by seconds at most',
    async () => {
      const slow = await subscribed();
      const quick = await subscribed();
      await play(`browsers/${slow.browser.id}`, { state: 'silent' });
      for (let at = 0; at < 30; at += 1) await slow.notify('kyc_approved', 'success');
      await quick.notify('kyc_approved', 'success');
      const at = Date.now();
      await until(async () => (await readBy(quick.browser)).length === 2, 30);
      expect(Date.now() - at).toBeLessThan(12_000);
      await play(`browsers/${slow.browser.id}`, { state: 'gone' });
    },
    60_000,
  );
});

describe('a browser', () => {
  it('is listed as the current one, and removed by its owner alone', async () => {
    const { list, api, browser } = await subscribed();
    const { subscriptions } = await list();
    expect(subscriptions).toEqual([expect.objectContaining({ current: true })]);
    const id = subscriptions[0]?.id ?? 0;
    const stranger = await customer();
    expect((await stranger.list()).subscriptions).toEqual([]);
    expect((await stranger.api('DELETE', `push/subscriptions/${id}`)).status).toBe(404);
    const asked = await stranger.api('PUT', 'push/subscriptions/current', { endpoint: browser.endpoint });
    expect(asked.body).toEqual({ subscribed: false });
    expect((await api('DELETE', `push/subscriptions/${id}`)).status).toBe(204);
    expect((await list()).subscriptions).toEqual([]);
    expect((await api('DELETE', `push/subscriptions/${id}`)).status).toBe(404);
  });

  it('is removed by its endpoint as well, which alone it knows of itself, by its owner alone', async () => {
    const { list, api, browser } = await subscribed();
    const { endpoint, keys } = browser;
    const stranger = await customer();
    expect((await stranger.api('DELETE', 'push/subscriptions', { endpoint })).status).toBe(404);
    expect((await api('DELETE', 'push/subscriptions', {})).status).toBe(400);
    expect((await api('DELETE', 'push/subscriptions', { endpoint, keys })).status).toBe(204);
    expect((await list()).subscriptions).toEqual([]);
    expect((await api('DELETE', 'push/subscriptions', { endpoint })).status).toBe(404);
  });

  it('is not taken over by a stranger who knows its address, but by who signs in there', async () => {
    const { browser, list, notify } = await subscribed();
    const stranger = await customer();
    const stolen = { endpoint: browser.endpoint, keys: (await newBrowser()).keys };
    expect(await stranger.subscribe(stolen)).toMatchObject({
      status: 422,
      body: { code: 'PUSH_ENDPOINT_REFUSED' },
    });
    await notify('kyc_approved', 'success');
    await until(async () => (await readBy(browser)).length === 2);
    expect((await stranger.subscribe(browser)).status).toBe(201);
    expect((await list()).subscriptions).toEqual([]);
    expect((await stranger.list()).subscriptions).toHaveLength(1);
  });

  it('is the same however often it is added, and one person has at most ten', async () => {
    const { subscribe, list } = await customer();
    const browser = await newBrowser();
    const many = await Promise.all(Array.from({ length: 5 }, () => subscribe(browser)));
    expect(new Set(many.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    const others = await Promise.all(Array.from({ length: 15 }, () => newBrowser()));
    const answers = await Promise.all(others.map((other) => subscribe(other)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(answers.filter(({ body }) => body.code === 'LIST_FULL')).toHaveLength(6);
    expect((await list()).subscriptions).toHaveLength(10);
  });

  it('is added once under one key, and no other under it', async () => {
    const { id, token, list } = await customer();
    const [browser, other] = [await newBrowser(), await newBrowser()];
    const add = ({ endpoint, keys }: Subscription) =>
      call<{ id: number; code?: string }>('POST', `${bank.shellUrl}/api/push/subscriptions`, {
        token,
        body: { endpoint, keys },
        headers: { 'idempotency-key': `browser-${id}` },
      });
    const first = await add(browser);
    expect((await add(browser)).body).toEqual(first.body);
    expect(await add(other)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect((await list()).subscriptions).toHaveLength(1);
  });

  it('is refused without an address, which is named', async () => {
    const { api } = await customer();
    expect(await api('POST', 'push/subscriptions', {})).toMatchObject({
      status: 400,
      body: { fields: { endpoint: 'Ce champ est obligatoire.' } },
    });
  });

  it('is forgotten at sign-out, with a changed password on other devices, and when its user is deactivated', async () => {
    const out = await subscribed();
    const rowsOf = (id: number) => database.rows('SELECT 1 FROM push_subscriptions WHERE user_id = ?', [id]);
    expect((await out.api('POST', 'auth/logout')).status).toBe(204);
    expect(await rowsOf(out.id)).toEqual([]);

    const two = await subscribed();
    const { body: second } = await call<{ access_token: string }>('POST', `${bank.shellUrl}/api/auth/login`, {
      body: { username: two.username, email: two.email, password: 'long-enough-for-a-test' },
    });
    const other = await newBrowser();
    const { endpoint, keys } = other;
    await call('POST', `${bank.shellUrl}/api/push/subscriptions`, {
      body: { endpoint, keys },
      token: second.access_token,
    });
    expect(await rowsOf(two.id)).toHaveLength(2);
    await two.api('POST', 'settings/password', {
      currentPassword: 'long-enough-for-a-test',
      newPassword: 'another-long-enough-1',
      confirmPassword: 'another-long-enough-1',
    });
    expect((await two.list()).subscriptions).toEqual([expect.objectContaining({ current: true })]);

    const admin = await customer();
    await promote(database, admin);
    const old = await subscribed();
    // A browser of a session that expired is kept when that is no longer stored.
    await database.rows('DELETE FROM sessions WHERE user_id = ?', [old.id]);
    expect(await rowsOf(old.id)).toHaveLength(1);
    for (const { id } of [two, old]) {
      const answer = await admin.api('POST', `admin/users/${id}/activate`, { status: 'inactive' });
      expect(answer.status).toBe(200);
      expect(await rowsOf(id)).toEqual([]);
    }
  });

  it('outlives a session that expires, and moves to the next one', async () => {
    const who = await subscribed();
    await database.rows('UPDATE sessions SET expires_at = NOW() - INTERVAL 8 DAY WHERE user_id = ?', [
      who.id,
    ]);
    await database.rows('DELETE FROM sessions WHERE user_id = ?', [who.id]);
    await who.notify('kyc_approved', 'success');
    await until(async () => (await readBy(who.browser)).length === 2);
    const { body: next } = await call<{ access_token: string }>('POST', `${bank.shellUrl}/api/auth/login`, {
      body: { username: who.username, email: who.email, password: 'long-enough-for-a-test' },
    });
    const again = <Body>(method: string, path: string, body?: object) =>
      call<Body>(method, `${bank.shellUrl}/api/${path}`, { body, token: next.access_token });
    const { endpoint } = who.browser;
    expect((await again('PUT', 'push/subscriptions/current', { endpoint })).body).toEqual({
      subscribed: true,
    });
    expect((await again<Listed>('GET', 'push/subscriptions')).body.subscriptions).toMatchObject([
      { current: true },
    ]);
    await again('POST', 'auth/logout');
    expect(await database.rows('SELECT 1 FROM push_subscriptions WHERE user_id = ?', [who.id])).toEqual([]);
  });
});

describe('the bank', () => {
  it.each(['http://push.example.org/1', 'https://10.0.0.1/1'])('sends nothing to %s', async (endpoint) => {
    const { subscribe } = await customer();
    const { keys } = await newBrowser();
    expect(await subscribe({ endpoint, keys })).toMatchObject({
      status: 422,
      body: { code: 'PUSH_ENDPOINT_REFUSED' },
    });
  });

  it('refuses keys that no message can be encrypted for', async () => {
    const { subscribe } = await customer();
    const { endpoint, keys } = await newBrowser();
    const off = `B${'A'.repeat(86)}`;
    expect((await subscribe({ endpoint, keys: { ...keys, p256dh: off } })).body.code).toBe(
      'PUSH_ENDPOINT_REFUSED',
    );
    expect((await subscribe({ endpoint, keys: { ...keys, auth: 'short' } })).status).toBe(422);
  });
});
