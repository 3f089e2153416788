import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { PartnerApplication } from '../../libs/contracts/partner-applications';
import {
  webhookEvents,
  type WebhookLog,
  type Webhooks,
  type WebhookType,
  type WebhookWithSecret,
} from '../../libs/contracts/partner-servers';
import type { Partner } from '../../libs/contracts/partners';
import { longIt } from '../support/at-length';
import { call } from '../support/http';
import { type Bank, startBank } from '../support/bank';
import {
  ageSessions,
  connectTo,
  newCustomer,
  promote,
  type SignedIn,
  type TestConnection,
} from '../support/customers';
import { logLines } from '../support/log-lines';
import { freePorts, ServerProcess } from '../support/server';
import { until } from '../support/until';
import { partnersOf } from './partner-fixture';

/** Events to partners' servers, sent by two servers to a receiver on this machine. */
let bank: Bank;
let database: TestConnection;
let admin: SignedIn;
let receiver: http.Server;
let origin: string;

interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}
const received: Received[] = [];
/** The status that the receiver answers with on a path; otherwise 204. */
const statuses = new Map<string, number>();
/** What the receiver waits for on a path before it answers. */
const holds = new Map<string, Promise<void>>();

const env = () => ({ WEBHOOK_RECEIVER_URL: origin, TRUST_PROXY: '1', CALLS_PER_MINUTE: '100000' });

beforeAll(async () => {
  receiver = http.createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers as Record<string, string>, body });
      const status = statuses.get(path) ?? 204;
      if (status === 0) return;
      void Promise.resolve(holds.get(path)).then(() =>
        response.writeHead(status, { location: `${origin}/elsewhere` }).end(),
      );
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  // With the widgets.
  bank = await startBank({ env: env(), remotesDir: 'remotes' });
  database = connectTo(bank.migrationUrl);
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
}, 120_000);
afterAll(async () => {
  // First: a server that stops waits for what it sends.
  receiver.closeAllConnections();
  receiver.close();
  await database.end();
  await bank.stop();
});

const partners = () => partnersOf(bank, () => admin.token);
const at = (path: string) => received.filter((one) => one.path === path);
const arrived = (path: string, count = 1) => until(() => Promise.resolve(at(path).length >= count));
const hooks = <Body>(method: string, { id }: Partner, path = '', body?: object, headers = {}) =>
  partners().admin<Body>(method, `partners/${id}/webhooks${path}`, body, headers);
const logOf = async (partner: Partner) =>
  (await hooks<WebhookLog>('GET', partner, '/messages')).body.messages;

let places = 0;
/** A partner whose events of a mode go to a path of its own. */
async function withAddress(mode = 'live', status = 204) {
  const partner = await partners().newPartner();
  const path = `/hook-${(places += 1)}`;
  statuses.set(path, status);
  const { body } = await hooks<WebhookWithSecret>('PUT', partner, `/${mode}`, { url: origin + path });
  return { partner, path, secret: body.secret ?? '' };
}
const test = (partner: Partner, mode = 'live') =>
  hooks<{ id: string; code: string }>('POST', partner, `/${mode}/test`);
const dueNow = (partner: Partner, more = '') =>
  database.rows(
    `UPDATE webhook_messages m JOIN partner_webhooks w ON w.id = m.webhook_id
     SET m.next_try_at = UTC_TIMESTAMP(3) ${more} WHERE w.partner_id = ?`,
    [partner.id],
  );

describe('an application', () => {
  it('causes an event when the account is opened and for each decision, once each and signed', async () => {
    const { partner, path, secret } = await withAddress();
    const key = partner.keys[0]?.key ?? '';
    const applied = (await partners().apply(`${key}:dossier-4711`)).body;
    expect(at(path)).toEqual([]);
    const customer = await partners().complete(applied);
    await database.rows('UPDATE users SET email_verified_at = UTC_TIMESTAMP(3) WHERE id = ?', [customer.id]);
    expect((await partners().decide(customer.token, { status: 'rejected', reason: 'Flou' })).status).toBe(
      200,
    );
    expect((await partners().decide(customer.token, { status: 'approved' })).status).toBe(200);
    await arrived(path, 3);
    const events = at(path).map(
      ({ headers, body }) =>
        new Webhook(secret).verify(body, headers) as {
          type: string;
          livemode: boolean;
          data: PartnerApplication;
        },
    );
    expect(events.map(({ type }) => type).sort()).toEqual([
      'application.approved',
      'application.completed',
      'application.rejected',
    ]);
    const approved = events.find(({ type }) => type === 'application.approved');
    const moment = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    expect(approved).toEqual({
      type: 'application.approved',
      livemode: true,
      timestamp: moment,
      data: {
        applicationId: applied.application_id,
        status: 'approved',
        reference: 'dossier-4711',
        startedAt: moment,
        completedAt: moment,
        decidedAt: moment,
      },
    });
    for (const event of events) {
      expect(webhookEvents[event.type as WebhookType].parse(event)).toEqual(event);
    }
    const names = at(path).map(({ headers }) => headers['webhook-id']);
    expect(new Set(names).size).toBe(3);
    for (const { body } of at(path)) expect(body).not.toMatch(/Élodie|Martin|@/);
  });

  it('of an approved customer causes no other event, whatever is decided later', async () => {
    const { partner, path } = await withAddress();
    const applied = (await partners().apply(partner.keys[0]?.key ?? '')).body;
    const customer = await partners().complete(applied);
    await database.rows(`UPDATE partner_applications SET status = 'approved' WHERE user_id = ?`, [
      customer.id,
    ]);
    await database.rows('UPDATE users SET email_verified_at = UTC_TIMESTAMP(3) WHERE id = ?', [customer.id]);
    expect((await partners().decide(customer.token, { status: 'rejected', reason: 'Flou' })).status).toBe(
      200,
    );
    await arrived(path);
    await until(async () => (await logOf(partner)).every(({ status }) => status === 'delivered'));
    expect((await logOf(partner)).map(({ type }) => type)).toEqual(['application.completed']);
  });
});

describe('an event', () => {
  longIt('is sent once by several servers, also when many wait', async () => {
    const second = new ServerProcess(await freePorts(), {
      ...env(),
      DATABASE_URL: bank.databaseUrl,
      DATABASE_MIGRATION_URL: bank.migrationUrl,
      DATA_DIR: bank.dataDir,
    });
    await second.start();
    const { partner, path } = await withAddress();
    const made = await Promise.all(Array.from({ length: 20 }, () => test(partner)));
    await arrived(path, 20);
    await until(async () => (await logOf(partner)).every(({ status }) => status === 'delivered'));
    await second.stop();
    const ids = at(path).map(({ headers }) => headers['webhook-id']);
    expect([...ids].sort()).toEqual(made.map(({ body }) => body.id).sort());
  });

  it('is tried again under the same id after an error, and after none is answered at all', async () => {
    const { partner, path, secret } = await withAddress('live', 500);
    const { id } = (await test(partner)).body;
    await arrived(path);
    await until(async () => (await logOf(partner))[0]?.answer_status === 500);
    const [waiting] = await logOf(partner);
    expect(waiting).toMatchObject({ id, status: 'waiting', tries: 1, failure: 'status' });
    const pause = Date.parse(waiting?.next_try_at ?? '') - Date.parse(waiting?.last_try_at ?? '');
    expect(pause > 3_900 && pause < 9_000).toBe(true);
    statuses.set(path, 200);
    await dueNow(partner);
    await arrived(path, 2);
    const [first, again] = at(path);
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(() => new Webhook(secret).verify(again?.body ?? '', again?.headers ?? {})).not.toThrow();
    await until(async () => (await logOf(partner))[0]?.status === 'delivered');
  });

  it('is tried at once where the clock was set back by days', async () => {
    const { partner, path } = await withAddress('live', 500);
    await test(partner);
    await until(async () => (await logOf(partner))[0]?.answer_status === 500);
    statuses.set(path, 200);
    await dueNow(partner, '+ INTERVAL 2 DAY');
    await until(async () => (await logOf(partner))[0]?.status === 'delivered');
  });

  it('is given up after three days, or where the receiver wants no more of it, and can be sent again', async () => {
    const { partner, path } = await withAddress('live', 503);
    await test(partner);
    await until(async () => (await logOf(partner))[0]?.answer_status === 503);
    await dueNow(partner, ', m.retry_until = UTC_TIMESTAMP(3) + INTERVAL 3 SECOND');
    await until(async () => (await logOf(partner))[0]?.status === 'failed');
    expect((await logOf(partner))[0]).toMatchObject({ tries: 2, next_try_at: null });
    statuses.set(path, 410);
    const { id } = (await logOf(partner))[0] ?? {};
    const headers = { 'idempotency-key': `again-${id}` };
    const answers = await Promise.all(
      [1, 2].map(() => hooks('POST', partner, `/messages/${id}/resend`, {}, headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await until(async () => (await logOf(partner))[0]?.answer_status === 410);
    expect((await logOf(partner))[0]).toMatchObject({ status: 'failed', tries: 3, next_try_at: null });
  });

  it('is delivered behind many that expired untried, which are given up', async () => {
    const { partner, path } = await withAddress();
    await database.rows(
      `INSERT INTO webhook_messages (webhook_id, message_id, type, body, created_at, next_try_at, retry_until)
       SELECT w.id, CONCAT('msg_old_', w.id, '_', n.seq), 'webhook.test', '{}', NOW(3) - INTERVAL 4 DAY, NOW(3) - INTERVAL 4 DAY,
         NOW(3) - INTERVAL 1 DAY
       FROM partner_webhooks w JOIN (
         WITH RECURSIVE numbers AS (SELECT 1 AS seq UNION ALL SELECT seq + 1 FROM numbers WHERE seq < 900) SELECT seq FROM numbers
       ) n WHERE w.partner_id = ?`,
      [partner.id],
    );
    await test(partner);
    await arrived(path);
    const due = `SELECT m.id FROM webhook_messages m JOIN partner_webhooks w ON w.id = m.webhook_id
      WHERE w.partner_id = ? AND m.next_try_at IS NOT NULL`;
    await until(async () => (await database.rows(due, [partner.id])).length === 0);
    expect((await logOf(partner)).slice(0, 2)).toMatchObject([
      { status: 'delivered', tries: 1 },
      { status: 'failed', tries: 0 },
    ]);
    expect(at(path)).toHaveLength(1);
  });

  it.each([410, 204])(
    'that is sent again while a try is under way is tried once more after it, whatever is answered: %d',
    async (status) => {
      const { partner, path } = await withAddress('live', status);
      let release = () => {};
      holds.set(path, new Promise((resolve) => (release = resolve)));
      const { id } = (await test(partner)).body;
      await arrived(path);
      expect((await hooks('POST', partner, `/messages/${id}/resend`)).status).toBe(200);
      release();
      await arrived(path, 2);
      await until(async () => (await logOf(partner))[0]?.status !== 'waiting');
      expect((await logOf(partner))[0]).toMatchObject({
        status: status === 204 ? 'delivered' : 'failed',
        tries: 2,
        next_try_at: null,
      });
    },
  );

  it('follows no redirect', async () => {
    const { partner, path } = await withAddress('live', 307);
    await test(partner);
    await until(async () => (await logOf(partner))[0]?.answer_status === 307);
    expect([at(path).length, at('/elsewhere').length]).toEqual([1, 0]);
  });

  it('waits for no other address: one that does not answer delays nobody', async () => {
    const dead = await withAddress('live', 0);
    await Promise.all(Array.from({ length: 12 }, () => test(dead.partner)));
    await arrived(dead.path, 5);
    const alive = await withAddress();
    await test(alive.partner);
    await until(() => Promise.resolve(at(alive.path).length === 1), 4);
  });

  longIt('that is not answered is given up after seconds', async () => {
    const dead = await withAddress('live', 0);
    await test(dead.partner);
    await until(async () => (await logOf(dead.partner)).some(({ failure }) => failure === 'timeout'), 20);
  });

  it('is not stored for a partner that is off or has no address', async () => {
    const { partner } = await withAddress();
    await partners().admin('POST', `partners/${partner.id}/activate`, { status: 'inactive' });
    expect((await test(partner)).body.code).toBe('WEBHOOK_WITHOUT_ADDRESS');
    const other = await partners().newPartner();
    expect((await test(other)).body.code).toBe('WEBHOOK_WITHOUT_ADDRESS');
    await partners()
      .apply(other.keys[0]?.key ?? '')
      .then(({ body }) => partners().complete(body));
    expect(await logOf(other)).toEqual([]);
  });
});

describe('the secret', () => {
  it('is shown once, is encrypted, and signs beside the new one for a day', async () => {
    const { partner, path, secret } = await withAddress();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const again = await hooks<WebhookWithSecret>('PUT', partner, '/live', { url: origin + path });
    expect(again.body.secret).toBeNull();
    const headers = { 'idempotency-key': `rotate-${partner.id}` };
    const renewed = await hooks<WebhookWithSecret>('POST', partner, '/live/secret', {}, headers);
    expect(renewed.status).toBe(201);
    const lost = await hooks<{ code: string }>('POST', partner, '/live/secret', {}, headers);
    expect(lost.body.code).toBe('SECRET_SHOWN_ONCE');
    const rows = await database.rows(
      'SELECT HEX(secret) AS a, HEX(old_secret) AS b FROM partner_webhooks WHERE partner_id = ?',
      [partner.id],
    );
    for (const shown of [secret, renewed.body.secret ?? ''])
      expect(JSON.stringify(rows)).not.toContain(Buffer.from(shown).toString('hex').toUpperCase());
    await test(partner);
    await arrived(path);
    const [event] = at(path);
    for (const one of [secret, renewed.body.secret ?? ''])
      expect(() => new Webhook(one).verify(event?.body ?? '', event?.headers ?? {})).not.toThrow();
    await database.rows(
      'UPDATE partner_webhooks SET old_secret_until = UTC_TIMESTAMP(3) WHERE partner_id = ?',
      [partner.id],
    );
    await test(partner);
    await arrived(path, 2);
    const last = at(path)[1];
    expect(() => new Webhook(secret).verify(last?.body ?? '', last?.headers ?? {})).toThrow();
    const { webhooks } = (await hooks<Webhooks>('GET', partner)).body;
    expect(webhooks.map(({ mode, url }) => [mode, url])).toEqual([
      ['live', origin + path],
      ['test', null],
    ]);
  });

  it('is replaced in an older session with an approval alone', async () => {
    const { partner } = await withAddress();
    const maker = await newCustomer(bank.shellUrl);
    await promote(database, maker);
    await ageSessions(database, maker);
    const renew = (approve: boolean) =>
      call<WebhookWithSecret>(
        'POST',
        `${bank.shellUrl}/api/admin/partners/${partner.id}/webhooks/live/secret`,
        { token: maker.token, body: {}, approve },
      );
    const summary = { action: 'webhook_secret', detail: `${partner.name} · live` };
    expect(await renew(false)).toMatchObject({
      status: 403,
      body: { code: 'APPROVAL_REQUIRED', approval: { summary } },
    });
    expect((await renew(true)).status).toBe(201);
  });

  it('goes to another address in an older session with an approval alone, and to none without', async () => {
    const { partner, path } = await withAddress();
    const maker = await newCustomer(bank.shellUrl);
    await promote(database, maker);
    await ageSessions(database, maker);
    const set = (url: string | null, approve: boolean) =>
      call<WebhookWithSecret>('PUT', `${bank.shellUrl}/api/admin/partners/${partner.id}/webhooks/live`, {
        token: maker.token,
        body: { url },
        approve,
      });
    const other = `${origin}${path}-other`;
    const detail = `${partner.name} · live · ${new URL(other).host}`;
    expect(await set(other, false)).toMatchObject({
      status: 403,
      body: { code: 'APPROVAL_REQUIRED', approval: { summary: { action: 'webhook_address', detail } } },
    });
    expect((await set(origin + path, false)).status).toBe(200);
    expect(await set('http://10.0.0.1/hook', false)).toMatchObject({ status: 422 });
    expect((await set(other, true)).body.webhook.url).toBe(other);
    expect((await set(null, false)).status).toBe(200);
  });

  it('that is replaced again within a day signs until a day after it was replaced', async () => {
    const { partner, path, secret } = await withAddress();
    const renew = () => hooks<WebhookWithSecret & { code?: string }>('POST', partner, '/live/secret', {}, {});
    const shown = [secret];
    for (let time = 0; time < 2; time += 1) shown.push((await renew()).body.secret ?? '');
    const verified = async (nth: number) => {
      await test(partner);
      await arrived(path, nth);
      const event = at(path)[nth - 1];
      return shown.map((one) => {
        try {
          return new Webhook(one).verify(event?.body ?? '', event?.headers ?? {}) !== undefined;
        } catch {
          return false;
        }
      });
    };
    const live = async () => (await hooks<Webhooks>('GET', partner)).body.webhooks[0];
    const now = await live();
    expect(now?.older_secrets_until).toHaveLength(1);
    expect(now?.older_secrets_until?.[0] ?? '').toMatch(/^\d{4}-.*Z$/);
    expect(await verified(1)).toEqual([true, true, true]);
    const older = 'JOIN partner_webhooks w ON w.id = o.webhook_id';
    await database.rows(
      `UPDATE older_webhook_secrets o ${older} SET o.expires_at = UTC_TIMESTAMP(3) WHERE w.partner_id = ?`,
      [partner.id],
    );
    expect(await verified(2)).toEqual([false, true, true]);
    expect((await live())?.older_secrets_until).toEqual([]);
    for (let time = 0; time < 6; time += 1) expect((await renew()).status).toBe(201);
    const full = await renew();
    expect([full.status, full.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
  });

  it('of another partner or mode cannot be moved into a row', async () => {
    const [one, other] = [await withAddress(), await withAddress()];
    await database.rows(
      `UPDATE partner_webhooks a JOIN partner_webhooks b ON b.partner_id = ? SET a.secret = b.secret WHERE a.partner_id = ?`,
      [other.partner.id, one.partner.id],
    );
    await test(one.partner);
    await until(() => Promise.resolve(/events of \d+ wait/.test(bank.logs())));
    expect(at(one.path)).toEqual([]);
  });
});

describe('an address', () => {
  it.each([
    'http://partner.example/hook',
    'https://127.0.0.1/hook',
    'https://169.254.169.254/latest',
    'https://[::1]/hook',
    'https://localhost/hook',
    'https://hooks.internal/hook',
    'https://hooks.example.org:8443/hook',
    'https://me:secret@hooks.example.org/hook',
    'ftp://hooks.example.org/',
  ])('is refused: %s', async (url) => {
    const partner = await partners().newPartner();
    const { status, body } = await hooks<{ fields: object }>('PUT', partner, '/live', { url });
    expect([status, Object.keys(body.fields)]).toEqual([422, ['url']]);
  });

  it('with letters outside ASCII is stored as it is called, and refused where that is too long', async () => {
    const { partner, path } = await withAddress();
    const save = (url: string) =>
      hooks<WebhookWithSecret & { fields: object }>('PUT', partner, '/live', { url });
    const saved = await save(`${origin}${path}/é?où=ça`);
    const sent = `${path}/%C3%A9?o%C3%B9=%C3%A7a`;
    expect([saved.status, saved.body.webhook.url]).toEqual([200, origin + sent]);
    await test(partner);
    await arrived(sent);
    const domain = await save('https://crèmerie.example.org/hook');
    expect(domain.body.webhook.url).toBe('https://xn--crmerie-3xa.example.org/hook');
    const long = await save(`${origin}/${'é'.repeat(400)}`);
    expect([long.status, Object.keys(long.body.fields)]).toEqual([422, ['url']]);
  });

  it('that somebody has set since it was read is not replaced unread', async () => {
    const { partner, path } = await withAddress();
    const [first, second] = [`${origin}${path}-first`, `${origin}${path}-second`];
    const save = (url: string | null, seen?: string | null) =>
      hooks<WebhookWithSecret & { code?: string }>('PUT', partner, '/live', { url, seen });
    const both = await Promise.all([save(first, origin + path), save(second, origin + path)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('PARTNER_CHANGED');
    const saved = both.find(({ status }) => status === 200)?.body.webhook.url ?? '';
    // Once more, as after an answer that was lost; then over what was read.
    expect((await save(saved, origin + path)).status).toBe(200);
    for (const late of [null, saved === first ? second : first]) {
      expect((await save(late, origin + path)).status).toBe(409);
    }
    expect((await hooks<Webhooks>('GET', partner)).body.webhooks[0]?.url).toBe(saved);
    expect((await save(null, saved)).status).toBe(200);
    // Another one where nothing was set when it was read, and without a word of what was read.
    expect((await save(first, null)).status).toBe(200);
    expect((await save(second, null)).status).toBe(409);
    const colleague = await newCustomer(bank.shellUrl, { first_name: 'Camille', last_name: 'Duval' });
    await promote(database, colleague);
    const theirs = await call<{ error: string }>(
      'PUT',
      `${bank.backOfficeUrl}/api/admin/partners/${partner.id}/webhooks/live`,
      { token: colleague.token, body: { url: second, seen: null } },
    );
    expect(theirs.body.error).toMatch(/^Test Client a modifié ce partenaire/);
    expect((await save(second)).status).toBe(200);
  });

  it('that no longer may be called is not, whatever is stored', async () => {
    const { partner } = await withAddress();
    const elsewhere = `http://localhost:${new URL(bank.shellUrl).port}/api/health/live`;
    await database.rows('UPDATE partner_webhooks SET url = ? WHERE partner_id = ?', [elsewhere, partner.id]);
    await test(partner);
    await until(async () => (await logOf(partner))[0]?.failure === 'address');
  });

  it('without one nothing is sent; what waits goes to the next one', async () => {
    const { partner, path } = await withAddress('live', 500);
    await test(partner);
    await arrived(path);
    await hooks('PUT', partner, '/live', { url: null });
    await dueNow(partner);
    expect(
      (await hooks<{ code: string }>('POST', partner, `/messages/${(await logOf(partner))[0]?.id}/resend`))
        .body.code,
    ).toBe('WEBHOOK_WITHOUT_ADDRESS');
    await hooks('PUT', partner, '/live', { url: `${origin}${path}-new` });
    await arrived(`${path}-new`);
    expect(at(path)).toHaveLength(1);
    expect(
      (await logLines(database, 'action LIKE ?', ['partner.webhook_%'])).map(({ message }) => message),
    ).toContain('Partenaire « Les Deux Ponts » : plus aucun webhook (réel).');
  });
});

it('the log of a partner has no event of another one', async () => {
  const [mine, theirs] = [await withAddress(), await withAddress()];
  const { id } = (await test(theirs.partner)).body;
  expect(await logOf(mine.partner)).toEqual([]);
  expect((await hooks('POST', mine.partner, `/messages/${id}/resend`)).status).toBe(404);
  // No id has such a letter, which the column could not be compared with.
  expect((await hooks('POST', mine.partner, '/messages/msg_%C3%A9/resend')).status).toBe(404);
  expect((await hooks('GET', { ...mine.partner, id: 999_999 }, '/messages')).status).toBe(404);
});

it('the log is read newest first from an index, of both modes, and has no page behind those that are counted', async () => {
  const { partner, path } = await withAddress();
  await hooks('PUT', partner, '/test', { url: origin + path });
  const ids: string[] = [];
  for (const mode of ['live', 'test', 'test', 'live', 'test']) ids.push((await test(partner, mode)).body.id);
  const page = async (number: number, limit: number) =>
    (await hooks<WebhookLog>('GET', partner, `/messages?limit=${limit}&page=${number}`)).body;
  const pages = [await page(1, 2), await page(2, 2), await page(3, 2)];
  expect(pages.flatMap(({ messages }) => messages.map(({ id }) => id))).toEqual(ids.reverse());
  expect(pages[0]?.pagination).toMatchObject({ total: 5, pages: 3 });
  expect((await page(1_000_000, 100)).messages).toEqual([]);
  const [plan] = await database.rows(
    `EXPLAIN SELECT id FROM webhook_messages FORCE INDEX (webhook_messages_listed)
     WHERE webhook_id = (SELECT id FROM partner_webhooks WHERE partner_id = ? AND mode = 'test')
     ORDER BY id DESC LIMIT 2`,
    [partner.id],
  );
  expect(plan).toMatchObject({
    key: 'webhook_messages_listed',
    Extra: expect.not.stringContaining('filesort') as string,
  });
});

describe('the test mode', () => {
  it('sends the events of an outcome to its own address, marked, under its own secret', async () => {
    const { partner, path, secret } = await withAddress('test');
    const live = await hooks<WebhookWithSecret>('PUT', partner, '/live', { url: `${origin}${path}-live` });
    const key = await partners().keyOf(partner, 'test');
    await partners().apply(key, 'refused@test.example');
    await arrived(path, 2);
    const events = at(path).map(
      ({ body, headers }) => new Webhook(secret).verify(body, headers) as { type: string; livemode: boolean },
    );
    expect(events.map(({ type, livemode }) => `${type} ${livemode}`).sort()).toEqual([
      'application.completed false',
      'application.rejected false',
    ]);
    expect(() =>
      new Webhook(live.body.secret ?? '').verify(at(path)[0]?.body ?? '', at(path)[0]?.headers ?? {}),
    ).toThrow();
    expect(at(`${path}-live`)).toEqual([]);
  });
});
