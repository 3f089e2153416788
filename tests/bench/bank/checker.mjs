import { verdict } from './history.mjs';
import { laws } from './laws.mjs';
import { checkReads } from './read-checker.mjs';

/**
 * @typedef {import('./history.mjs').History} History
 * @typedef {import('./history.mjs').Transfer} Transfer
 * @typedef {import('./books.mjs').Books} Books
 * @typedef {import('./books.mjs').Entry} Entry
 * @typedef {import('./laws.mjs').Violation} Violation
 * @typedef {import('./laws.mjs').Terms} Terms
 */

/**
 * Compares the clients' observations with the stored data, once no call is pending.
 * @param {History} history
 * @param {Books} books
 * @param {Terms} terms
 * @returns {Violation[]}
 */
export function check(history, books, terms) {
  const entriesOf = groupBy(books.entries, ({ description }) => description);
  const keysOf = groupBy(books.keys, ({ key }) => key);
  return [
    ...history.unexpectedReads.map((read) => ({ law: laws.expected, detail: read })),
    ...history.transfers.flatMap((transfer) => [
      ...checkAnswers(transfer),
      ...checkTransfer(transfer, entriesOf.get(transfer.key) ?? []),
      ...checkKey(transfer, keysOf.get(transfer.key) ?? []),
    ]),
    ...checkBooks(history, books, terms),
    ...checkReads(history, books, terms),
  ];
}

/** @param {Transfer} transfer @returns {Violation[]} */
function checkAnswers({ key, attempts }) {
  const told = attempts.filter(({ outcome }) => outcome === 'ok');
  const different = new Set(told.map(({ reference, balance }) => `${reference}, balance ${balance}`));
  const strange = attempts.filter(({ outcome }) => outcome === 'unexpected');
  return [
    ...strange.map(({ why }) => ({ law: laws.expected, detail: `${key}: ${why}` })),
    ...(different.size > 1 ? [{ law: laws.answers, detail: `${key}: ${[...different].join(' and ')}` }] : []),
  ];
}

/**
 * @param {Transfer} transfer
 * @param {Entry[]} entries that name it
 * @returns {Violation[]}
 */
function checkTransfer(transfer, entries) {
  const { key, from, to, amount, attempts } = transfer;
  const references = new Set(entries.map(({ reference }) => reference));
  const outcome = verdict(transfer, true);
  if (references.size > 1) return [{ law: laws.doubled, detail: `${key}: ${[...references].join(', ')}` }];
  if (outcome === 'unknown') {
    return [{ law: laws.unsettled, detail: `${key}: ${attempts.map(({ why }) => why).join(', ')}` }];
  }
  if (outcome === 'refused') {
    return references.size > 0 ? [{ law: laws.refused, detail: `${key}: ${[...references].join()}` }] : [];
  }
  const told = attempts.find((attempt) => attempt.outcome === 'ok');
  const named = entries.filter(({ reference }) => reference === told?.reference);
  if (named.length === 0) return [{ law: laws.lost, detail: `${key}: ${told?.reference} ${amount}` }];
  const legs = named.map((entry) => `${entry.person}: ${entry.amount}`);
  const expected = [`${from}: ${-amount}`, `${to}: ${amount}`];
  const sent = named.find(({ person }) => person === from);
  return [
    ...(legs.sort().join() === expected.sort().join()
      ? []
      : [{ law: laws.entries, detail: `${key}: ${legs.join()} instead of ${expected.join()}` }]),
    ...(sent?.balanceAfter === told?.balance
      ? []
      : [{ law: laws.answered, detail: `${key}: told ${told?.balance}, written ${sent?.balanceAfter}` }]),
  ];
}

/**
 * @param {Transfer} transfer
 * @param {import('./books.mjs').StoredKey[]} stored
 * @returns {Violation[]}
 */
function checkKey(transfer, stored) {
  const { key, from, attempts } = transfer;
  const told = attempts.find(({ outcome }) => outcome === 'ok');
  const expected = told ? [`${from} ${told.reference}`] : [];
  const found = stored.map(({ person, reference }) => `${person} ${reference}`);
  return found.join() === expected.join()
    ? []
    : [
        {
          law: laws.keys,
          detail: `${key}: ${found.join() || 'no row'} instead of ${expected.join() || 'no row'}`,
        },
      ];
}

/**
 * @param {History} history
 * @param {Books} books
 * @param {Terms} terms
 * @returns {Violation[]}
 */
function checkBooks({ transfers }, { entries, balances, sumOfAll }, { total, floor }) {
  const ordered = new Set(transfers.map(({ key }) => key));
  const strange = entries.filter(({ kind, description }) => kind !== 'deposit' && !ordered.has(description));
  const under = entries.filter(({ person, balanceAfter }) => person !== null && balanceAfter < floor);
  const newest = new Map(entries.map(({ person, balanceAfter }) => [person, balanceAfter]));
  const sum = [...balances.values()].reduce((left, right) => left + right, 0);
  return [
    ...strange.map(({ reference, description }) => ({
      law: laws.ordered,
      detail: `${reference} ${description}`,
    })),
    ...under.map(({ person, reference, balanceAfter }) => ({
      law: laws.floor,
      detail: `${person} after ${reference}: ${balanceAfter}`,
    })),
    ...[...balances].flatMap(([person, balance]) =>
      balance === (newest.get(person) ?? 0)
        ? []
        : [{ law: laws.balance, detail: `${person}: ${balance}, entries ${newest.get(person) ?? 0}` }],
    ),
    ...(sum === total ? [] : [{ law: laws.total, detail: `at the end ${sum} instead of ${total}` }]),
    ...(sumOfAll === 0 ? [] : [{ law: laws.total, detail: `all accounts together hold ${sumOfAll}` }]),
  ];
}

/**
 * @template T
 * @param {T[]} list
 * @param {(item: T) => string} keyOf
 * @returns {Map<string, T[]>}
 */
function groupBy(list, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
