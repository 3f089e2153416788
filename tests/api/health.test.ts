import { once } from 'node:events';
import { createServer } from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { errorBody } from '@bank/contracts/errors';
import { bankAccountRows } from '../../bff/migrations/tables/first-rows';
import { longIt } from '../support/at-length';
import { connectTo } from '../support/customers';
import { createDatabase, createEmptyDatabase, type TestDatabase } from '../support/database';
import { databaseGate, type DatabaseGate } from '../support/database-gate';
import { call, type Answer } from '../support/http';
import { freePorts, noRemotes, runCommand, ServerProcess } from '../support/server';
import { logLines } from '../support/log-lines';
import { lastOf, until } from '../support/until';
import { callsFrom, somebody } from './people';

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
}

/** A collector of OpenTelemetry, which keeps what it received. */
const received: string[] = [];
const collector = createServer((request, response) => {
  void text(request).then((body) => {
    received.push(body);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
});
const receivedSpans = () =>
  received.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
    };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });

let database: TestDatabase;
let gate: DatabaseGate;
let server: ServerProcess;
let url: string;

beforeAll(async () => {
  database = await createDatabase();
  gate = await databaseGate(database.url);
  const port = await freePorts();
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  server = new ServerProcess(port, {
    DATABASE_URL: gate.url,
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_BSP_SCHEDULE_DELAY: '200',
    // The bank's fifth port is the world's, which this one has not.
    METRICS_PORT: String(port + 4),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as net.AddressInfo).port}`,
  });
  await server.start();
  url = `http://localhost:${server.port}`;
}, 60_000);
afterAll(async () => {
  await server.stop();
  collector.close();
  gate.end();
  await database.drop();
});

const ready = () => call('GET', `${url}/api/health/ready`);
const live = async () => (await call('GET', `${url}/api/health/live`)).status;

const readyAgain = () => until(async () => (await ready()).status === 200);

function expectUnavailable(answer: Answer<object>) {
  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  expect(errorBody.strict().safeParse(answer.body).success).toBe(true);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

it('is alive and ready with its database', async () => {
  expect(await live()).toBe(200);
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ok' } });
});

it('logs each call of the API once, without its query, and no question of a balancer', async () => {
  await call('GET', `${url}/api/rates?secret=1`);
  await ready();
  await until(async () => server.logs().includes('"path":"/api/rates"'));
  expect(server.logs().match(/"path":"\/api\/rates"/g)).toHaveLength(1);
  expect(server.logs()).not.toMatch(/secret=1|"path":"\/api\/health/);
});

async function metrics(): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${server.port + 4}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.replace(/ [^ ]+$/, ''), Number(line.split(' ').at(-1))]));
}

it('measures itself on a port of its own, and names nobody', async () => {
  const own = callsFrom(url);
  const person = await own.signUp();
  await own.get('user/transactions/12345', person.access_token);
  const found = await metrics();
  const route = 'method="GET",route="/api/user/transactions/:id"';
  expect(found.get(`bank_http_requests_total{${route},status="404"}`)).toBe(1);
  expect(found.get(`bank_http_request_duration_seconds_count{${route}}`)).toBe(1);
  expect(found.get('bank_database_statement_duration_seconds_count')).toBeGreaterThan(10);
  for (const name of ['bank_ready', 'bank_database_up', 'bank_ledger_sound']) expect(found.get(name)).toBe(1);
  for (const name of ['bank_event_streams', 'bank_rail_messages_waiting', 'bank_rail_oldest_waiting_seconds'])
    expect(found.get(name)).toBe(0);
  expect(
    [...found.keys()].filter((key) => key.startsWith('bank_release_share_ratio')).length,
  ).toBeGreaterThan(5);
  for (const mode of ['live', 'test']) expect(found.get(`bank_webhooks_waiting{mode="${mode}"}`)).toBe(0);
  const text = [...found.keys()].join('\n');
  expect(text).not.toMatch(/12345|@/);
  expect((await fetch(`${url}/metrics`)).status).not.toBe(200);
  expect((await fetch(`http://127.0.0.1:${server.port + 4}/`)).status).toBe(404);
});

it('counts and times a call once whose caller hangs up, in the middle of the body or before the response', async () => {
  const hangUp = async (path: string, body: string, length: number) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: bank\r\nContent-Type: application/json\r\n`;
    const caller = net.connect(Number(new URL(url).port), '127.0.0.1');
    caller.write(`${head}Content-Length: ${length}\r\n\r\n${body}`, () => caller.destroy());
    await once(caller, 'close');
  };
  const wrong = { username: 'nobody-of-that-name', password: 'not-the-password' };
  const whole = JSON.stringify(wrong);
  await hangUp('/api/contact', '{', 100);
  await hangUp('/api/auth/login', whole, whole.length);
  const [cut, late] = ['method="POST",route="/api/contact"', 'method="POST",route="/api/auth/login"'];
  for (const route of [cut, late]) {
    await until(async () => (await metrics()).get(`bank_http_requests_total{${route},status="499"}`) === 1);
  }
  // It takes as long as the other one, which then has ended in the server.
  expect((await call('POST', `${url}/api/auth/login`, { body: wrong })).status).toBe(401);
  const found = await metrics();
  expect(found.get(`bank_http_requests_total{${late},status="499"}`)).toBe(1);
  expect(found.get(`bank_http_requests_total{${late},status="401"}`)).toBe(1);
  expect(found.get(`bank_http_request_duration_seconds_count{${cut}}`)).toBe(1);
  expect(found.get(`bank_http_request_duration_seconds_count{${late}}`)).toBe(2);
  expect(server.logs()).toMatch(/"path":"\/api\/contact".*"request aborted"/);
});

it('continues the trace of a call to its statements, and names nobody', async () => {
  const own = callsFrom(url);
  const person = await own.signUp();
  const [trace, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  await fetch(`${url}/api/auth/me`, {
    headers: { Authorization: `Bearer ${person.access_token}`, traceparent: `00-${trace}-${parent}-01` },
  });
  const ofTrace = () => receivedSpans().filter(({ traceId }) => traceId === trace);
  const under = (span: string | undefined) =>
    ofTrace().flatMap(({ parentSpanId, name, spanId }) => (parentSpanId === span ? [{ name, spanId }] : []));
  // The call ends last, after its statements.
  await until(async () => under(parent).length > 0);
  const [call] = under(parent);
  expect(call?.name).toBe('GET /api/auth/me');
  expect(under(call?.spanId).map(({ name }) => name)).toContain('SELECT users');
  expect(received.join('\n')).not.toContain(person.email);
});

it('lists failing jobs, and is still ready', async () => {
  const own = await createDatabase();
  const owner = connectTo(own.migrationUrl);
  await owner.rows('RENAME TABLE job_progress TO job_progress_away');
  const other = new ServerProcess(await freePorts(), {
    DATABASE_URL: own.url,
    REMOTES_DIR: noRemotes,
    JOBS_EVERY_SECONDS: '1',
  });
  await other.start();
  const failingJobs = async () => {
    const { status, body } = await call<{ status: string; jobs: { failing: string[] } }>(
      'GET',
      `http://localhost:${other.port}/api/health/ready`,
    );
    expect([status, body.status]).toEqual([200, 'ok']);
    return body.jobs.failing;
  };
  const failing = await lastOf(failingJobs, (jobs) => jobs.includes('balance-snapshots'));
  // Only these two keep their progress there; the second one may not have run yet.
  expect([['balance-snapshots'], ['balance-snapshots', 'seal-documents']]).toContainEqual(failing);
  await other.stop();
  const [line] = await logLines(owner, `action = 'job.balance-snapshots'`);
  expect(line?.message).toBe('La tâche Soldes de fin de journée a échoué.');
  await owner.end();
  await own.drop();
}, 60_000);

it('stays up without the database, is not ready, and serves again when it is back', async () => {
  const own = callsFrom(url);
  const person = await own.signUp();
  await gate.goAway();
  expectUnavailable(await ready());
  expect(await live()).toBe(200);
  const away = await metrics();
  expect([away.get('bank_ready'), away.get('bank_database_up')]).toEqual([0, 0]);
  expectUnavailable(await own.get('auth/me', person.access_token));
  expectUnavailable(await own.post('auth/signup', somebody()));
  expectUnavailable(await own.signIn(person.email));
  await gate.comeBack();
  await readyAgain();
  expect(await own.me(person.access_token)).toBe(200);
}, 60_000);

longIt(
  'does not wait for an unresponsive database',
  async () => {
    const own = callsFrom(url);
    const person = await own.signUp();
    const isShown = async (page: string, words: string) =>
      (await (await fetch(`${url}/${page}`)).text()).includes(words);
    expect(await isShown('status', 'Tout fonctionne')).toBe(true);
    gate.hush();
    const start = performance.now();
    expect(await isShown('login', 'Connexion')).toBe(true);
    // A reading is given to everybody for two seconds.
    await until(() => isShown('status', 'Dernier état connu'), 5);
    expect(performance.now() - start).toBeLessThan(5_000);
    expectUnavailable(await ready());
    expect(performance.now() - start).toBeLessThan(8_500);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => own.get('auth/me', person.access_token)),
    );
    for (const answer of answers) expectUnavailable(answer);
    expect(performance.now() - start).toBeLessThan(30_000);
    gate.speak();
    await readyAgain();
    expect(await own.me(person.access_token)).toBe(200);
  },
  60_000,
);

it('leaves the tables of a bank as they are that has every step the first migration replaces, and refuses an older one', async () => {
  const bank = await createEmptyDatabase();
  const database = connectTo(bank.migrationUrl);
  const env = { DATABASE_URL: bank.migrationUrl };
  await database.rows(
    'CREATE TABLE migrations (id INT AUTO_INCREMENT PRIMARY KEY, timestamp BIGINT NOT NULL, name VARCHAR(255) NOT NULL)',
  );
  const step = 'INSERT INTO migrations (timestamp, name) VALUES (?, ?)';
  await database.rows(step, [20261129110001, 'PackEvents20261129110001']);
  await expect(runCommand('migrate', env)).rejects.toThrow(/last version before CreateBank/);
  await database.rows(step, [20261130100001, 'DeliverSecurityFirst20261130100001']);
  // What later migrations change.
  await database.rows('CREATE TABLE cards (id INT PRIMARY KEY)');
  await database.rows('CREATE TABLE card_bookings (id INT PRIMARY KEY)');
  await database.rows('CREATE TABLE partner_webhooks (id INT UNSIGNED PRIMARY KEY)');
  await database.rows('CREATE TABLE password_resets (created_at DATETIME(3) NOT NULL)');
  await database.rows('CREATE TABLE rule_marks (last_at DATETIME(3), KEY rule_marks_last (last_at))');
  await database.rows('CREATE TABLE ended_relations (user_id INT PRIMARY KEY)');
  await database.rows('CREATE TABLE rail_outbox (id INT PRIMARY KEY)');
  await database.rows('CREATE TABLE webhook_messages (id BIGINT PRIMARY KEY, webhook_id INT NOT NULL)');
  await database.rows(
    `CREATE TABLE incidents (subject VARCHAR(120) NOT NULL, closed_at DATETIME(3),
       open_subject VARCHAR(120) GENERATED ALWAYS AS (IF(closed_at IS NULL, subject, NULL)) STORED)`,
  );
  await database.rows('CREATE TABLE sessions (id INT PRIMARY KEY)');
  await database.rows(
    'CREATE TABLE users (id INT PRIMARY KEY, deleted_at DATETIME(3), email_verified_at DATETIME(3))',
  );
  await database.rows('CREATE TABLE notifications (id INT PRIMARY KEY, user_id INT, text_key VARCHAR(40))');
  await database.rows(
    'CREATE TABLE scheduled_payments (id INT PRIMARY KEY, user_id INT, active TINYINT(1), deleted_at DATETIME(3))',
  );
  await database.rows('CREATE TABLE standing_orders (id INT PRIMARY KEY)');
  await database.rows('CREATE TABLE payments (id INT PRIMARY KEY, recall VARCHAR(10))');
  await database.rows('CREATE TABLE release_uploads (id INT PRIMARY KEY)');
  await database.rows(
    `CREATE TABLE releases (id INT PRIMARY KEY, remote VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin,
       version VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin, status VARCHAR(20), live_from DATETIME(3),
       removed_at DATETIME(3))`,
  );
  await database.rows(
    `CREATE TABLE identity_checks (submission_id BIGINT PRIMARY KEY, attempts INT NOT NULL, done_at DATETIME(3), findings TEXT)`,
  );
  await database.rows(
    `CREATE TABLE reconciliation_differences (id INT PRIMARY KEY, day DATE NOT NULL, currency CHAR(3) NOT NULL,
       kind VARCHAR(20) NOT NULL, subject VARCHAR(35) NOT NULL, here BIGINT NOT NULL, there BIGINT NOT NULL,
       UNIQUE KEY reconciliation_differences_subject (kind, subject))`,
  );
  await database.rows(
    `CREATE TABLE audit_log (id INT PRIMARY KEY, action VARCHAR(80), params VARCHAR(2000),
       subject VARCHAR(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci)`,
  );
  await database.rows('CREATE TABLE events (type VARCHAR(20) NOT NULL, data MEDIUMTEXT NOT NULL)');
  await runCommand('migrate', env);
  const tables = (await database.rows('SHOW TABLES')).flatMap(Object.values);
  // Those from above, and what later migrations make.
  expect(tables.sort()).toEqual([
    'audit_log',
    'audit_people',
    'card_bookings',
    'cards',
    'ended_relations',
    'events',
    'former_addresses',
    'identity_checks',
    'incidents',
    'migrations',
    'notifications',
    'older_webhook_secrets',
    'partner_webhooks',
    'password_resets',
    'payments',
    'rail_outbox',
    'reconciliation_differences',
    'release_uploads',
    'releases',
    'rule_marks',
    'scheduled_payments',
    'sessions',
    'source_maps',
    'standing_orders',
    'users',
    'webhook_messages',
  ]);
  const { migrations } = await import('../../bff/migrations/index');
  await runCommand(
    migrations.slice(1).map(() => 'revert'),
    env,
  );
  await expect(runCommand('revert', env)).rejects.toThrow(/cannot be reverted/);
  await database.end();
  await bank.drop();
});

it('continues to make the tables where an earlier run was interrupted', async () => {
  const bank = await createEmptyDatabase();
  const database = connectTo(bank.migrationUrl);
  const env = { DATABASE_URL: bank.migrationUrl };
  const interrupted = expect(runCommand('migrate', env)).rejects.toThrow();
  await until(async () => (await database.rows('SHOW TABLES')).length > 30);
  const others =
    'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()';
  for (const { id } of await database.rows(others)) {
    await database.rows(`KILL ${String(id)}`);
  }
  await interrupted;
  expect(await database.rows('SELECT name FROM migrations')).toEqual([]);
  await runCommand('migrate', env);
  // The last ones that are made.
  const accounts = await database.rows('SELECT COUNT(*) AS count FROM accounts');
  expect(Number(accounts[0]?.count)).toBe(bankAccountRows.length);
  const last = "SELECT 1 FROM information_schema.triggers WHERE trigger_name = 'kyc_submissions_recounted'";
  expect(await database.rows(last)).not.toEqual([]);
  // Also where a run was killed between the change of a table and its note, at each migration from the last to the first.
  const { migrations } = await import('../../bff/migrations/index');
  for (let noted = migrations.length - 1; noted >= 0; noted -= 1) {
    await database.rows('DELETE FROM migrations ORDER BY id DESC LIMIT ?', [migrations.length - noted]);
    await runCommand('migrate', env);
    expect(await database.rows('SELECT name FROM migrations')).toHaveLength(migrations.length);
  }
  expect(await database.rows('SELECT COUNT(*) AS count FROM accounts')).toEqual(accounts);
  await database.end();
  await bank.drop();
}, 120_000);

it('is not ready before the migrations are applied, each of which can be reverted', async () => {
  const empty = await createEmptyDatabase();
  const unprepared = new ServerProcess(await freePorts(), {
    DATABASE_URL: empty.migrationUrl,
    REMOTES_DIR: noRemotes,
  });
  const starting = unprepared.start().then(
    () => 'ready',
    (error: Error) => error.message,
  );
  const health = `http://localhost:${unprepared.port}/api/health`;
  await until(async () => (await call('GET', `${health}/live`).catch(() => undefined))?.status === 200);
  expectUnavailable(await call('GET', `${health}/ready`));
  const { migrations } = await import('../../bff/migrations/index');
  // The first one is never reverted.
  const both = ['migrate', ...migrations.slice(1).map(() => 'revert'), 'migrate'];
  await runCommand(both, { DATABASE_URL: empty.migrationUrl });
  expect(await starting).toBe('ready');
  await unprepared.stop();
  await empty.drop();
}, 120_000);

longIt(
  'applies each migration once, even when several commands start together',
  async () => {
    const empty = await createEmptyDatabase();
    // The minimum: the lock occupies one connection.
    const env = { DATABASE_URL: empty.migrationUrl, DATABASE_CONNECTIONS: '1' };
    await Promise.all([runCommand('migrate', env), runCommand('migrate', env), runCommand('migrate', env)]);
    const { migrations } = await import('../../bff/migrations/index');
    const owner = connectTo(empty.migrationUrl);
    const noted = await owner.rows('SELECT name FROM migrations ORDER BY id');
    await owner.end();
    expect(noted).toEqual(migrations.map(({ name }) => ({ name })));
    const server = new ServerProcess(await freePorts(), { DATABASE_URL: empty.migrationUrl });
    await server.start();
    await server.stop();
    await empty.drop();
  },
  120_000,
);

it('connects encrypted to a database whose address requires it, or not at all', async () => {
  const empty = await createEmptyDatabase();
  const url = new URL(empty.migrationUrl);
  url.searchParams.set('tls', 'required');
  await expect(runCommand('migrate', { DATABASE_URL: url.toString() })).rejects.toThrow(/SSL|secure/i);
  await empty.drop();
}, 60_000);
