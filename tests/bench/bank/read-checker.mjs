import { laws } from './laws.mjs';

/**
 * @typedef {import('./history.mjs').History} History
 * @typedef {import('./books.mjs').Entry} Entry
 * @typedef {import('./laws.mjs').Violation} Violation
 *
 * @typedef {object} Chain one account's entries, oldest first, and when each can have come to stand
 * @property {Entry[]} entries
 * @property {Map<string, number>} at the place of an entry, by its reference
 * @property {{ moment: number, place: number }[]} responses when a response first showed an entry
 * @property {{ moment: number, place: number }[]} asked when an entry was first ordered
 */

/**
 * Checks reads against the order of the entries. A read must show the account after some entry: not before the newest
 * that a response or an earlier read had shown when it was sent, and not after one that was not yet ordered when it
 * returned.
 * @param {History} history
 * @param {import('./books.mjs').Books} books
 * @param {import('./laws.mjs').Terms} terms
 * @returns {Violation[]}
 */
export function checkReads(history, books, { total, floor }) {
  const people = new Set([...history.balances, ...history.lists].map(({ person }) => person));
  return [
    ...history.totals
      .filter((read) => read.total !== total)
      .map((read) => ({ law: laws.total, detail: `a read showed ${read.total} instead of ${total}` })),
    ...history.balances.flatMap((read) => checkFigures(read, floor)),
    ...[...people].flatMap((person) => checkPerson(person, history, books.entries)),
  ];
}

/**
 * The conditions of a single read; no test here reserves money.
 * @param {import('./history.mjs').BalanceRead} read
 * @param {number} floor
 * @returns {Violation[]}
 */
function checkFigures({ person, balance, available, today }, floor) {
  const detail = `${person} read ${balance}, available ${available}, today ${today}`;
  return [
    ...(balance < floor ? [{ law: laws.floor, detail }] : []),
    ...(balance === available && balance === today ? [] : [{ law: laws.read, detail }]),
  ];
}

/**
 * @param {number} person
 * @param {History} history
 * @param {Entry[]} entries
 * @returns {Violation[]}
 */
function checkPerson(person, history, entries) {
  const chain = chainOf(person, history, entries);
  const reads = [
    ...history.balances.filter((read) => read.person === person).map((read) => balanceRead(read, chain)),
    ...history.lists.filter((read) => read.person === person).map((read) => listRead(read, chain)),
  ].sort((left, right) => left.invoked - right.invoked);
  /** @type {{ moment: number, place: number }[]} */
  const shown = [];
  const violations = [];
  for (const { invoked, returned, shows, text } of reads) {
    const from = Math.max(newestBefore(chain.responses, invoked), newestBefore(shown, invoked));
    const to = oldestAfter(chain.asked, returned, chain.entries.length) - 1;
    let place = from;
    while (place <= to && !shows(place)) place += 1;
    if (place > to) {
      violations.push({
        law: laws.read,
        detail: `${person} read ${text}, between entries ${from} and ${to}`,
      });
    } else shown.push({ moment: returned, place });
  }
  return violations;
}

/** @param {import('./history.mjs').BalanceRead} read @param {Chain} chain */
function balanceRead({ invoked, returned, balance, previous }, { entries }) {
  const before = (/** @type {number} */ place) => entries[place - 1]?.balanceAfter ?? 0;
  const shows = (/** @type {number} */ place) =>
    entries[place]?.balanceAfter === balance && before(place) === previous;
  return { invoked, returned, shows, text: `a balance of ${balance} (before it ${previous})` };
}

/** @param {import('./history.mjs').ListRead} read @param {Chain} chain */
function listRead({ invoked, returned, lines }, { entries, at }) {
  const newest = at.get(lines[0]?.reference ?? '');
  const unbroken = lines.every(({ reference, amount }, index) => {
    const entry = entries[(newest ?? 0) - index];
    return entry?.reference === reference && entry.amount === amount;
  });
  const shows = (/** @type {number} */ place) => place === newest && unbroken;
  const text = `a list of ${lines.length} from ${lines[0]?.reference}${unbroken ? '' : ', broken or out of order'}`;
  return { invoked, returned, shows, text };
}

/**
 * @param {number} person
 * @param {History} history
 * @param {Entry[]} all
 * @returns {Chain}
 */
function chainOf(person, history, all) {
  const entries = all.filter((entry) => entry.person === person);
  const at = new Map(entries.map(({ reference }, place) => [reference, place]));
  const placeOf = new Map(entries.map(({ description }, place) => [description, place]));
  const responses = [];
  const asked = [];
  for (const { key, attempts } of history.transfers) {
    const place = placeOf.get(key);
    if (place === undefined) continue;
    const answers = attempts.filter(({ outcome }) => outcome === 'ok').map(({ returned }) => returned);
    if (answers.length > 0) responses.push({ moment: Math.min(...answers), place });
    asked.push({ moment: Math.min(...attempts.map(({ invoked }) => invoked)), place });
  }
  return { entries, at, responses, asked };
}

/** @param {{ moment: number, place: number }[]} events @param {number} moment */
const newestBefore = (events, moment) =>
  events.reduce((newest, event) => (event.moment < moment ? Math.max(newest, event.place) : newest), 0);

/** @param {{ moment: number, place: number }[]} events @param {number} moment @param {number} otherwise */
const oldestAfter = (events, moment, otherwise) =>
  events.reduce(
    (oldest, event) => (event.moment > moment ? Math.min(oldest, event.place) : oldest),
    otherwise,
  );
