import { verdict } from './history.mjs';

/** The number of cases shown for each broken law. */
const shown = 5;

/**
 * @param {Awaited<ReturnType<typeof import('./run.mjs').runBank>>} result
 * @returns {string}
 */
export function report({ history, kills, settled, violations }) {
  const { transfers, balances, lists, totals, failedReads } = history;
  const attempts = transfers.flatMap((transfer) => transfer.attempts);
  const reads = balances.length + lists.length + totals.length;
  return [
    `${transfers.length} orders: ${counts(transfers.map((transfer) => verdict(transfer, true)))}`,
    `${attempts.length} sendings: ${counts(attempts.map(({ outcome }) => outcome))}`,
    `  without an answer that tells: ${counts(attempts.filter(({ outcome }) => outcome === 'unknown').map(({ why }) => why))}`,
    `${reads} reads: balance ${balances.length}, list ${lists.length}, total ${totals.length}; failed: ${[...failedReads].map(([why, count]) => `${why} ${count}`).join(', ') || 'none'}`,
    `${kills.servers} kills of a server, ${kills.database} of the database`,
    `${settled.moved + settled.refused} orders settled by their key: ${settled.moved} moved, ${settled.refused} refused`,
    ...reportViolations(violations),
  ].join('\n');
}

/** @param {import('./laws.mjs').Violation[]} violations */
export function reportViolations(violations) {
  const broken = new Set(violations.map(({ law }) => law));
  return [
    `${violations.length} violations`,
    ...[...broken].flatMap((law) => {
      const cases = violations.filter((violation) => violation.law === law);
      return [
        `Broken ${cases.length} times: ${law}`,
        ...cases.slice(0, shown).map(({ detail }) => `  ${detail}`),
      ];
    }),
  ];
}

/** @param {string[]} names */
function counts(names) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return [...found].map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}
