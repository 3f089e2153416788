import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { explain } from '../progress.mjs';
import { FRESH_MS } from './decide.mjs';
import { NodeDatabase } from './node-database.mjs';
import { rebuild, sendCopy } from './node-rebuild.mjs';
import { SourceRelay } from './source-relay.mjs';
import {
  applyReceived,
  openForClients,
  prepareOpening,
  replicateFrom,
  replicationState,
  stopReceiving,
} from './node-replication.mjs';

/**
 * The agent of one database node: starts its MariaDB, reports its state, carries out the supervisor's orders, and lets HAProxy
 * ask (`/primary`) whether clients may be sent to it. Argument: the file of its configuration.
 */

/** @type {import('./node-database.mjs').NodeConfig} */
const config = JSON.parse(fs.readFileSync(process.argv[2] ?? '', 'utf8'));
/** When the last heartbeat began that a replica acknowledged; of this run of the database. */
let beatAt = -Infinity;
const database = new NodeDatabase(config, () => (beatAt = -Infinity));
const termFile = path.join(config.home, 'term.json');
const relay = new SourceRelay();
const relayPort = await relay.listen();
/** The pause between two heartbeats, and the deadline of what must be quick, ms. */
const BEAT_MS = 250;
const QUICK_MS = 700;

/**
 * The highest term that this node knows, who is the primary, and which supervisor said so; and the last term of which this node has
 * transactions.
 */
let known = fs.existsSync(termFile)
  ? JSON.parse(fs.readFileSync(termFile, 'utf8'))
  : { term: 0, primary: null, by: null, joined: 0 };
/** The last transaction that this node had when it began to follow. */
let followedFrom = Infinity;
/** The last transaction that this node had received when it was fenced. */
let fencedAt = 0;
/** The order that is being carried out, of those that take long. @type {string | null} */
let longOrder = null;

/** Kept on disk before it is acted upon: an order of an earlier term is never carried out again. */
function learn(/** @type {{ term: number, primary: string | null, by: string }} */ { term, primary, by }) {
  const isNewer = term > known.term;
  const isSame = term === known.term && (by === known.by || primary === known.primary);
  if (!isNewer && !isSame) throw new Refused(`term ${term} is over: ${known.term} of ${known.primary}`);
  remember({ ...known, term, primary: primary ?? known.primary, by });
}

function remember(/** @type {typeof known} */ next) {
  known = next;
  const draft = `${termFile}.new`;
  const file = fs.openSync(draft, 'w', 0o600);
  fs.writeSync(file, JSON.stringify(known));
  fs.fsyncSync(file);
  fs.closeSync(file);
  fs.renameSync(draft, termFile);
}

const followsPrimary = () => relay.source !== null && relay.source === known.primary;

/** A transaction that came from the primary of this term shows that this node's history is the primary's. */
function noteHistory(/** @type {number} */ position) {
  const isOfTerm = followsPrimary() && position > followedFrom;
  if (isOfTerm && known.joined < known.term) remember({ ...known, joined: known.term });
}

class Refused extends Error {}

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
  const told = {
    name: config.name,
    joined: known.joined,
    term: known.term,
    primary: known.primary,
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
  if (!cannotApply) noteHistory(position);
  const isRefused = cannotContinue && followsPrimary();
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
    source: isStarted ? relay.source : null,
    alive: writable && isAlive(),
  };
}

const ownIsOpen = async () => (await replicationState(database).catch(() => ({ writable: true }))).writable;

/** Orders that the supervisor waits for. @type {Record<string, () => Promise<object>>} */
const orders = {
  /** Nothing that this node has received is acknowledged to the old primary any more; if it was that, it is restarted. */
  async fence() {
    relay.cut();
    // Its data are being replaced by a copy, and count for nothing.
    if (longOrder === 'rebuild') return { position: 0, applied: 0, joined: 0 };
    if (await ownIsOpen()) await database.restart();
    const { received, applied } = await stopReceiving(database);
    followedFrom = Infinity;
    fencedAt = received;
    return { position: received, applied, joined: known.joined };
  },
  async promote() {
    if (longOrder) throw new Refused('busy');
    await applyReceived(database, fencedAt);
    await prepareOpening(database);
    remember({ ...known, joined: known.term });
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
    await follow(order);
  },
  async rebuild({ from, ...order }) {
    const donor = config.peers[from];
    if (!donor) throw new Refused('no such node');
    await rebuild(database, donor.agent);
    await follow(order);
  },
};

async function follow(/** @type {{ primary: string, term: number }} */ { primary, term }) {
  const source = config.peers[primary];
  if (!source) throw new Refused('no such node');
  const { position } = await replicationState(database);
  // Once fenced for a later term, a node must acknowledge nothing to the primary of this one.
  if (term !== known.term) throw new Refused(`term ${term} is over`);
  followedFrom = position;
  relay.leadTo(primary, source.port);
  await replicateFrom(database, { port: relayPort, password: config.passwords.replica });
}

/** @param {string} name @param {any} order */
async function carryOut(name, order) {
  // What came in the term that ends is noted before it does.
  if (name === 'fence') await state();
  learn(order);
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
