/** @jest-environment ./tests/support/bank-environment.ts */
import { addDays } from '@bank/contracts/days';
import type { CustomerMessage, MessageCount } from '../../libs/contracts/customer-messages';
import { defaultPreferences } from '../../libs/contracts/settings';
import { MessageSlices } from '../../bff/src/care/messages/message-slices.service';
import { NotificationsService } from '../../bff/src/people/notifications/notifications.service';
import type { Config } from '../../bff/src/platform/config/config';
import { databaseOptions } from '../../bff/src/platform/database/connection-options';
import { Database } from '../../bff/src/platform/database/database';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { newCustomer, promote, type NewCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { TestClock } from '../support/ledger';
import { outboxOf, unsubscribeLinkOf } from '../support/outbox';
import { sharedBank } from '../support/shared-bank';
import { untilThereAre } from '../support/until';

const { bank, database } = sharedBank();
const clock = new TestClock();
/** Two servers that send. */
let pools: Database[] = [];
let [author, approver, agreed, other]: NewCustomer[] = [];
/** Only the people of this file live there. */
const country = `Île ${Date.now()}`;

interface Asked {
  awaiting?: string;
  approval?: { id: number; obstacle: string | null; message: { id: number } };
  code?: string;
  fields?: Record<string, string>;
}
const api = <Body = Asked>(who: SignedIn | undefined, method: string, route: string, body?: unknown) =>
  call<Body>(method, `${bank.shellUrl}/api/${route}`, { ...(who && { token: who.token }), body });
const words = {
  title_fr: 'Un <b>nouveau</b> service',
  title_en: 'A <b>new</b> service',
  text_fr: 'Bonjour à {name} & <script>alert(1)</script>',
  text_en: 'Hello <script>alert(1)</script>',
};
const message = (rest: object = {}) => ({
  purpose: 'marketing',
  segment: { country },
  channels: ['email'],
  per_minute: 600,
  ...words,
  ...rest,
});
const count = async (purpose: string) =>
  (await api<MessageCount>(author, 'POST', 'admin/messages/count', { purpose, segment: { country } })).body;
const slicesOf = (pool: Database) =>
  new MessageSlices(pool, new NotificationsService(pool, new EventsService(clock), clock), clock);
async function sendAll(): Promise<void> {
  const senders = pools.flatMap((pool) => [slicesOf(pool), slicesOf(pool)]);
  for (let sent: (number | undefined)[] = [0]; sent.some((each) => each !== undefined);) {
    sent = await Promise.all(senders.map((sender) => sender.sendSlice()));
    clock.set(new Date(clock.now().getTime() + 60_000));
  }
}
async function approved(rest: object = {}): Promise<number> {
  const asked = await api(author, 'POST', 'admin/messages', { ...message(rest) });
  expect([asked.status, asked.body.awaiting]).toEqual([202, 'second_approval']);
  const { id, message: about } = asked.body.approval ?? { id: 0, message: { id: 0 } };
  expect((await api(approver, 'POST', `admin/approvals/${id}/approve`)).status).toBe(200);
  return about.id;
}
const received = (who: SignedIn, id: number) =>
  database.rows(
    `SELECT n.id, n.delivered FROM notifications n JOIN customer_messages m ON m.written_id = n.written_id
     WHERE n.user_id = ? AND m.id = ?`,
    [who.id, id],
  );

beforeAll(async () => {
  const config = { databaseUrl: bank.migrationUrl, databaseConnections: 3, fingerprintKey: Buffer.alloc(32) };
  const open = async () => Database.open(await databaseOptions(config as Config));
  pools = await Promise.all([open(), open()]);
  [author, approver, agreed, other] = await Promise.all([1, 2, 3, 4].map(() => newCustomer(bank.shellUrl)));
  for (const who of [author, approver]) if (who) await promote(database, who);
  for (const who of [agreed, other]) {
    const address = [who?.id, '1 rue A', 'B', '75001', country];
    await database.rows('REPLACE INTO profiles (user_id, address, city, postal_code, country) VALUES (?)', [
      address,
    ]);
  }
  const chosen = { ...defaultPreferences, marketingEmails: true };
  expect((await api(agreed, 'PUT', 'settings/preferences', chosen)).status).toBe(200);
});
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

it('goes once to customers who agreed, from four senders, with a one-click unsubscribe link', async () => {
  if (!agreed || !other) throw new Error('nobody');
  expect(await count('service')).toEqual({ count: 2, estimated: false });
  expect(await count('marketing')).toEqual({ count: 1, estimated: false });
  const id = await approved();
  await sendAll();
  expect([await received(agreed, id), await received(other, id)].map((rows) => rows.length)).toEqual([1, 0]);

  const [mail = ''] = await untilThereAre(1, () => outboxOf(bank.dataDir, 'eml', `To: ${agreed?.email}`));
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const address = await unsubscribeLinkOf(bank.dataDir, agreed.email);
  expect(address).toMatch(/\/unsubscribe\?token=\d+\.\d+\.[\w-]{43}$/);
  expect(mail).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(mail.split('text/html')[1]).not.toContain('<script>');

  const list = await api<{ notifications: { title: string; message: string }[] }>(
    agreed,
    'GET',
    'notifications',
  );
  expect(list.body.notifications).toContainEqual(
    expect.objectContaining({ title: words.title_fr, message: words.text_fr }),
  );
  const click = (to: string) =>
    fetch(to, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
  const forged = address.replace(/=\d+\./, `=${other.id}.`);
  expect((await click(forged)).status).toBe(422);
  expect(await count('marketing')).toMatchObject({ count: 1 });
  expect([(await click(address)).status, (await click(address)).status]).toEqual([200, 200]);
  expect(await count('marketing')).toMatchObject({ count: 0 });
  const report = (await api<CustomerMessage>(author, 'GET', `admin/messages/${id}`)).body;
  expect(report).toMatchObject({ state: 'sent', recipients: 1 });
  expect(report.report).toEqual([{ channel: 'email', outcome: 'delivered', count: 1 }]);
});

it('as marketing is not delivered to customers who withdrew their consent in between', async () => {
  if (!agreed) throw new Error('nobody');
  const chosen = { ...defaultPreferences, marketingEmails: true };
  await api(agreed, 'PUT', 'settings/preferences', chosen);
  const id = await approved({ title_fr: 'Trop tard', channels: ['email'] });
  await database.rows('UPDATE preferences SET marketing_emails = 0 WHERE user_id = ?', [agreed.id]);
  await sendAll();
  expect(await received(agreed, id)).toEqual([]);
});

it('is sent at its pace, goes on where a killed server stopped, and can be stopped', async () => {
  if (!agreed || !other) throw new Error('nobody');
  const id = await approved({ purpose: 'service', per_minute: 1, channels: [] });
  const [first, second] = pools.map(slicesOf);
  clock.set(new Date());
  // A server that dies before the commit leaves nothing behind.
  await expect(
    pools[0]?.transaction(async (tx) => {
      await tx.write('UPDATE customer_messages SET after_id = last_id, recipients = 9 WHERE id = ?', [id]);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  const sendMine = async () => {
    for (let sent: number | undefined = 0; sent === 0;) sent = await second?.sendSlice();
  };
  await sendMine();
  expect([(await received(agreed, id)).length, (await received(other, id)).length].sort()).toEqual([0, 1]);
  expect(await first?.sendSlice()).toBeUndefined();
  const stopped = await api<CustomerMessage>(author, 'POST', `admin/messages/${id}/stop`);
  expect([stopped.status, stopped.body.state]).toEqual([200, 'stopped']);
  clock.set(new Date(clock.now().getTime() + 3_600_000));
  expect(await first?.sendSlice()).toBeUndefined();
  expect((await api(author, 'POST', `admin/messages/${id}/stop`)).body.code).toBe('MESSAGE_NOT_SENDING');
});

it('goes to the present holders of a product, not to former ones', async () => {
  const countOf = async (product: string) => {
    const asked = { purpose: 'service', segment: { country, product } };
    return (await api<MessageCount>(author, 'POST', 'admin/messages/count', asked)).body.count;
  };
  const counts = () => Promise.all(['card', 'other_currency', 'standing_order'].map(countOf));
  const terms = { amount: 5, frequency: 'monthly', first_run: addDays(parisDay(new Date()), 5) };
  await api(other, 'POST', 'cards/create', { card_type: 'debit', virtual: true });
  const account = await api<{ id: number }>(other, 'POST', 'accounts', { currency: 'USD' });
  const order = await api<{ id: number }>(other, 'POST', 'standing-orders', {
    recipient_id: agreed?.id,
    ...terms,
  });
  expect(await counts()).toEqual([1, 1, 1]);
  const expire = `UPDATE cards c JOIN accounts a ON a.id = c.account_id SET c.expiry_date = '2026-01-31' WHERE a.user_id = ?`;
  await database.rows(expire, [other?.id]);
  expect((await api(other, 'DELETE', `accounts/${account.body.id}`)).status).toBe(204);
  expect((await api(other, 'DELETE', `standing-orders/${order.body.id}`)).status).toBe(204);
  expect(await counts()).toEqual([0, 0, 0]);
});

it('needs a second person, an approval, and the role for it', async () => {
  const unapproved = { token: author?.token, body: message(), approve: false };
  expect(await call('POST', `${bank.shellUrl}/api/admin/messages`, unapproved)).toMatchObject({
    status: 403,
    body: { code: 'APPROVAL_REQUIRED' },
  });
  const asked = await api(author, 'POST', 'admin/messages', { ...message() });
  const id = asked.body.approval?.id;
  const own = await api(author, 'POST', `admin/approvals/${id}/approve`);
  expect([own.status, own.body.code]).toEqual([403, 'SECOND_APPROVER_REQUIRED']);
  const payments = await newCustomer(bank.shellUrl);
  await promote(database, payments, ['payments']);
  expect((await api(payments, 'POST', `admin/approvals/${id}/approve`)).body.code).toBe('OUTSIDE_ROLES');
  expect((await api(payments, 'POST', 'admin/messages', { ...message() })).status).toBe(403);
  // What was approved is what is sent.
  await database.rows(
    `UPDATE written_notifications w JOIN customer_messages m ON m.written_id = w.id SET w.text_fr = 'Autre' WHERE m.id = ?`,
    [asked.body.approval?.message.id],
  );
  const altered = await api(approver, 'POST', `admin/approvals/${id}/approve`);
  expect([altered.status, altered.body.code]).toEqual([409, 'APPROVAL_OUTDATED']);
});
