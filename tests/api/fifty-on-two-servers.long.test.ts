/** @jest-environment ./tests/support/bank-environment.ts */
import { addDays } from '@bank/contracts/days';
import { dataExportDownloads, dataExportsPerDay } from '../../libs/contracts/data-exports';
import { writeMessage } from '../../libs/contracts/rails/messages';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { knowOutbox } from '../support/approvals';
import { cardNetwork, newCard } from '../support/card-network';
import { postToBank } from '../support/clearing-house';
import { creditFileOf, fileCreditTo } from '../support/credit-files';
import { newCustomer, promote, rememberBank, type NewCustomer, type SignedIn } from '../support/customers';
import { type Answer, call } from '../support/http';
import { ledgerErrors } from '../support/movements';
import { freePorts, ServerProcess } from '../support/server';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { collectionCalls } from './collections-fixture';
import { paymentCalls } from './payment-fixture';

/** Calls at one moment, on the servers in turn. */
const times = 50;

const { bank, database } = sharedBank();
const payments = paymentCalls(bank.shellUrl, database);
const c = collectionCalls(bank, database);
type Body = Record<string, unknown> & { id: number; code?: string };

let second: ServerProcess;
let servers: [string, string];
let customer: NewCustomer;
let admin: NewCustomer;
let colleague: NewCustomer;

beforeAll(async () => {
  second = new ServerProcess(await freePorts(), {
    ...bank.rail.environment,
    DATABASE_URL: bank.databaseUrl,
    DATABASE_MIGRATION_URL: bank.migrationUrl,
    DATA_DIR: bank.dataDir,
    TRUST_PROXY: '1',
    CALLS_PER_MINUTE: '100000',
    APPROVAL_MESSAGES_PER_HOUR: '100000',
  });
  await second.start();
  servers = [bank.shellUrl, `http://localhost:${second.port}`];
  knowOutbox({ urls: [servers[1]], dataDir: bank.dataDir });
  rememberBank(servers[1], bank.migrationUrl);
  [admin, colleague] = await Promise.all([newCustomer(bank.shellUrl), newCustomer(bank.shellUrl)]);
  for (const who of [admin, colleague]) await promote(database, who);
}, 120_000);
afterAll(() => second.stop());
beforeEach(async () => {
  customer = await payments.customer(1_000);
});

const send = <B = Body>(
  who: SignedIn,
  method: string,
  path: string,
  { body, nth = 0, headers }: { body?: unknown; nth?: number; headers?: Record<string, string> } = {},
) =>
  call<B>(method, `${servers[nth % 2]}/api/${path}`, {
    token: who.token,
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  });

/** How many of the calls had each answer. */
async function crowd(ask: (nth: number) => Promise<Pick<Answer<Body>, 'status' | 'body'>>, most = times) {
  const counts: Record<string, number> = {};
  for (const { status, body } of await Promise.all(Array.from({ length: most }, (_, nth) => ask(nth)))) {
    const name = [status, body?.code].filter(Boolean).join(' ');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
/** Of the answers those that should not be. */
const unexpected = (answers: Record<string, number>, expected: RegExp) =>
  Object.entries(answers).filter(([each]) => !expected.test(each));
const count = async (sql: string, values: unknown[] = []) =>
  Number((await database.rows(`SELECT COUNT(*) AS n FROM ${sql}`, values))[0]?.n);
/** A new action's lines since `from`. */
const lines = (action: string, from: number) =>
  count('audit_log WHERE action = ? AND id > ?', [action, from]);
const lastLine = async () => Number((await database.rows('SELECT MAX(id) AS id FROM audit_log'))[0]?.id);

it('open one conversation, give it to one, and end it once', async () => {
  for (const who of [admin, colleague])
    await send(who, 'PUT', 'admin/conversations/presence', { body: { available: true } });
  const from = await lastLine();
  const opened = await crowd((nth) => send(customer, 'POST', 'user/conversation', { body: {}, nth }));
  expect(unexpected(opened, /^(201|429 TOO_MANY_REQUESTS)$/)).toEqual([]);
  expect(await count('conversations WHERE user_id = ?', [customer.id])).toBe(1);
  expect(await lines('conversation.asked', from)).toBe(1);
  const [{ id } = { id: 0 }] = await database.rows('SELECT id FROM conversations WHERE user_id = ?', [
    customer.id,
  ]);
  const taken = await crowd((nth) =>
    send(nth % 3 ? admin : colleague, 'POST', `admin/conversations/${id}/take`, { nth }),
  );
  expect(unexpected(taken, /^(200|409 WORK_TAKEN)$/)).toEqual([]);
  expect(await lines('conversation.taken', from)).toBe(1);
  const [{ staff_id: staff } = { staff_id: 0 }] = await database.rows(
    'SELECT staff_id FROM conversations WHERE id = ?',
    [id],
  );
  const holder = staff === admin.id ? admin : colleague;
  const written = await crowd((nth) =>
    nth % 2
      ? send(holder, 'POST', `admin/conversations/${id}/messages`, {
          body: { text: `${nth}` },
          nth: nth >> 1,
        })
      : send(customer, 'POST', 'user/conversation/messages', { body: { text: `${nth}` }, nth: nth >> 1 }),
  );
  expect(unexpected(written, /^(200|201|429 TOO_MANY_REQUESTS|409 CONVERSATION_ENDED)$/)).toEqual([]);
  expect(await count('conversation_messages WHERE conversation_id = ?', [id])).toBe(
    (written[200] ?? 0) + (written[201] ?? 0),
  );
  const ended = await crowd((nth) =>
    nth % 2
      ? send(holder, 'POST', `admin/conversations/${id}/close`, { body: { as: 'ticket' }, nth: nth >> 1 })
      : send(customer, 'POST', 'user/conversation/end', { nth: nth >> 1 }),
  );
  expect(unexpected(ended, /^(20[01]|409 CONVERSATION_ENDED)$/)).toEqual([]);
  expect((ended[200] ?? 0) + (ended[201] ?? 0)).toBe(1);
  expect(await lines('conversation.closed', from)).toBe(await lines('conversation.became_ticket', from));
  await database.rows('DELETE FROM staff_presence');
});

it('take a file of credits once, ask about it once, and book it once', async () => {
  const iban = await c.ibanOf(customer);
  const text = await creditFileOf([1, 2, 3].map(() => fileCreditTo(iban)));
  const from = await lastLine();
  const ids = new Set<number>();
  const upload = async (nth: number) => {
    const form = new FormData();
    form.append('file', new Blob([text], { type: 'application/xml' }), 'a.xml');
    const answer = await send(admin, 'POST', 'admin/credit-files', { body: form, nth });
    if (answer.status === 201) ids.add(answer.body.id);
    return answer;
  };
  const uploaded = await crowd(upload);
  expect(unexpected(uploaded, /^(201|409 CREDIT_FILE_KNOWN|503 UNAVAILABLE)$/)).toEqual([]);
  expect(uploaded[201]).toBe(1);
  const [id = 0] = ids;
  const submitted = await crowd((nth) => send(admin, 'POST', `admin/credit-files/${id}/submit`, { nth }));
  expect(submitted).toEqual({ 200: 1, '409 CREDIT_FILE_NOT_WAITING': times - 1 });
  const { body } = await send<{ approval: { id: number } }>(admin, 'GET', `admin/credit-files/${id}`);
  const decided = await crowd((nth) =>
    send(colleague, 'POST', `admin/approvals/${body.approval.id}/approve`, { nth }),
  );
  expect(unexpected(decided, /^(200|409 APPROVAL_NOT_PENDING)$/)).toEqual([]);
  expect(decided[200]).toBe(1);
  await until(async () => (await send(admin, 'GET', `admin/credit-files/${id}`)).body.state === 'booked');
  expect(await payments.fundsOf(customer)).toEqual([103_702, 0]);
  expect([await lines('credit_file.uploaded', from), await lines('credit_file.approved', from)]).toEqual([
    1, 1,
  ]);
});

it('collect once, block and refund once', async () => {
  const iban = await c.ibanOf(customer);
  const from = await lastLine();
  const message = writeMessage(c.messageOf(c.collectionOf(iban)));
  const answers = await Promise.all(
    Array.from({ length: times }, (_, nth) => postToBank(servers[nth % 2] ?? '', message)),
  );
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  expect(await payments.fundsOf(customer)).toEqual([96_010, 0]);
  const [debit] = await c.debits(customer);
  const [mandate] = await c.mandates(customer);
  const blocked = await crowd((nth) =>
    send(customer, 'POST', `mandates/${mandate?.id}/${nth % 3 ? 'block' : 'unblock'}`, { nth }),
  );
  expect(blocked).toEqual({ 200: times });
  const isBlocked = (await c.mandates(customer))[0]?.status === 'blocked';
  const [blocks, unblocks] = [await lines('mandate.blocked', from), await lines('mandate.unblocked', from)];
  expect(blocks - unblocks).toBe(isBlocked ? 1 : 0);
  const refunded = await crowd((nth) =>
    send(customer, 'POST', `direct-debits/${debit?.id}/refund`, { body: { reason: 'no_mandate' }, nth }),
  );
  expect(refunded).toEqual({ 200: 1, '409 DIRECT_DEBIT_NOT_REFUNDABLE': times - 1 });
  expect(await payments.fundsOf(customer)).toEqual([100_000, 0]);
});

it('let a held collection pass or go back, and not both, while others come', async () => {
  const iban = await c.ibanOf(customer);
  await c.collect(iban);
  await c.collect(iban);
  const [held] = await c.debits(customer, '?status=held');
  const others = Promise.all(
    Array.from({ length: 20 }, (_, nth) =>
      postToBank(
        servers[nth % 2] ?? '',
        writeMessage(
          c.messageOf(c.collectionOf(iban, { amount: { minor: BigInt(100 + nth), currency: 'EUR' } })),
        ),
      ),
    ),
  );
  const decided = await crowd((nth) =>
    send(customer, 'POST', `direct-debits/${held?.id}/${nth % 2 ? 'pass' : 'refuse'}`, {
      body: {},
      nth: nth >> 1,
    }),
  );
  expect(decided).toEqual({ 200: 1, '409 DIRECT_DEBIT_DECIDED': times - 1 });
  expect((await others).filter(({ status }) => status !== 200)).toEqual([]);
  const [after] = (await c.debits(customer, '?limit=50')).filter(({ id }) => id === held?.id);
  const passed = after?.status === 'booked' ? 1 : 0;
  const sum = Array.from({ length: 20 }, (_, nth) => 100 + nth).reduce((total, each) => total + each, 0);
  expect(await payments.fundsOf(customer)).toEqual([100_000 - 3_990 * (1 + passed) - sum, 0]);
});

it('answer a challenge once, and pay by it once', async () => {
  const card = await newCard(bank, database, customer, { virtual: true });
  const networks = servers.map((shellUrl) => cardNetwork({ shellUrl }));
  const shop = { mode: 'ECOM', amount: '80.00', canChallenge: true } as const;
  const challenged = async () => (await networks[0]!.authorize(card.plastic, shop)).challengeId ?? '';
  const from = await lastLine();
  const challengeId = await challenged();
  const answered = await crowd((nth) =>
    send(customer, 'POST', `carte/challenges/${challengeId}/${nth % 2 ? 'approve' : 'refuse'}`, {
      nth: nth >> 1,
    }),
  );
  expect(unexpected(answered, /^(200|409 CHALLENGE_OVER)$/)).toEqual([]);
  expect(answered[200]).toBe(1);
  expect((await lines('card.challenge_approved', from)) + (await lines('card.challenge_refused', from))).toBe(
    1,
  );

  const approved = await challenged();
  expect((await send(customer, 'POST', `carte/challenges/${approved}/approve`)).status).toBe(200);
  const paid = await Promise.all(
    Array.from({ length: times }, (_, nth) =>
      networks[nth % 2]!.authorize(card.plastic, { ...shop, challengeId: approved }),
    ),
  );
  expect(paid.filter(({ code }) => code === '00')).toHaveLength(1);
  expect(paid.filter(({ status }) => status !== 200)).toEqual([]);

  const late = await challenged();
  await database.rows(
    'UPDATE card_challenges SET expires_at = UTC_TIMESTAMP(3) + INTERVAL 150000 MICROSECOND WHERE id = ?',
    [late],
  );
  const overdue = await crowd((nth) => send(customer, 'POST', `carte/challenges/${late}/refuse`, { nth }));
  expect(unexpected(overdue, /^(200|409 CHALLENGE_OVER)$/)).toEqual([]);
  expect(overdue[200] ?? 0).toBeLessThanOrEqual(1);
});

it('grant as many exports as a day allows, and download one as often as it may be', async () => {
  const from = await lastLine();
  const granted = await crowd((nth) => send(customer, 'POST', 'settings/data-exports', { nth }), 20);
  expect(unexpected(granted, /^(201|429 DATA_EXPORT_LIMIT|403 .*)$/)).toEqual([]);
  expect(granted[201]).toBe(dataExportsPerDay);
  expect(await lines('data_export.requested', from)).toBe(dataExportsPerDay);
  const { body } = await send<{ exports: { id: number }[] }>(customer, 'GET', 'settings/data-exports');
  const fetched = await Promise.all(
    Array.from({ length: times }, async (_, nth) => {
      const response = await fetch(
        `${servers[nth % 2]}/api/settings/data-exports/${body.exports[0]?.id}/file`,
        {
          headers: { authorization: `Bearer ${customer.token}` },
        },
      );
      await response.arrayBuffer();
      return response.status;
    }),
  );
  expect(fetched.filter((status) => status === 200)).toHaveLength(dataExportDownloads);
  expect(fetched.filter((status) => ![200, 409, 429].includes(status))).toEqual([]);
  await until(async () => (await lines('data_export.downloaded', from)) === dataExportDownloads);
});

it('stop a message once', async () => {
  const message = {
    purpose: 'service',
    segment: { country: `Île ${Date.now()}` },
    channels: ['email'],
    per_minute: 10,
    title_fr: 'Un service',
    title_en: 'A service',
    text_fr: 'Bonjour',
    text_en: 'Hello',
  };
  const asked = await send<{ approval: { id: number; message: { id: number } } }>(
    admin,
    'POST',
    'admin/messages',
    { body: message },
  );
  const { id, message: about } = asked.body.approval;
  const from = await lastLine();
  const approved = await crowd((nth) => send(colleague, 'POST', `admin/approvals/${id}/approve`, { nth }));
  expect(unexpected(approved, /^(200|409 APPROVAL_NOT_PENDING)$/)).toEqual([]);
  expect(approved[200]).toBe(1);
  await database.rows(`UPDATE customer_messages SET state = 'sending' WHERE id = ?`, [about.id]);
  const stopped = await crowd((nth) =>
    send(nth % 3 ? admin : colleague, 'POST', `admin/messages/${about.id}/stop`, { nth }),
  );
  expect(unexpected(stopped, /^(200|409 MESSAGE_NOT_SENDING)$/)).toEqual([]);
  expect(await lines('customer_message.stopped', from)).toBe(stopped[200] ?? 0);
  expect(stopped[200] ?? 0).toBeLessThanOrEqual(1);
});

it('mark notifications as read, take that back and delete them, while others come', async () => {
  const rows = Array.from({ length: 60 }, () => [customer.id, 'info', 'kyc_approved', '{}', new Date()]);
  await database.rows(
    'INSERT INTO notifications (user_id, type, text_key, text_values, created_at) VALUES ?',
    [rows],
  );
  const ids = (
    await database.rows('SELECT id FROM notifications WHERE user_id = ? ORDER BY id', [customer.id])
  ).map(({ id }) => Number(id));
  const acts: ((nth: number) => Promise<Answer<Body>>)[] = [
    (nth) => send(customer, 'POST', 'notifications/read', { body: {}, nth: nth >> 1 }),
    (nth) => send(customer, 'POST', 'notifications/read', { body: { ids: ids.slice(nth) }, nth: nth >> 1 }),
    (nth) => send(customer, 'POST', 'notifications/read/undo', { nth: nth >> 1 }),
    (nth) => send(customer, 'DELETE', `notifications/${ids[nth % 20]}`, { nth: nth >> 1 }),
    (nth) => send(customer, 'POST', 'balance/update', { body: { amount: 1, type: 'add' }, nth: nth >> 1 }),
  ];
  const answers = await crowd((nth) => acts[nth % acts.length]!(nth));
  expect(unexpected(answers, /^(20[014]|404 NOT_FOUND)$/)).toEqual([]);
  const [first] = ids.slice(30);
  const deleted = await crowd((nth) => send(customer, 'DELETE', `notifications/${first}`, { nth }));
  expect(deleted).toEqual({ 204: 1, '404 NOT_FOUND': times - 1 });
});

it('change a standing order that runs at the same moment: each day runs once, as it was then', async () => {
  const to = await newCustomer(bank.shellUrl);
  const today = parisDay(new Date());
  const terms = { recipient_id: to.id, amount: 5, frequency: 'monthly', first_run: today };
  const { body: order } = await send(customer, 'POST', 'standing-orders', { body: terms });
  const from = await lastLine();
  await database.rows(
    'UPDATE standing_orders SET due_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = ?',
    [order.id],
  );
  const changed = await crowd((nth) =>
    send(customer, 'PUT', `standing-orders/${order.id}`, { body: { ...terms, amount: 5 + nth }, nth }),
  );
  expect(unexpected(changed, /^(200|429 PAYEE_LIMIT_REACHED)$/)).toEqual([]);
  expect(await lines('standing_order.changed', from)).toBe(changed[200]);
  await database.rows(
    'UPDATE standing_orders SET due_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = ? AND next_run = ?',
    [order.id, today],
  );
  await until(
    async () =>
      (await count(`standing_order_runs WHERE order_id = ? AND status = 'completed'`, [order.id])) > 0,
    90,
  );
  expect(await count('standing_order_runs WHERE order_id = ?', [order.id])).toBe(1);
  const [{ next_run: next } = { next_run: '' }] = await database.rows(
    `SELECT DATE_FORMAT(next_run, '%Y-%m-%d') AS next_run FROM standing_orders WHERE id = ?`,
    [order.id],
  );
  expect(String(next) >= addDays(today, 27)).toBe(true);
  const stopped = await crowd((nth) => send(customer, 'DELETE', `standing-orders/${order.id}`, { nth }));
  expect(stopped).toEqual({ 204: 1, '404 NOT_FOUND': times - 1 });
  expect(await lines('standing_order.stopped', from)).toBe(1);
});

it('leave the books in order', async () => {
  expect(await ledgerErrors(database)).toEqual([]);
});
