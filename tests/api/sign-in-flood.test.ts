import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { startBank, type Bank } from '../support/bank';
import { newCustomer, type NewCustomer } from '../support/customers';
import { call, type Answer } from '../support/http';
import { callsFrom, somebody } from './people';

const signIns = 200;
/** What one server lets wait, with one hash at a time. */
const env = { TRUST_PROXY: '1', HASHES_AT_ONCE: '1', DATABASE_CONNECTIONS: '4' };

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
  answer: Answer;
  milliseconds: number;
}

async function timed(work: Promise<Answer>): Promise<Timed> {
  const start = performance.now();
  const answer = await work;
  return { answer, milliseconds: performance.now() - start };
}

const balance = () => timed(call('GET', `${bank.shellUrl}/api/solde`, { token: marie.token }));

/** Each from an address of its own, of people who are not known. */
const flood = () =>
  Array.from({ length: signIns }, () => timed(callsFrom(bank.shellUrl).signIn(somebody().email)));

const median = (values: number[]) => values.sort((left, right) => left - right)[values.length >> 1] ?? 0;

/** The median time of the balance, of so many calls one after another, or until the work is over. */
async function medianBalance(atMost: number, until?: Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let over = false;
  void until?.then(() => (over = true));
  while (times.length < atMost && !over) {
    const { answer, milliseconds } = await balance();
    expect(answer.status).toBe(200);
    times.push(milliseconds);
  }
  return median(times);
}

it('x', async () => {
  await medianBalance(200);
  const quiet = await medianBalance(300);
  const rounds = (async () => {
    const all: Timed[] = [];
    for (let r = 0; r < 3; r++) all.push(...(await Promise.all(flood())));
    return all;
  })();
  const busy = await medianBalance(100000, rounds);
  const st: Record<string, number[]> = {};
  for (const { answer, milliseconds } of await rounds) (st[answer.status] ??= []).push(milliseconds);
  console.log(quiet, busy, busy / quiet, Object.entries(st).map(([s, l]) => [s, l.length, median(l), Math.max(...l)]));
});
void ({} as RowDataPacket);
