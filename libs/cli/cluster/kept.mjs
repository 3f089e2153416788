import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('../processes.mjs').Child} Child */

/** The pause before a process is started again, as a service manager makes it, ms. */
const PAUSE_MS = 500;

/**
 * A process that is started again whenever it ends, as a service manager would do.
 * @param {() => Promise<Child>} start
 */
export async function keep(start) {
  let child = await start();
  let isKept = true;
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  const again = async () => {
    await sleep(PAUSE_MS);
    if (!isKept) return;
    try {
      child = await start();
      watch();
    } catch {
      last = again();
    }
  };
  const watch = () => {
    void child.exited.then(() => {
      if (isKept) last = again();
    });
  };
  watch();
  return {
    get pid() {
      return child.pid;
    },
    /** Stops it for good. */
    async stop() {
      isKept = false;
      await child.stop();
      await last;
      await child.stop();
    },
    /** Kills it with everything it started, and starts it again after so long, ms. @param {number} ms */
    async loseFor(ms) {
      isKept = false;
      process.kill(-child.pid, 'SIGKILL');
      await child.exited;
      await sleep(ms);
      child = await start();
      isKept = true;
      watch();
    },
    /** Asks it to stop, and resolves when it runs again. */
    async restart() {
      isKept = false;
      await child.stop();
      child = await start();
      isKept = true;
      watch();
    },
    /** Replaces what starts it, from the next start on. @param {() => Promise<Child>} other */
    replace(other) {
      start = other;
    },
  };
}
