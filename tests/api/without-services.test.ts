import { parisDay } from '../../bff/src/platform/time/paris-day';
import { type Bank, startBank } from '../support/bank';
import { connectTo, newCustomer, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { insertMovement } from '../support/movements';
import { until } from '../support/until';

/** A bank without what its environment may leave out: cards, payments, text messages and the worker. */
let bank: Bank;
let database: TestConnection;

beforeAll(async () => {
  bank = await startBank({ env: { CARD_NETWORK_URL: '', RAIL_URL: '', SMS_URL: '', OFFLINE_WORKER: 'off' } });
  database = connectTo(bank.migrationUrl);
});
afterAll(async () => {
  await database.end();
  await bank.stop();
});

it('offers neither top-ups nor payments without a card network and other banks', async () => {
  const { token } = await newCustomer(bank.shellUrl);
  const post = (path: string, body: object) =>
    call<{ code: string }>('POST', `${bank.shellUrl}/api/${path}`, { token, body });
  expect((await post('balance/update', { amount: 10, type: 'add' })).body.code).toBe('NOT_CONFIGURED');
  const order = { recipient_account: 'FR1420041010050500013M02606', recipient_name: 'Anne', amount: 5 };
  const paid = await post('paiement', { ...order, payment_method: 'sepa_transfer' });
  expect([paid.status, paid.body.code]).toEqual([503, 'NOT_CONFIGURED']);
  const { body } = await call<{ services: object }>('GET', `${bank.shellUrl}/api/solde`, { token });
  expect(body.services).toEqual({ payments: false, top_ups: false });
});

it('takes standing orders to customers only without other banks', async () => {
  const [{ token }, other] = await Promise.all([newCustomer(bank.shellUrl), newCustomer(bank.shellUrl)]);
  const post = (path: string, body: object) =>
    call<{ code: string; id: number }>('POST', `${bank.shellUrl}/api/${path}`, { token, body });
  const rhythm = { amount: 5, frequency: 'weekly', first_run: parisDay(new Date(Date.now() + 86_400_000)) };
  const entry = await post('beneficiaries', { name: 'Anne', account: 'DE89370400440532013000' });
  const outside = await post('standing-orders', { ...rhythm, beneficiary_id: entry.body.id });
  expect([outside.status, outside.body.code]).toEqual([503, 'NOT_CONFIGURED']);
  const order = await post('standing-orders', { ...rhythm, recipient_id: other.id });
  expect(order.status).toBe(201);
  const changed = await call('PUT', `${bank.shellUrl}/api/standing-orders/${order.body.id}`, {
    token,
    body: { ...rhythm, beneficiary_id: entry.body.id },
  });
  expect(changed).toMatchObject({ status: 503, body: { code: 'NOT_CONFIGURED' } });
});

it('verifies the holders of its own accounts only without other banks', async () => {
  const [{ token }, other] = await Promise.all([newCustomer(bank.shellUrl), newCustomer(bank.shellUrl)]);
  const verify = (account: string) =>
    call('POST', `${bank.shellUrl}/api/payees/verify`, { token, body: { name: 'Anne', account } });
  expect(await verify('DE89370400440532013000')).toMatchObject({
    status: 503,
    body: { code: 'NOT_CONFIGURED' },
  });
  const [own] = await database.rows('SELECT iban FROM accounts WHERE user_id = ?', [other.id]);
  expect(await verify(String(own?.iban))).toMatchObject({ status: 200, body: { result: 'no_match' } });
});

it('offers no recall of a payment that was sent without other banks', async () => {
  const { id, token } = await newCustomer(bank.shellUrl);
  const account = Number((await database.rows('SELECT id FROM accounts WHERE user_id = ?', [id]))[0]?.id);
  const movement = {
    reference: 'TR-SENT-1',
    kind: 'payment',
    description: 'Anne',
    amount: -500,
    at: new Date(),
  };
  await insertMovement(database, account, movement);
  await database.rows(
    `INSERT INTO payments (reference, account_id, amount, currency, recipient_account, recipient_name, payment_method,
       description, status, stage, transfer_id, created_by, created_at, sent_at,
       processed_at)
     SELECT 'PAY-SENT-1', id, 500, 'EUR', 'DE89370400440532013000', 'Anne', 'sepa_transfer', '', 'completed', 'settled',
       (SELECT id FROM transfers WHERE reference = 'TR-SENT-1'), user_id, NOW(3), NOW(3), NOW(3) FROM accounts WHERE id = ?`,
    [account],
  );
  const sent = `SELECT id, recall FROM payments WHERE reference = 'PAY-SENT-1'`;
  const [payment] = await database.rows(sent);
  const path = `${bank.shellUrl}/api/user/payments/${payment?.id}`;
  expect((await call('GET', path, { token })).body).toMatchObject({ recallable: false });
  expect(await call('POST', `${path}/cancel`, { token, body: {} })).toMatchObject({
    status: 503,
    body: { code: 'NOT_CONFIGURED' },
  });
  expect((await database.rows(sent))[0]?.recall).toBeNull();
});

it('sends no text message without a sender, fails nothing, and does not offer the choice', async () => {
  const { id, token } = await newCustomer(bank.shellUrl);
  await database.rows('UPDATE users SET phone = ?, phone_verified_at = NOW() WHERE id = ?', [
    '+33639810001',
    id,
  ]);
  await database.rows(
    `INSERT INTO preferences (user_id, email_notifications, sms_notifications, push_notifications,
       transaction_alerts, security_alerts, marketing_emails) VALUES (?, 0, 1, 0, 1, 1, 0)`,
    [id],
  );
  await database.rows(
    `INSERT INTO notifications (user_id, type, text_key, text_values, created_at)
     VALUES (?, 'info', 'kyc_approved', '{}', NOW(3))`,
    [id],
  );
  const waiting = 'SELECT 1 FROM notifications WHERE user_id = ? AND deliver_at IS NOT NULL';
  await until(async () => (await database.rows(waiting, [id])).length === 0);
  const answer = await call('GET', `${bank.shellUrl}/api/settings/preferences`, { token });
  expect(answer.body).toMatchObject({ smsNotifications: true, textMessages: 'not_configured' });
  for (const [path, body] of [
    ['phone/code', {}],
    ['phone/verify', { code: '123456' }],
  ] as const) {
    const refused = await call('POST', `${bank.shellUrl}/api/settings/${path}`, { token, body });
    expect([path, refused]).toMatchObject([path, { status: 503, body: { code: 'NOT_CONFIGURED' } }]);
  }
  expect(bank.rail.telephones.tries).toEqual([]);
  expect(bank.logs()).not.toContain('by sms');
});

it('has browsers take a worker that keeps nothing where the bank turned it off', async () => {
  const script = await (await fetch(`${bank.shellUrl}/worker.js`)).text();
  const done: string[] = [];
  const listeners: Record<string, (event: { waitUntil: (work: Promise<void>) => void }) => void> = {};
  const scope = {
    addEventListener: (type: string, listener: (typeof listeners)[string]) => (listeners[type] = listener),
    skipWaiting: () => done.push('takes over'),
    registration: { navigationPreload: { disable: async () => done.push('leaves the network alone') } },
  };
  const caches = { keys: async () => ['bank-shell'], delete: async (name: string) => done.push(name) };
  new Function('self', 'caches', script)(scope, caches);
  listeners.install?.({ waitUntil: () => undefined });
  await new Promise<void>((resolve) =>
    listeners.activate?.({ waitUntil: (work) => void work.then(resolve) }),
  );
  expect(done).toEqual(['takes over', 'bank-shell', 'leaves the network alone']);
  expect(Object.keys(listeners).sort()).toEqual(['activate', 'install', 'notificationclick', 'push']);
});
