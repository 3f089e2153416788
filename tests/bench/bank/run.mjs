import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBooks } from './books.mjs';
import { wreakHavoc } from './chaos.mjs';
import { check } from './checker.mjs';
import { readBalance, readList, readTotal, runClients, send } from './clients.mjs';
import { newHistory, verdict } from './history.mjs';
import { floor, settleIn } from './people.mjs';

const customers = 8;
const clients = 32;
/** The attempts to settle an order, and the pause between them, ms, while all servers are up. */
const settlings = 20;
const settlingPause = 250;
/** Acknowledged orders that are repeated at the end. */
const repeated = 100;

/** An empty folder for a cluster; its path is short, since that of a socket must be. */
export const newHome = () => fs.mkdtempSync(path.join(os.tmpdir(), 'bank-'));

/**
 * The bank test, like Jepsen's: customers pay each other while servers and the database are killed, then all responses
 * are compared with the stored data.
 * @param {import('./cluster.mjs').Cluster} cluster
 * @param {number} seconds
 */
export async function runBank(cluster, seconds) {
  const { people, administrator, total } = await settleIn(
    /** @type {import('./clients.mjs').Call} */ (cluster.calls[0]),
    cluster.migrationUrl,
    customers,
  );
  const history = newHistory();
  const bank = { calls: cluster.calls, people, administrator, history };
  const end = performance.now() + seconds * 1000;
  let havocOver = false;
  const timeIsUp = () => performance.now() > end;
  const [kills] = await Promise.all([
    wreakHavoc(cluster, { seconds, ended: timeIsUp }).finally(() => (havocOver = true)),
    runClients(bank, clients, () => havocOver && timeIsUp()),
  ]);
  await cluster.comeToRest();
  const settled = await settle(bank);
  await lookAround(bank);
  const violations = check(history, await readBooks(cluster.migrationUrl), { total, floor });
  await cluster.verifyLedger().catch((error) => {
    violations.push({ law: 'ledger:verify is clean', detail: error.message });
  });
  return { history, kills, settled, violations };
}

/**
 * Repeats every order without a response until it has one, and some acknowledged ones to get the same response.
 * @param {import('./clients.mjs').Bank} bank
 */
async function settle({ calls, people, history }) {
  const open = history.transfers.filter((order) => verdict(order) === 'unknown');
  const acknowledged = history.transfers.filter((order) => verdict(order) === 'ok').slice(-repeated);
  let turn = 0;
  const sendOnce = async (/** @type {import('./history.mjs').Transfer} */ order) => {
    const person = people.find(({ id }) => id === order.from);
    const call = calls[(turn += 1) % calls.length];
    if (person && call) await send(call, person, order);
  };
  for (const order of open) {
    for (let time = 0; time < settlings && verdict(order, true) === 'unknown'; time += 1) {
      if (time > 0) await sleep(settlingPause);
      await sendOnce(order);
    }
  }
  for (const order of acknowledged) await sendOnce(order);
  const moved = open.filter((order) => verdict(order, true) === 'ok').length;
  return { moved, refused: open.length - moved };
}

/**
 * Everybody's final reads from both servers.
 * @param {import('./clients.mjs').Bank} bank
 */
async function lookAround(bank) {
  for (const call of bank.calls) {
    await readTotal(bank, call);
    for (const person of bank.people) {
      await readBalance(bank, person, call);
      await readList(bank, person, call);
    }
  }
}
