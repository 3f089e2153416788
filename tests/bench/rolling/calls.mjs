import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../bank/books.mjs';

/** What customers look at, by turns. */
const reads = ['solde', 'user/transactions', 'notifications', 'accounts', 'beneficiaries'];

/** Streams that stay open, and the pause before one is opened again, ms. */
const streamsKept = 10;
const reopenMs = 300;

/**
 * Calls at an even pace, whether earlier ones were answered or not: reads and, of every second one, a transfer
 * of one cent with a key. A call fails unless its status is 200 or 201: nothing is repeated by this side.
 * @param {{ call: import('../bank/clients.mjs').Call, people: import('../bank/clients.mjs').Person[], perSecond: number, port: number }} load
 */
export function steadyCalls({ call, people, perSecond, port }) {
  /** @type {string[]} */
  const failed = [];
  /** @type {Set<Promise<void>>} */
  const underWay = new Set();
  let made = 0;
  let running = true;
  const one = async (/** @type {number} */ at) => {
    const from = people[at % people.length];
    const to = people[(at + 1) % people.length];
    const body = { recipient_id: to?.id, amount: 0.01 };
    const [method, path, sent] =
      at % 2
        ? ['POST', 'balance/transfer', { body, key: `rolling-${at}` }]
        : ['GET', reads[(at / 2) % reads.length] ?? '', {}];
    const { status, body: answer } = await call(method, path, { token: from?.token, ...sent });
    if (status !== 200 && status !== 201)
      failed.push(`${method} ${path}: ${status} ${answer.code ?? 'of the balancer'}`);
  };
  const pace = async () => {
    const start = performance.now();
    while (running) {
      for (; made < ((performance.now() - start) / 1000) * perSecond; made += 1) {
        const done = one(made)
          .catch((error) => void failed.push(error.message))
          .finally(() => underWay.delete(done));
        underWay.add(done);
      }
      await sleep(5);
    }
    await Promise.all(underWay);
  };
  const paced = pace();
  const streams = keepStreams(
    port,
    people.slice(0, streamsKept).map(({ token }) => token),
  );
  return {
    /** Resolves when every call has its answer. */
    async stop() {
      running = false;
      await paced;
      return { made, failed, streams: streams.stop() };
    },
    /** How many of the keys have not exactly one transfer. @param {string} databaseUrl */
    async misdone(databaseUrl) {
      const database = await openDatabase(databaseUrl);
      const [[{ transfers }]] = await database.query(
        `SELECT COUNT(*) AS transfers FROM transfers WHERE kind = 'transfer'`,
      );
      await database.end();
      return Math.abs(Math.floor(made / 2) - Number(transfers));
    },
  };
}

/** @param {number} port @param {string[]} tokens */
function keepStreams(port, tokens) {
  const counts = { kept: tokens.length, opened: 0, ended: 0 };
  /** @type {Set<http.ClientRequest>} */
  const open = new Set();
  let running = true;
  const keep = (/** @type {string} */ token) => {
    if (!running) return;
    const again = () => setTimeout(keep, reopenMs, token);
    const request = http.get({
      port,
      host: '127.0.0.1',
      path: '/api/events',
      headers: { authorization: `Bearer ${token}` },
    });
    open.add(request);
    request.on('error', again).on('response', (response) => {
      if (response.statusCode === 200) counts.opened += 1;
      response.resume().on('close', () => {
        open.delete(request);
        counts.ended += 1;
        again();
      });
    });
  };
  tokens.forEach(keep);
  return {
    stop() {
      running = false;
      const counted = { ...counts };
      for (const request of open) request.destroy();
      return counted;
    },
  };
}
