import fs from 'node:fs';
import process from 'node:process';
import { supervise } from '../../libs/cli/processes.mjs';
import { openDatabase } from './bank/books.mjs';
import { startCluster } from './bank/cluster.mjs';
import { newCustomer, trust } from './bank/people.mjs';
import { newHome } from './bank/run.mjs';
import { compare } from './rails/books.mjs';
import { ageOrders, comeToRest, killInTurn } from './rails/chaos.mjs';
import { orderPayments, post, sendCredits, timeInstant } from './rails/traffic.mjs';

/**
 * `npm run bench:rails`: RAILS_PAYMENTS (100000) payments, half out and half in, through a world that misbehaves at random
 * (RAILS_SEED), while the bank, the world and the database are killed in turn; then the accounts of both sides are
 * compared to the cent. Before it, RAILS_INSTANT (200) instant payments are timed while all is well. Ends with 1 on
 * any difference, and when an instant payment took two seconds.
 */
const total = Number(process.env.RAILS_PAYMENTS || 100_000);
const instants = Number(process.env.RAILS_INSTANT || 200);
const seed = Number(process.env.RAILS_SEED || 1);
const port = Number(process.env.PORT || 3900);
const people = Number(process.env.RAILS_CUSTOMERS || 400);
const openingEuros = 1_000;
const instantMs = 2_000;
const probability = 0.15;
const faults = [
  'no_answer',
  'acts_without_answer',
  'late_answer',
  'twice',
  'out_of_order',
  'wrong_signature',
  'malformed',
];
const home = newHome();

async function bench() {
  const cluster = await startCluster(home, [port]);
  const bank = await openDatabase(cluster.migrationUrl);
  const random = randomNumbers(seed);
  const parties = await prepare(cluster, bank);
  await bank.end();
  const taken = await timeInstant({ ...parties, recipient: parties.recipients[0] }, instants);
  const p99 = taken[Math.ceil(taken.length * 0.99) - 1] ?? 0;
  console.log(
    `${instants} instant payments: p50 ${ms(taken[Math.floor(taken.length / 2)])}, p99 ${ms(p99)} (at most ${instantMs} ms)`,
  );
  const run = { ...parties, random };
  const started = performance.now();
  const { orders, kills } = await misbehave(cluster, run);
  console.log(
    `${orders.length} orders and ${total - orders.length} credits in ${seconds(started)}, killed: ${JSON.stringify(kills)}`,
  );
  const calm = performance.now();
  const left = await comeToRest(cluster);
  const known = { customers: parties.customers, orders, others: instants, openingCents: openingEuros * 100 };
  console.log(`everything decided after another ${seconds(calm)}`);
  const found = [...left, ...(await compare(cluster, known))];
  await cluster.verifyLedger().catch((error) => found.push(error.message));
  for (const difference of found.slice(0, 20)) console.log(`  ${difference}`);
  console.log(`${found.length} differences between the bank and the world`);
  await cluster.stop();
  return found.length > 0 || p99 >= instantMs ? 1 : 0;
}

/** @typedef {Awaited<ReturnType<typeof startCluster>>} Cluster */

/**
 * Customers whom the rules trust, with their accounts, and the recipients of the world by what becomes of their payments.
 * @param {Cluster} cluster
 * @param {any} bank
 */
async function prepare({ calls: [call], world, migrationUrl }, bank) {
  if (!call) throw new Error('it takes a server');
  const customers = [];
  for (let at = 0; at < people; at += 1)
    customers.push(await newCustomer(call, migrationUrl, `payer${at}`, openingEuros));
  await bank.query("UPDATE users SET kyc_status = 'approved'");
  await bank.query(
    'UPDATE accounts SET created_at = created_at - INTERVAL 1 YEAR, transfer_limit = 1e12 WHERE user_id IS NOT NULL',
  );
  await bank.query("REPLACE INTO bank_settings (name, value) VALUES ('sepa_cut_offs', '*')");
  const [ibans] = await bank.query('SELECT user_id AS id, iban FROM accounts WHERE user_id IS NOT NULL');
  const ibanOf = new Map(ibans.map((/** @type {any} */ row) => [Number(row.id), row.iban]));
  const database = await openDatabase(world.databaseUrl);
  const [recipients] = await database.query(
    `SELECT iban, holder, behaviour FROM accounts
     WHERE kind IN ('person', 'shop', 'authority') AND behaviour <> 'asks' ORDER BY behaviour = 'settles' DESC, id`,
  );
  await database.end();
  await trust(
    bank,
    customers,
    recipients.map((/** @type {any} */ each) => each.iban),
  );
  return { call, recipients, customers: customers.map((each) => ({ ...each, iban: ibanOf.get(each.id) })) };
}

/**
 * @param {Cluster} cluster
 * @param {{ call: any, customers: any[], recipients: any[], random: () => number }} run
 */
async function misbehave(cluster, run) {
  const { origin } = cluster.world;
  await post(`${origin}/play/misbehaviour`, { faults, probability, seed, lateSeconds: 3 });
  let isOver = false;
  const out = Math.floor(total / 2);
  const chaos = killInTurn(cluster, run.random, () => isOver);
  const ageing = ageOrders(cluster, () => isOver);
  const [orders] = await Promise.all([
    orderPayments(run, out),
    sendCredits(origin, run.customers, total - out),
  ]).finally(() => (isOver = true));
  await ageing;
  return { orders, kills: await chaos };
}

/** Equally distributed numbers from 0 to 1, the same for a seed (mulberry32). @param {number} start */
function randomNumbers(start) {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ms = (/** @type {number | undefined} */ value) => `${Math.round(value ?? 0)} ms`;
const seconds = (/** @type {number} */ since) => `${Math.round((performance.now() - since) / 1000)} s`;

void supervise(bench, () => fs.rmSync(home, { recursive: true, force: true }));
