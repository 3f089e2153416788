import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorBody } from '@bank/contracts/errors';
import { connectTo } from '../support/customers';
import { createDatabase, createEmptyDatabase, type TestDatabase } from '../support/database';
import { call, type Answer } from '../support/http';
import { freePorts, runCommand, ServerProcess } from '../support/server';
import { logLines } from '../support/log-lines';
import { callsFrom, somebody } from './people';

/** A proxy between the server and its database, which can be cut or made silent. */
async function databaseGate(target: string) {
  const { hostname, port, searchParams } = new URL(target);
  const socketPath = searchParams.get('socketPath');
  const open = new Set<net.Socket>();
  let silent = false;
  const gate = net.createServer((near) => {
    const far = socketPath ? net.connect(socketPath) : net.connect(Number(port || 3306), hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    }
    near.on('data', (chunk) => silent || far.write(chunk)).on('end', () => far.end());
    far.on('data', (chunk) => silent || near.write(chunk)).on('end', () => near.end());
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const own = (gate.address() as net.AddressInfo).port;
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(own);
  url.searchParams.delete('socketPath');
  const cut = () => open.forEach((socket) => socket.destroy());
  return {
    url: url.toString(),
    async goAway() {
      gate.close();
      cut();
    },
    async comeBack() {
      gate.listen(own, '127.0.0.1');
      await once(gate, 'listening');
    },
    hush: () => (silent = true),
    /** Swallowed data is lost, which makes the connections of that time unusable. */
    speak() {
      silent = false;
      cut();
    },
    end() {
      gate.close();
      cut();
    },
  };
}

let database: TestDatabase;
let gate: Awaited<ReturnType<typeof databaseGate>>;
let server: ServerProcess;
let url: string;

beforeAll(async () => {
  database = await createDatabase();
  gate = await databaseGate(database.url);
  server = new ServerProcess(await freePorts(), { DATABASE_URL: gate.url });
  await server.start();
  url = `http://localhost:${server.port}`;
}, 60_000);
afterAll(async () => {
  await server.stop();
  gate.end();
  await database.drop();
});

const ready = () => call('GET', `${url}/api/health/ready`);
const live = async () => (await call('GET', `${url}/api/health/live`)).status;

async function readyAgain(): Promise<boolean> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    if ((await ready()).status === 200) return true;
    await sleep(250);
  }
  return false;
}

function expectUnavailable(answer: Answer<object>) {
  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  expect(errorBody.strict().safeParse(answer.body).success).toBe(true);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

it('is alive and ready with its database', async () => {
  expect(await live()).toBe(200);
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ok' } });
});

it('lists failing jobs, and is still ready', async () => {
  const own = await createDatabase();
  const owner = connectTo(own.migrationUrl);
  await owner.rows('RENAME TABLE job_progress TO job_progress_away');
  const other = new ServerProcess(await freePorts(), { DATABASE_URL: own.url, JOBS_EVERY_SECONDS: '1' });
  await other.start();
  let failing: string[] = [];
  for (let attempt = 0; attempt < 80 && !failing.includes('balance-snapshots'); attempt += 1) {
    const { status, body } = await call<{ status: string; jobs: { failing: string[] } }>(
      'GET',
      `http://localhost:${other.port}/api/health/ready`,
    );
    expect([status, body.status]).toEqual([200, 'ok']);
    failing = body.jobs.failing;
    await sleep(500);
  }
  // Only these two keep their progress there; the second one may not have run yet.
  expect([['balance-snapshots'], ['balance-snapshots', 'seal-documents']]).toContainEqual(failing);
  await other.stop();
  const [line] = await logLines(owner, `action = 'job.balance-snapshots'`);
  expect(line?.message).toBe('La tâche balance-snapshots a échoué.');
  await owner.end();
  await own.drop();
}, 60_000);

it('stays up without the database, is not ready, and serves again when it is back', async () => {
  const own = callsFrom(url);
  const person = await own.signUp();
  await gate.goAway();
  expectUnavailable(await ready());
  expect(await live()).toBe(200);
  expectUnavailable(await own.get('auth/me', person.access_token));
  expectUnavailable(await own.post('auth/signup', somebody()));
  expectUnavailable(await own.signIn(person.email));
  await gate.comeBack();
  expect(await readyAgain()).toBe(true);
  expect(await own.me(person.access_token)).toBe(200);
}, 60_000);

it('does not wait for an unresponsive database', async () => {
  const own = callsFrom(url);
  const person = await own.signUp();
  gate.hush();
  const start = performance.now();
  expectUnavailable(await ready());
  expect(performance.now() - start).toBeLessThan(3_500);
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => own.get('auth/me', person.access_token)),
  );
  for (const answer of answers) expectUnavailable(answer);
  expect(performance.now() - start).toBeLessThan(25_000);
  gate.speak();
  expect(await readyAgain()).toBe(true);
  expect(await own.me(person.access_token)).toBe(200);
}, 60_000);

it('is not ready before the migrations are applied', async () => {
  const empty = await createEmptyDatabase();
  const unprepared = new ServerProcess(await freePorts(), { DATABASE_URL: empty.migrationUrl });
  const starting = unprepared.start().then(
    () => 'ready',
    (error: Error) => error.message,
  );
  const health = `http://localhost:${unprepared.port}/api/health`;
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const answer = await call('GET', `${health}/live`).catch(() => undefined);
    if (answer?.status === 200) break;
    await sleep(250);
  }
  expectUnavailable(await call('GET', `${health}/ready`));
  await runCommand('migrate', { DATABASE_URL: empty.migrationUrl });
  expect(await starting).toBe('ready');
  await unprepared.stop();
  await empty.drop();
}, 60_000);

it('reverts every migration and applies them again', async () => {
  const empty = await createEmptyDatabase();
  const env = { DATABASE_URL: empty.migrationUrl };
  const { migrations } = await import('../../bff/migrations/index');
  await runCommand(['migrate', ...migrations.map(() => 'revert'), 'migrate'], env);
  await empty.drop();
}, 120_000);

it('migrates once, even when several servers start together', async () => {
  const empty = await createEmptyDatabase();
  // The minimum: the lock occupies one connection.
  const env = { DATABASE_URL: empty.migrationUrl, DATABASE_CONNECTIONS: '1' };
  await Promise.all([runCommand('migrate', env), runCommand('migrate', env), runCommand('migrate', env)]);
  const server = new ServerProcess(await freePorts(), { DATABASE_URL: empty.migrationUrl });
  await server.start();
  await server.stop();
  await empty.drop();
}, 120_000);

it('connects encrypted to a database whose address requires it, or not at all', async () => {
  const empty = await createEmptyDatabase();
  const url = new URL(empty.migrationUrl);
  url.searchParams.set('tls', 'required');
  await expect(runCommand('migrate', { DATABASE_URL: url.toString() })).rejects.toThrow(/SSL|secure/i);
  await empty.drop();
}, 60_000);
