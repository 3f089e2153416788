import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { longIt } from '../support/at-length';
import { createDatabase, type TestDatabase } from '../support/database';
import { repository } from '../support/repository';
import { listen } from '../support/event-stream';
import { freePorts, launchEnvironment, launchOptions, noRemotes } from '../support/server';
import { until } from '../support/until';
import { callsFrom, somebody } from './people';

/** On a busy machine. */
const startSeconds = 50;

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
}, 60_000);
afterAll(() => database.drop());

const isLive = (port: number) =>
  fetch(`http://localhost:${port}/api/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );

async function startChild(drainSeconds = 0): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePorts();
  const child = fork(path.join(repository, 'bff/dist/main.js'), {
    cwd: repository,
    silent: true,
    execArgv: launchOptions,
    env: {
      ...process.env,
      ...launchEnvironment(),
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      REMOTES_DIR: noRemotes,
      PORT: String(port),
      DRAIN_SECONDS: String(drainSeconds),
    },
  });
  await until(() => isLive(port), startSeconds);
  return { child, port };
}

/** A sign-up that the server has begun to read, and whose last byte is missing when it is asked to stop. */
async function slowSignUp(port: number) {
  const body = JSON.stringify(somebody());
  const request = http.request({
    port,
    host: '127.0.0.1',
    path: '/api/auth/signup',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      // The server confirms that it has read the headers (RFC 9110, section 10.1.1).
      expect: '100-continue',
    },
    agent: new http.Agent({ keepAlive: true }),
  });
  await once(request, 'continue');
  request.write(body.slice(0, -1));
  const status = new Promise<number | undefined>((resolve, reject) => {
    request.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
  return { finish: () => request.end(body.slice(-1)), status };
}

it('finishes requests in progress, refuses others, and exits cleanly when asked to stop', async () => {
  const { child, port } = await startChild();
  const exited = once(child, 'exit');
  const { finish, status } = await slowSignUp(port);
  const asked = Date.now();
  child.kill('SIGTERM');
  await until(async () => !(await isLive(port)));
  finish();
  expect(await status).toBe(201);
  expect(await exited).toEqual([0, null]);
  expect(Date.now() - asked).toBeLessThan(5_000);
}, 60_000);

it('is not ready before it refuses calls, so that load balancers can react', async () => {
  const { child, port } = await startChild(2);
  const exited = once(child, 'exit');
  const health = (path: string) =>
    fetch(`http://localhost:${port}/api/health/${path}`).then(({ status, headers }) => [
      status,
      headers.get('connection'),
    ]);
  expect(await health('ready')).toEqual([200, 'keep-alive']);
  const { access_token: token } = await callsFrom(`http://localhost:${port}`).signUp();
  const page = await listen(`http://localhost:${port}`, token);
  let isStreaming = true;
  void page.ended.then(() => (isStreaming = false));
  child.kill('SIGTERM');
  await until(async () => (await health('ready'))[0] === 503);
  expect([await health('ready'), await health('live')]).toEqual([
    [503, 'close'],
    [200, 'close'],
  ]);
  expect(isStreaming).toBe(true);
  await page.ended;
  // The page opens its stream on another server while this one still takes calls.
  const again = await listen(`http://localhost:${port}`, token);
  expect([again.status, again.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await health('live')).toEqual([200, 'close']);
  const { finish, status } = await slowSignUp(port);
  finish();
  expect(await status).toBe(201);
  expect(await exited).toEqual([0, null]);
}, 60_000);

longIt(
  'exits at once on the second signal',
  async () => {
    const { child, port } = await startChild(60);
    const exited = once(child, 'exit');
    const ready = () => fetch(`http://localhost:${port}/api/health/ready`);
    const asked = Date.now();
    child.kill('SIGTERM');
    await until(async () => (await ready()).status === 503);
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(Date.now() - asked).toBeLessThan(5_000);
  },
  60_000,
);

longIt(
  'stops with the process that started it',
  async () => {
    const { child } = await startChild();
    const exited = once(child, 'exit');
    child.disconnect();
    expect(await exited).toEqual([0, null]);
  },
  60_000,
);

it('names the invalid variable in one sentence, and exits', async () => {
  const child = fork(path.join(repository, 'bff/dist/main.js'), {
    cwd: repository,
    silent: true,
    execArgv: launchOptions,
    env: { ...process.env, ...launchEnvironment(), DATABASE_URL: database.url, PORT: 'hunter2' },
  });
  let said = '';
  child.stderr?.on('data', (chunk) => (said += String(chunk)));
  child.stdout?.on('data', (chunk) => (said += String(chunk)));
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(said).toBe('PORT must be a port from 1 to 65532.\n');
}, 30_000);
