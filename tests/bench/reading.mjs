import { setTimeout as sleep } from 'node:timers/promises';
import { caller, signUp } from './http-load.mjs';

/** @typedef {{ p99: number, count: number }} Reads the 99th percentile, in ms, of so many */

/**
 * Customers of a server's own who look at their balance and transactions until they are stopped; `take` gives the p99 in ms since
 * it was last called.
 * @param {number} port
 * @param {{ readers: number, pauseMs: number }} options so many at once, each with a pause between two looks
 */
export async function startReading(port, { readers, pauseMs }) {
  const { call, close } = caller(port, readers);
  const people = await Promise.all(Array.from({ length: readers }, (_, at) => signUp(call, `reader${at}`)));
  /** @type {number[]} */
  let taken = [];
  let stopping = false;
  const lanes = people.map(async ({ token }, at) => {
    for (let turn = at; !stopping; turn += 1) {
      const start = performance.now();
      const { status } = await call('GET', turn % 2 ? 'solde' : 'user/transactions', { token });
      if (status !== 200) throw new Error(`a read answered ${status}`);
      taken.push(performance.now() - start);
      await sleep(pauseMs);
    }
  });
  return {
    /** @returns {Reads} */
    take() {
      const sorted = taken.sort((left, right) => left - right);
      taken = [];
      return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, count: sorted.length };
    },
    async stop() {
      stopping = true;
      await Promise.all(lanes);
      close();
    },
  };
}
