import fs from 'node:fs';
import http from 'node:http';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { explain } from '../progress.mjs';
import { FRESH_MS } from './decide.mjs';
import { NodeDatabase } from './node-database.mjs';
import { Following } from './node-following.mjs';
import { rebuild, sendCopy } from './node-rebuild.mjs';
import {
  applyReceived,
  openForClients,
  prepareOpening,
  replicationState,
  stopReceiving,
} from './node-replication.mjs';
import { Refused, Terms } from './node-terms.mjs';
import { SourceRelay } from './source-relay.mjs';

/**
 * The agent of one database node: starts its MariaDB, reports its state, carries out the supervisor's orders, and lets HAProxy
 * ask (`/primary`) whether clients may be sent to it. Argument: the file of its configuration.
 */

/** @type {import('./node-database.mjs').NodeConfig} */
const config = JSON.parse(fs.readFileSync(process.argv[2] ?? '', 'utf8'));
/** When the last heartbeat began that a replica acknowledged; of this run of the database. */
let beatAt = -Infinity;
const database = new NodeDatabase(config, () => (beatAt = -Infinity));
const terms = new Terms(config.home);
const relay = new SourceRelay();
const relayPort = await relay.listen();
const following = new Following({ database, relay, relayPort, terms, config });
/** The pause between two heartbeats, and the deadline of quick statements, ms. */
const BEAT_MS = 250;
const QUICK_MS = 700;

/** The last transaction that this node had received when it was fenced. */
let fencedAt = 0;
/** The long-running order in progress. @type {string | null} */
let longOrder = null;

/**
 * Commits a heartbeat now and then while the node is open. The commit returns only when a replica acknowledged it: a primary
 * that is cut off from them stops being alive by itself, no matter whom else it can reach.
 */
async function beat() {
  for (; ; await sleep(BEAT_MS)) {
    const connection = await database.connect().catch(() => undefined);
    if (!connection) continue;
    connection.on('error', () => {});
    try {
      for (; ; await sleep(BEAT_MS)) {
        const [[{ isReadOnly }]] = await connection.query({
          sql: 'SELECT @@read_only AS isReadOnly',
          timeout: QUICK_MS,
        });
        if (Number(isReadOnly) !== 0) continue;
        const at = performance.now();
        await connection.query('REPLACE INTO cluster.heartbeat VALUES (1, NOW(6))');
        beatAt = at;
      }
    } catch {
      connection.destroy();
    }
  }
}

const isAlive = () => database.isRunning && performance.now() - beatAt < FRESH_MS;

/** @returns {Promise<import('./decide.mjs').NodeState & { replicas: number }>} */
async function state() {
  const { joined, term, primary } = terms.known;
  const told = {
    name: config.name,
    joined,
    term,
    primary,
    busy: longOrder !== null,
  };
  const nothing = {
    writable: false,
    alive: false,
    source: null,
    diverged: false,
    detached: false,
    position: 0,
    replicas: 0,
  };
  if (database.isBroken || !database.isRunning)
    return { ...told, ...nothing, database: 'down', diverged: database.isBroken };
  const found = await replicationState(database).catch(() => undefined);
  if (!found) return { ...told, ...nothing, database: 'silent', alive: isAlive() };
  const { isStarted, writable, cannotContinue, cannotApply, position, replicas } = found;
  if (!cannotApply) following.noteHistory(position);
  const { known } = terms;
  const isRefused = cannotContinue && following.isOfPrimary;
  const isOfTerm = known.joined === known.term;
  return {
    ...told,
    joined: known.joined,
    database: 'running',
    writable,
    diverged: cannotApply || (isRefused && !isOfTerm),
    detached: isRefused && isOfTerm,
    position,
    replicas,
    source: isStarted ? following.source : null,
    alive: writable && isAlive(),
  };
}

const ownIsOpen = async () => (await replicationState(database).catch(() => ({ writable: true }))).writable;

/** Orders that the supervisor waits for. @type {Record<string, () => Promise<object>>} */
const orders = {
  /** Nothing that this node has received is acknowledged to the old primary any more; if it was that, it is restarted. */
  async fence() {
    following.end();
    // Its data are being replaced by a copy, and count for nothing.
    if (longOrder === 'rebuild') return { position: 0, applied: 0, joined: 0 };
    if (await ownIsOpen()) await database.restart();
    const { received, applied } = await stopReceiving(database);
    fencedAt = received;
    return { position: received, applied, joined: terms.known.joined };
  },
  async promote() {
    if (longOrder) throw new Refused('busy');
    await applyReceived(database, fencedAt);
    await prepareOpening(database);
    terms.join();
    return {};
  },
  async open() {
    await openForClients(database);
    return {};
  },
};

/** Orders that take long; the state shows that the node is busy. @type {Record<string, (order: any) => Promise<void>>} */
const longOrders = {
  async follow(order) {
    if (await ownIsOpen()) await database.restart();
    await following.begin(order);
  },
  async rebuild({ from, ...order }) {
    const donor = config.peers[from];
    if (!donor) throw new Refused('no such node');
    await rebuild(database, donor.agent);
    await following.begin(order);
  },
};

/** @param {string} name @param {any} order */
async function carryOut(name, order) {
  // Changes of the ending term are noted before it ends.
  if (name === 'fence') await state();
  terms.learn(order);
  const quick = orders[name];
  if (quick) return quick();
  const long = longOrders[name];
  if (!long || longOrder) throw new Refused(longOrder ? 'busy' : 'no such order');
  longOrder = name;
  void long(order)
    .catch((error) => console.error(`${new Date().toISOString()} ${name}: ${explain(error)}`))
    .finally(() => (longOrder = null));
  return {};
}

const server = http.createServer((request, response) => {
  void answer(request, response).catch((error) => {
    console.error(`${new Date().toISOString()} ${request.url}: ${explain(error)}`);
    if (response.headersSent) response.destroy();
    else send(response, error instanceof Refused ? 409 : 500, { error: String(error.message) });
  });
});

/** @param {http.IncomingMessage} request @param {http.ServerResponse} response */
async function answer(request, response) {
  // HAProxy's question, without a secret; the answer names nothing.
  if (request.url === '/primary') return send(response, isAlive() ? 200 : 503, {});
  if (request.headers.authorization !== `Bearer ${config.token}`) return send(response, 401, {});
  if (request.method === 'GET' && request.url === '/state') return send(response, 200, await state());
  if (request.method === 'GET' && request.url === '/copy') return sendCopy(config, response);
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  send(response, 200, await carryOut((request.url ?? '').slice(1), JSON.parse(text)));
}

/** @param {http.ServerResponse} response @param {number} status @param {object} body */
function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

process.on('SIGTERM', () => {
  void database.kill().then(() => process.exit(0));
});
database.start();
void beat();
server.listen(config.agentPort, '127.0.0.1');
