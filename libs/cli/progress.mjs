import process from 'node:process';

/** An error whose message is meant for the person at the terminal: it is printed without a stack. */
export class Failure extends Error {}

/** Tools report a full disk in many ways; each of them becomes the same sentence. */
const FULL_DISK = /ENOSPC|no space left on device|(errcode|errno|error|error number):? 28\b|disk (is )?full/i;

/**
 * The sentence to print for an error.
 * @param {unknown} error
 */
export function explain(error) {
  const text = error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
  if (FULL_DISK.test(text)) return 'The disk is full: free some space and run the command again.';
  if (error instanceof Failure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Seconds since `startedAt` (ms, from Date.now), as printed. */
export function elapsed(/** @type {number} */ startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}

/** How long a step may stay silent before a line says that it is under way, ms. */
const QUIET_MS = 700;

/**
 * Numbers the steps of a command. Steps may overlap: each prints its own line when it ends.
 * @param {number} total
 */
export function stepper(total) {
  let count = 0;
  /**
   * @template T
   * @param {string} title
   * @param {(tell: (outcome: string) => void) => Promise<T>} work `tell` sets what the closing line adds
   * @returns {Promise<T>}
   */
  return async function step(title, work) {
    const label = `[${++count}/${total}] ${title}`;
    const startedAt = Date.now();
    let outcome = 'done';
    const announce = setTimeout(() => console.log(`${label} …`), QUIET_MS);
    try {
      const result = await work((text) => {
        outcome = text;
      });
      console.log(`${label}: ${outcome} (${elapsed(startedAt)})`);
      return result;
    } finally {
      clearTimeout(announce);
    }
  };
}

/** A reader that went away (`npm start | head`, a closed terminal) must not end the supervision. */
export function surviveClosedOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
