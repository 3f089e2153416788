import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../bank/books.mjs';
import { post } from './traffic.mjs';

const patientMs = 15 * 60_000;

/** @typedef {import('../bank/cluster.mjs').Cluster} Cluster */

/**
 * Kills the bank, the world and the database in turn, each at least once, and starts them again.
 * @param {Cluster} cluster
 * @param {() => number} random
 * @param {() => boolean} isOver
 */
export async function killInTurn(cluster, random, isOver) {
  const kills = { bank: 0, world: 0, database: 0 };
  const turns = [
    { name: 'bank', kill: () => cluster.killServer(0), start: () => cluster.startServer(0) },
    { name: 'world', kill: () => cluster.world.kill(), start: () => cluster.world.start() },
    { name: 'database', kill: () => cluster.killDatabase(), start: () => cluster.startDatabase() },
  ];
  for (let turn = 0; turn < turns.length || !isOver(); turn += 1) {
    await sleep(1_000 + random() * 4_000);
    const { name, kill, start } = turns[turn % turns.length] ?? turns[0];
    kills[/** @type {'bank'} */ (name)] += 1;
    await kill();
    await sleep(100 + random() * 900);
    await start();
  }
  return kills;
}

/**
 * Customers who pay this often would have to wait for a person: every second their orders become two hours older.
 * @param {Cluster} cluster
 * @param {() => boolean} isOver
 */
export async function ageOrders({ migrationUrl }, isOver) {
  while (!isOver()) {
    await sleep(1_000);
    const aged = async () => {
      const bank = await openDatabase(migrationUrl);
      await bank.query(
        'UPDATE payments SET created_at = created_at - INTERVAL 2 HOUR WHERE created_at > UTC_TIMESTAMP(3) - INTERVAL 1 HOUR',
      );
      await bank.end();
    };
    await aged().catch(() => undefined);
  }
}

/**
 * Waits, without faults, until nothing is on its way; an hour passes for what a batch left without an answer. Returns
 * what is still on its way when patience ends.
 * @param {Cluster} cluster
 */
export async function comeToRest({ world, migrationUrl }) {
  await post(`${world.origin}/play/misbehaviour`, { faults: [] });
  const [bank, other] = [await openDatabase(migrationUrl), await openDatabase(world.databaseUrl)];
  const counts = async () => {
    const [[ours]] = await bank.query(`SELECT
      (SELECT COUNT(*) FROM payments WHERE stage IN ('queued', 'sent')) AS payments,
      (SELECT COUNT(*) FROM rail_outbox WHERE next_try_at IS NOT NULL) AS outbox,
      (SELECT COUNT(*) FROM rail_inbox WHERE handled_at IS NULL) AS inbox`);
    const [[theirs]] = await other.query(`SELECT
      (SELECT COUNT(*) FROM messages WHERE direction = 'out' AND state = 'queued') AS messages,
      (SELECT COUNT(*) FROM payments WHERE state IN ('queued', 'pending')) AS pending`);
    return { ...ours, ...theirs };
  };
  const isAtRest = (/** @type {object} */ found) =>
    Object.values(found).every((count) => Number(count) === 0);
  let found = await counts();
  for (const end = Date.now() + patientMs; !isAtRest(found) && Date.now() < end; found = await counts()) {
    const anHourLater = bank.query(
      "UPDATE payments SET next_ask_at = UTC_TIMESTAMP(3) WHERE stage = 'sent' AND next_ask_at > UTC_TIMESTAMP(3) + INTERVAL 60 SECOND",
    );
    // The servers work on the same rows; what a deadlock keeps from it now is done a second later.
    await anHourLater.catch(() => undefined);
    await sleep(1_000);
  }
  await Promise.all([bank.end(), other.end()]);
  return isAtRest(found) ? [] : [`still on its way: ${JSON.stringify(found)}`];
}
