import { setTimeout as sleep } from 'node:timers/promises';

/** How long a killed process stays down, and how long all then stay up, ms. */
const away = { from: 50, to: 1_000 };
const whole = { from: 300, to: 1_500 };

/** @typedef {{ servers: number, database: number }} Kills */

/**
 * Kills one process after another with SIGKILL and starts it again: servers alone in the first half, then the database
 * too. It goes on past the end until each kind was killed at least once.
 * @param {import('./cluster.mjs').Cluster} cluster
 * @param {{ seconds: number, ended: () => boolean }} run
 * @returns {Promise<Kills>}
 */
export async function wreakHavoc(cluster, { seconds, ended }) {
  const kills = { servers: 0, database: 0 };
  const half = performance.now() + seconds * 500;
  while (!ended() || kills.servers === 0 || kills.database === 0) {
    await sleep(between(whole));
    const inSecondHalf = performance.now() > half;
    if (kills.servers > 0 && inSecondHalf && (kills.database === 0 || Math.random() < 0.5)) {
      kills.database += 1;
      await cluster.killDatabase();
      await sleep(between(away));
      await cluster.startDatabase();
    } else {
      const victim = Math.floor(Math.random() * cluster.calls.length);
      kills.servers += 1;
      await cluster.killServer(victim);
      await sleep(between(away));
      await cluster.startServer(victim);
    }
  }
  return kills;
}

/** @param {{ from: number, to: number }} range */
const between = ({ from, to }) => from + Math.random() * (to - from);
