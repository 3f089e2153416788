import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { rateOf } from '@bank/contracts/rates';
import { type RateFile, writeRates } from '@bank/contracts/rails/reference-rates';
import type { Config } from '../../bff/src/platform/config/config';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { Database } from '../../bff/src/platform/database/database';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { IncidentsService } from '../../bff/src/platform/incidents/incidents.service';
import { RateFetchService, lastPublished } from '../../bff/src/money/rates/rate-fetch.service';
import { ImplausibleRates, RateIntakeService } from '../../bff/src/money/rates/rate-intake.service';
import { RatesService } from '../../bff/src/money/rates/rates.service';
import { PublishedRatesService } from '../../bff/src/ports/rates/published-rates.service';
import { startLedger, TestClock, type TestLedger } from '../support/ledger';

/** A source of rates, and two servers that fetch from it. */
let bank: TestLedger;
let others: Database;
let source: Server;
let clock: TestClock;
let url: string;
/** What the source answers by file; what it was asked for. */
let files: Record<string, string | Buffer>;
let asked: string[];

const fileOf = (...days: [day: string, rates: Record<string, string>][]): RateFile => ({
  sender: 'European Central Bank',
  sets: days.map(([day, rates]) => ({
    day,
    rates: new Map(Object.entries(rates).map(([currency, text]) => [currency, rateOf(text) ?? 0n])),
  })),
});
const publish = (...days: [day: string, rates: Record<string, string>][]) => {
  files['eurofxref-daily.xml'] = writeRates(fileOf(...days.slice(0, 1)));
  files['eurofxref-hist-90d.xml'] = writeRates(fileOf(...days));
};
/** Monday, 23 November 2026 at an hour of Paris. */
const monday = (hour: number, day = 23) => clock.set(new Date(Date.UTC(2026, 10, day, hour - 1)));

function serverOn(database: Database) {
  const audit = new AuditService(clock);
  const incidents = new IncidentsService(database, audit, new EventsService(clock), clock);
  const intake = new RateIntakeService(database, audit, incidents, clock);
  const port = new PublishedRatesService({ ratesUrl: url } as Config);
  return {
    intake,
    rates: new RatesService(database, clock),
    fetching: new RateFetchService(database, port, intake, incidents, clock),
  };
}
const server = () => serverOn(bank.database);
const current = async () => {
  const { day, rates, held, age, isStale } = await server().rates.current();
  return { day, usd: rates.get('USD'), held, age, isStale };
};
const incidents = async () =>
  (await bank.owner.rows('SELECT kind, subject FROM incidents ORDER BY id')).map(
    ({ kind, subject }) => `${kind} ${subject}`,
  );

beforeAll(async () => {
  // The faults of the source are logged.
  Logger.overrideLogger(false);
  clock = new TestClock();
  bank = await startLedger(0, clock);
  others = await Database.open(bank.database.source.options);
  source = createServer((request, reply) => {
    const file = (request.url ?? '').slice(1);
    asked.push(file);
    const body = files[file];
    reply.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((done) => void source.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
});

beforeEach(async () => {
  [files, asked] = [{}, []];
  monday(17);
  for (const table of ['rates', 'rate_sets', 'incidents']) await bank.owner.rows(`DELETE FROM ${table}`);
});

afterAll(async () => {
  source.close();
  await others.close();
  await bank.stop();
});

it('shows the dated built-in set first, which is too old to exchange at', async () => {
  expect(await current()).toEqual({
    day: '2024-06-28',
    usd: 107_050_000n,
    held: [],
    age: expect.any(Number) as number,
    isStale: true,
  });
  const wire = await server().rates.onWire();
  expect([wire.source, Object.keys(wire.rates).length, wire.stale]).toEqual(['built-in', 29, true]);
});

it('fetches the history once, then each business day from 16:00 on', async () => {
  publish(['2026-11-20', { USD: '1.0842' }], ['2026-11-19', { USD: '1.0800' }]);
  monday(15);
  expect(await server().fetching.fetchDue()).toBe(2);
  expect(await server().fetching.fetchDue()).toBe(0);
  monday(16);
  expect(await server().fetching.fetchDue()).toBe(0);
  publish(['2026-11-23', { USD: '1.0900' }]);
  expect(await server().fetching.fetchDue()).toBe(1);
  expect(asked).toEqual(['eurofxref-hist-90d.xml', 'eurofxref-daily.xml', 'eurofxref-daily.xml']);
  expect(await current()).toMatchObject({ day: '2026-11-23', usd: 109_000_000n, age: 0 });
  const { rates } = await server().rates.history('USD');
  expect(rates).toEqual([
    { date: '2026-11-19', rate: 1.08 },
    { date: '2026-11-20', rate: 1.0842 },
    { date: '2026-11-23', rate: 1.09 },
  ]);
});

it('knows which day was published last', () => {
  const at = (text: string) => lastPublished(new Date(text));
  expect(at('2026-11-23T14:59:59Z')).toBe('2026-11-20');
  expect(at('2026-11-23T15:00:00Z')).toBe('2026-11-23');
  expect(at('2026-11-22T20:00:00Z')).toBe('2026-11-20');
  // In summer Paris is two hours ahead of UTC.
  expect(at('2026-07-14T14:00:00Z')).toBe('2026-07-14');
  expect(at('2026-04-06T20:00:00Z')).toBe('2026-04-02');
});

it('is too old after four business days, however long a weekend is', async () => {
  publish(['2026-11-20', { USD: '1.0842' }]);
  await server().fetching.fetchDue();
  const ages: unknown[] = [];
  for (const day of [20, 22, 23, 26, 27]) {
    monday(12, day);
    const { age, isStale } = await current();
    ages.push([day, age, isStale]);
  }
  expect(ages).toEqual([
    [20, 0, false],
    [22, 0, false],
    [23, 1, false],
    [26, 4, false],
    [27, 5, true],
  ]);
});

it('of two servers at once stores each day once', async () => {
  publish(['2026-11-23', { USD: '1.0842' }], ['2026-11-20', { USD: '1.0800' }]);
  const servers = [serverOn(bank.database), serverOn(others)];
  const counts = await Promise.all(
    servers.flatMap(({ fetching }) => [fetching.fetchDue(), fetching.fetchDue()]),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(await bank.owner.rows('SELECT COUNT(*) AS sets FROM rate_sets')).toEqual([{ sets: '2' }]);
});

it('keeps a correction of the newest day as a second version, and earlier days as they were', async () => {
  publish(['2026-11-23', { USD: '1.0842' }], ['2026-11-20', { USD: '1.0800' }]);
  await server().fetching.fetchDue();
  publish(['2026-11-23', { USD: '1.0850' }], ['2026-11-20', { USD: '1.0000' }]);
  expect(await server().fetching.fetch('history')).toBe(1);
  expect(await server().fetching.fetch()).toBe(0);
  expect(await current()).toMatchObject({ usd: 108_500_000n });
  expect((await server().rates.history('USD')).rates.map(({ rate }) => rate)).toEqual([1.08, 1.085]);
});

it('holds a rate that moved more than 20 % in a day, and uses it once another day confirms it', async () => {
  publish(['2026-11-20', { USD: '1.0000', GBP: '0.8500' }]);
  monday(12);
  await server().fetching.fetchDue();
  publish(['2026-11-23', { USD: '1.2100', GBP: '0.8600' }]);
  monday(17);
  await server().fetching.fetchDue();
  expect(await current()).toMatchObject({ day: '2026-11-23', usd: undefined, held: ['USD'] });
  expect(await incidents()).toEqual(['rate_held USD 2026-11-23']);
  publish(['2026-11-24', { USD: '1.2200', GBP: '0.8600' }]);
  monday(17, 24);
  await server().fetching.fetchDue();
  expect(await current()).toMatchObject({ day: '2026-11-24', usd: 122_000_000n, held: [] });
});

it.each([
  ['malformed', '<html>'],
  [
    'with a DTD',
    `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${writeRates(fileOf(['2026-11-23', { USD: '1.0' }]))}`,
  ],
  [
    'with a negative rate',
    writeRates(fileOf(['2026-11-23', { USD: '1.0842' }])).replace('1.0842', '-1.0842'),
  ],
  ['of a day to come', writeRates(fileOf(['2026-11-24', { USD: '1.0842' }]))],
  ['of a Sunday', writeRates(fileOf(['2026-11-22', { USD: '1.0842' }]))],
  ['without a currency of ours', writeRates(fileOf(['2026-11-23', { XAU: '1.0842' }]))],
  ['that is very large', Buffer.alloc(2_000_000, 32)],
])('uses nothing of a file that is %s', async (_what, file) => {
  files['eurofxref-hist-90d.xml'] = file;
  expect(await server().fetching.fetchDue()).toBe(0);
  expect(await current()).toMatchObject({ day: '2024-06-28' });
});

it('opens one incident a day for files that cannot be used, and none for a source that is away', async () => {
  expect(await server().fetching.fetchDue()).toBe(0);
  expect(await incidents()).toEqual([]);
  files['eurofxref-hist-90d.xml'] = '<html/>';
  for (const each of [1, 2]) expect([each, await server().fetching.fetchDue()]).toEqual([each, 0]);
  expect(await incidents()).toEqual(['rates_refused 2026-11-23']);
  await expect(server().intake.take(fileOf(['2026-11-24', { USD: '1.0' }]))).rejects.toThrow(
    ImplausibleRates,
  );
});
