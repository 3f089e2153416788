import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { supervise } from '../../libs/cli/processes.mjs';
import { openDatabase } from './bank/books.mjs';
import { startCluster } from './bank/cluster.mjs';
import { newHome } from './bank/run.mjs';
import { cardNetwork, digestKey, digestOf, newReference, numberOf } from './cards/network.mjs';

/**
 * `npm run bench:cards`: CARDS (100000) cards; authorizations at CARDS_RATE (50) a second for CARDS_SECONDS (30), whose
 * slowest percent may take 50 ms; then CARDS_MESSAGES (10000) authorizations, reversals, clearings and refunds, each sent
 * twice and out of order, while the server is killed; then both sides' sums are compared to the cent. Ends with 1 on any
 * difference and above the bound.
 */
const cards = Number(process.env.CARDS || 100_000);
const rate = Number(process.env.CARDS_RATE || 50);
const seconds = Number(process.env.CARDS_SECONDS || 30);
const messages = Number(process.env.CARDS_MESSAGES || 10_000);
const port = Number(process.env.PORT || 3950);
const boundMs = 50;
const batch = 5_000;
const lanes = 16;
const kills = 3;
const home = newHome();

async function bench() {
  const cluster = await startCluster(home, [port]);
  const { CARD_NETWORK_KEY: secret } = cluster.world.variables;
  await issueCards(cluster.migrationUrl);
  const network = cardNetwork(port, secret, 64);
  await Promise.all(Array.from({ length: 200 }, (_, nth) => authorize(network, nth % cards)));
  const p99 = await measure(network);
  const started = performance.now();
  const settled = await storm(cluster, network);
  console.log(`${messages} messages, each twice and out of order, ${kills} kills: ${since(started)}`);
  const found = await compare(cluster, network, settled);
  for (const difference of found) console.log(`  ${difference}`);
  console.log(`${found.length} differences between the bank and the network`);
  network.close();
  await cluster.stop();
  return found.length > 0 || p99 > boundMs ? 1 : 0;
}

/** @typedef {ReturnType<typeof cardNetwork>} Network */
/** @typedef {Awaited<ReturnType<typeof startCluster>>} Cluster */

/**
 * Customers with nothing but an overdraft, so that the ledger stays sound, and a card each.
 * @param {string} databaseUrl
 */
async function issueCards(databaseUrl) {
  const started = performance.now();
  const key = digestKey(JSON.parse(fs.readFileSync(path.join(home, 'keys.json'), 'utf8')).encryption);
  const database = await openDatabase(databaseUrl);
  await database.query('SET foreign_key_checks = 0, unique_checks = 0');
  for (let from = 0; from < cards; from += batch) {
    const to = Math.min(cards, from + batch);
    await database.beginTransaction();
    const [users] = await database.query(
      `INSERT INTO users (email, username, first_name, last_name, password_hash, role, status, kyc_status,
         kyc_submitted_at, created_at)
       SELECT CONCAT('card', seq, '@grown.example'), CONCAT('card', seq), 'Card', seq, 'nobody', 'user', 'active',
         'approved', NOW(3), NOW(3) FROM seq_${from}_to_${to - 1}`,
    );
    const [accounts] = await database.query(
      `INSERT INTO accounts (user_id, kind, currency, iban, account_type, overdraft_limit, transfer_limit,
         withdrawal_limit, card_limit, created_at)
       SELECT ${Number(users.insertId)} + seq - ${from}, 'customer', 'EUR', CONCAT('FR00CARDS', LPAD(seq, 18, '0')),
         'current', 100000000, 1000000, 100000, 100000000, NOW(3) FROM seq_${from}_to_${to - 1}`,
    );
    const rows = Array.from({ length: to - from }, (_, at) => {
      const number = numberOf(from + at);
      const account = Number(accounts.insertId) + at;
      return [account, randomBytes(44), digestOf(key, number), 1, number.slice(-4), '2090-11-30', new Date()];
    });
    await database.query(
      `INSERT INTO cards (account_id, number_encrypted, number_digest, number_key, last_four, expiry_date, created_at)
       VALUES ?`,
      [rows],
    );
    await database.commit();
  }
  await database.query('SET foreign_key_checks = 1, unique_checks = 1');
  await database.query('ANALYZE TABLE users, accounts, cards');
  await database.end();
  console.log(`${cards} cards: ${since(started)}`);
}

/** @param {Network} network @param {number} nth a card */
async function authorize(network, nth) {
  const { status, body } = await network.post(
    'authorizations',
    network.authorization(numberOf(nth), 100 + (nth % 4_000), newReference()),
  );
  const code = body.PrcgRslt?.RspnCd;
  if (status !== 200 || code !== '00') throw new Error(`an authorization was answered ${status} ${code}`);
}

/**
 * At a fixed rate, whatever the answers take: one that waits for others is counted from when it was due.
 * @param {Network} network
 */
async function measure(network) {
  const taken = /** @type {number[]} */ ([]);
  const pending = [];
  const start = performance.now();
  for (let at = 0; at < rate * seconds; at += 1) {
    const due = start + (at * 1000) / rate;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    const card = Math.floor(Math.random() * cards);
    pending.push(authorize(network, card).then(() => taken.push(performance.now() - due)));
  }
  await Promise.all(pending);
  taken.sort((left, right) => left - right);
  const share = (/** @type {number} */ part) =>
    taken[Math.min(taken.length - 1, Math.floor(taken.length * part))] ?? 0;
  const p99 = share(0.99);
  const figures = [share(0.5), share(0.95), p99, share(1)].map((value) => `${value.toFixed(1)} ms`);
  console.log(
    `${taken.length} authorizations at ${rate} a second: p50 ${figures[0]}, p95 ${figures[1]}, p99 ${figures[2]} (at most ${boundMs} ms), slowest ${figures[3]}`,
  );
  return p99;
}

/**
 * Sends every message twice, in an order of its own, until it is answered; returns what the network settled in cents.
 * @param {Cluster} cluster
 * @param {Network} network
 */
async function storm(cluster, network) {
  let settled = 0;
  const all = /** @type {[string, object][]} */ ([]);
  for (let nth = 0; all.length < messages; nth += 1) {
    const number = numberOf(nth % cards);
    const cents = 100 + (nth % 3_000);
    const reference = newReference();
    all.push(['authorizations', network.authorization(number, cents, reference)]);
    if (nth % 4 === 0) all.push(['reversals', network.reversal(reference)]);
    else if (nth % 4 === 1) {
      all.push(['clearings', network.clearing(number, cents - 50, reference, false)]);
      all.push(['clearings', network.clearing(number, 120, reference, true)]);
      settled += cents + 70;
    } else {
      all.push(['clearings', network.clearing(number, cents, reference, true)]);
      settled += cents;
      if (nth % 4 === 2) all.push(['refunds', network.refund(number, 60, reference)]);
      if (nth % 4 === 2) settled -= 60;
    }
  }
  const order = [...all, ...all]
    .map((message, at) => ({ message, at: at + Math.random() * 12 }))
    .sort((one, other) => one.at - other.at);
  let next = 0;
  const lane = async () => {
    for (let entry = order[next++]; entry; entry = order[next++]) await deliver(network, entry.message);
  };
  const chaos = async () => {
    for (let kill = 1; kill <= kills; kill += 1) {
      while (next < (order.length * kill) / (kills + 1)) await sleep(20);
      await cluster.killServer(0);
      await cluster.startServer(0);
    }
  };
  await Promise.all([...Array.from({ length: lanes }, lane), chaos()]);
  return settled;
}

/** @param {Network} network @param {[string, object]} message */
async function deliver(network, [name, message]) {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const answer = await network.post(name, message).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(30);
  }
  throw new Error(`${name} was never answered`);
}

/**
 * @param {Cluster} cluster
 * @param {Network} network
 * @param {number} settled
 */
async function compare(cluster, network, settled) {
  const found = /** @type {string[]} */ ([]);
  const { body } = await network.post('reconciliations', network.reconciliation(settled));
  if (body.Rcncltn?.Rslt !== 'MTCH')
    found.push(`the network settled ${settled}, the bank ${JSON.stringify(body)}`);
  const database = await openDatabase(cluster.migrationUrl);
  const [[sums]] = await database.query(
    `SELECT (SELECT SUM(balance) FROM accounts WHERE kind = 'customer') AS customers,
       (SELECT SUM(balance) FROM accounts WHERE kind = 'card_settlement') AS settlement`,
  );
  await database.end();
  if (Number(sums.settlement) !== settled)
    found.push(`the settlement account has ${sums.settlement}, not ${settled}`);
  if (Number(sums.customers) !== -settled) found.push(`customers have ${sums.customers}, not ${-settled}`);
  await cluster.verifyLedger().catch((error) => found.push(error.message));
  return found;
}

const since = (/** @type {number} */ start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

void supervise(bench, () => fs.rmSync(home, { recursive: true, force: true }));
