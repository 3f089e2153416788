/** @jest-environment ./tests/support/bank-environment.ts */
import { hostname } from 'node:os';
import type { Measurements } from '@bank/contracts/measurements';
import type { Config } from '../../bff/src/platform/config/config';
import type { Database } from '../../bff/src/platform/database/database';
import { MeasuringService } from '../../bff/src/platform/measurements/measuring.service';
import { MetricsService } from '../../bff/src/platform/metrics/metrics.service';
import { Clock } from '../../bff/src/platform/time/clock.service';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();
const minuteMs = 60_000;
/** Long before the bank's own server began to measure. */
const start = Math.floor(Date.now() / minuteMs) * minuteMs - 50 * minuteMs;

let admin: SignedIn;

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
});

const read = (query = '', token = admin.token) =>
  call<Measurements>('GET', `${bank.backOfficeUrl}/api/admin/measurements${query}`, { token });

const plant = (server: string, at: number, values: (number | null)[]) =>
  database.rows(
    `INSERT INTO server_measurements (minute, server, calls, failed, median_ms, p99_ms, cpu, memory_bytes, streams, messages_waiting)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [new Date(at), server, ...values],
  );

it('sums the servers’ work, and shows the worst of them', async () => {
  await plant('one:3000', start, [540, 6, 10, 80, 0.5, 200e6, 4, 7]);
  await plant('two:3000', start, [60, 0, 30, 900, 0.25, 300e6, 2, 7]);
  await plant('one:3000', start + minuteMs, [0, 0, null, null, 0, 200e6, 0, 0]);
  const { status, body } = await read();
  expect([status, body.steps.length]).toEqual([200, 60]);
  const stepAt = (at: number) => body.steps.find((step) => Date.parse(step.at) === at);
  expect(stepAt(start)).toEqual({
    at: new Date(start).toISOString(),
    calls_per_second: 10,
    failed_per_second: 0.1,
    median_ms: 12,
    p99_ms: 900,
    statement_p99_ms: null,
    pool_wait_p99_ms: null,
    cpu: 0.5,
    memory_bytes: 300e6,
    streams: 6,
    messages_waiting: 7,
  });
  expect(stepAt(start + minuteMs)).toMatchObject({ calls_per_second: 0, p99_ms: null });
  expect(stepAt(start + 2 * minuteMs)).toMatchObject({ calls_per_second: null, cpu: null });
  const two = body.servers.find(({ name }) => name === 'two:3000');
  expect(two).toMatchObject({ measured_at: new Date(start).toISOString(), calls_per_second: 1, p99_ms: 900 });
});

it('takes minutes together over a day, and knows no other period', async () => {
  const { body } = await read('?period=day');
  expect(body.steps).toHaveLength(96);
  const busiest = Math.max(...body.steps.map(({ p99_ms }) => p99_ms ?? 0));
  expect(busiest).toBeGreaterThanOrEqual(900);
  expect((await read('?period=week')).body.steps).toHaveLength(84);
  expect((await read('?period=year')).status).toBe(400);
});

it('is for staff who read the log', async () => {
  const customer = await newCustomer(bank.shellUrl);
  expect((await read('', customer.token)).status).toBe(403);
});

it('stores the events since the minute before, and adds to a minute that was begun', async () => {
  const metrics = new MetricsService();
  const requests = metrics.counter({ name: 'bank_http_requests_total', help: '-', labels: ['status'] });
  const durations = metrics.histogram({ name: 'bank_http_request_duration_seconds', help: '-' }, [0.01, 0.1]);
  const open = { write: (sql: string, values: unknown[]) => database.rows(sql, values) };
  const config = { port: 1 } as Config;
  const measuring = new MeasuringService(config, open as unknown as Database, metrics, new Clock());
  requests.inc({ status: '200' }, 1_000);
  await measuring.onApplicationBootstrap();
  const happen = async (seconds: number) => {
    requests.inc({ status: '200' }, 3);
    requests.inc({ status: '503' });
    durations.observe(seconds);
    await measuring.measure(new Date(start));
  };
  await happen(0.05);
  await happen(0.005);
  const quiet = new Date(start + 5 * minuteMs);
  for (let times = 0; times < 2; times += 1) await measuring.measure(quiet);
  await measuring.beforeApplicationShutdown();
  metrics.onApplicationShutdown();
  const rows = await database.rows(
    `SELECT calls, failed, ROUND(median_ms) AS median_ms, p99_ms > 90 AND p99_ms <= 100 AS is_slow, cpu < 4 AS is_share
     FROM server_measurements WHERE server = ? AND minute IN (?) ORDER BY minute`,
    [`${hostname()}:1`, [new Date(start), quiet]],
  );
  expect(rows).toEqual([
    { calls: 8, failed: 2, median_ms: expect.anything() as unknown, is_slow: 1, is_share: 1 },
    { calls: 0, failed: 0, median_ms: null, is_slow: null, is_share: 1 },
  ]);
  expect(Number(rows[0]?.median_ms)).toBe(30);
});
