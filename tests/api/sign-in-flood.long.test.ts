import mysql, { type Connection } from 'mysql2/promise';
import { setTimeout as pause } from 'node:timers/promises';
import { startBank, type Bank } from '../support/bank';
import { newCustomer, type NewCustomer } from '../support/customers';
import { call, type Answer } from '../support/http';
import { callsFrom, somebody, statuses } from './people';

/** Simultaneous sign-ins; without the queue this number made the balance sixty times slower. */
const signIns = 200;
/** The number of running and waiting ones: the connections of sign-in, and 25 for each. */
const admitted = 4 + 4 * 25;

/** Only two connections for all other calls, so that a sign-in that takes one is noticed. */
const env = {
  TRUST_PROXY: '1',
  CALLS_PER_MINUTE: '1000000',
  DATABASE_CONNECTIONS: '2',
  DATABASE_SIGN_IN_CONNECTIONS: '4',
  JOBS_EVERY_SECONDS: '0',
};

let bank: Bank;
let marie: NewCustomer;
let database: Connection;

beforeAll(async () => {
  bank = await startBank({ env });
  marie = await newCustomer(bank.shellUrl);
  database = await mysql.createConnection(bank.migrationUrl);
});
afterAll(async () => {
  await database.end();
  await bank.stop();
});

interface Timed {
  answer: Answer<unknown>;
  milliseconds: number;
}

async function timed(work: Promise<Answer<unknown>>): Promise<Timed> {
  const start = performance.now();
  const answer = await work;
  return { answer, milliseconds: performance.now() - start };
}

const balance = () => timed(call('GET', `${bank.shellUrl}/api/solde`, { token: marie.token }));

/** Each from a unique address, of an unknown user. */
const flood = () =>
  Array.from({ length: signIns }, () => timed(callsFrom(bank.shellUrl).signIn(somebody().email)));

const median = (values: number[]) => values.sort((left, right) => left - right)[values.length >> 1] ?? 0;

/** The median time of consecutive calls for the balance, until the count or the work is complete. */
async function medianBalance(most: number, work?: Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let isOver = false;
  void work?.then(() => (isOver = true));
  while (times.length < most && !isOver) {
    const { answer, milliseconds } = await balance();
    expect(answer.status).toBe(200);
    times.push(milliseconds);
  }
  return median(times);
}

describe('200 sign-ins at once', () => {
  it('are refused at once beyond the queue, before any query, and take no other call’s connection', async () => {
    await database.query('LOCK TABLES login_failures WRITE');
    const calls = flood();
    const shed: Timed[] = [];
    for (const each of calls) void each.then((answered) => shed.push(answered));
    for (let waited = 0; waited < 4_000 && shed.length < signIns - admitted; waited += 50) await pause(50);
    const { answer } = await balance();
    const whileLocked = [...shed];
    await database.query('UNLOCK TABLES');
    expect(answer.status).toBe(200);
    expect(whileLocked.length).toBeGreaterThan(0);
    for (const { answer: refused } of whileLocked) {
      expect([refused.status, refused.body]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const counts = statuses((await Promise.all(calls)).map((each) => each.answer));
    expect(Object.keys(counts)).toEqual(['401', '503']);
    expect(counts[401]).toBeLessThanOrEqual(admitted);
  });

  it('do not slow a signed-in customer’s calls, within the noise of a busy machine', async () => {
    await medianBalance(100);
    // The best of three floods: other tests run beside this one, and slow one median but not the other.
    const slowdowns: number[] = [];
    for (let round = 0; round < 3 && !slowdowns.some((each) => each < 4); round += 1) {
      const quiet = await medianBalance(200);
      const calls = Promise.all(flood());
      slowdowns.push((await medianBalance(10_000, calls)) / quiet);
      expect(statuses((await calls).map((each) => each.answer))).toMatchObject({ 401: admitted });
    }
    expect(Math.min(...slowdowns)).toBeLessThan(4);
  });
});
