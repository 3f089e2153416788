import process from 'node:process';

/** An error for the person at the terminal: printed without its stack. */
export class CliError extends Error {}

/** How the various tools report a full disk. */
const FULL_DISK = /ENOSPC|no space left on device|(errcode|errno|error|error number):? 28\b|disk (is )?full/i;

/**
 * The sentence to print for an error.
 * @param {unknown} error
 */
export function explain(error) {
  const text = error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
  if (FULL_DISK.test(text)) return 'The disk is full: free some space and run the command again.';
  if (error instanceof CliError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Seconds since `startedAt` (ms, from Date.now), as printed. */
export function elapsed(/** @type {number} */ startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}

/** A step that takes longer announces itself, ms. */
const QUIET_MS = 700;

/**
 * Numbers the steps of a command. Steps may overlap: each prints a line with its number when it ends.
 * @param {number} total
 */
export function stepper(total) {
  let count = 0;
  /**
   * @template T
   * @param {string} title
   * @param {(report: (outcome: string) => void) => Promise<T>} work `report` sets the outcome in the closing line
   * @returns {Promise<T>}
   */
  return async function step(title, work) {
    const startedAt = Date.now();
    let outcome = 'done';
    const announce = setTimeout(() => console.log(`${title} …`), QUIET_MS);
    try {
      const result = await work((text) => {
        outcome = text;
      });
      console.log(`[${++count}/${total}] ${title}: ${outcome} (${elapsed(startedAt)})`);
      return result;
    } finally {
      clearTimeout(announce);
    }
  };
}

/** A closed output (`npm start | head`, a closed terminal) must not end the process. */
export function surviveClosedOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
