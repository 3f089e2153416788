/**
 * The calls to the bank and its responses, as its clients saw them. Times are milliseconds of one clock that only
 * grows, amounts whole cents, people the ids of users.
 *
 * @typedef {'ok' | 'refused' | 'unknown' | 'unexpected'} Outcome
 *   `unknown`: no response, or one that does not show whether the money moved; `unexpected`: a response that the
 *   bank should never send.
 *
 * @typedef {object} Attempt one sending of a transfer
 * @property {number} invoked
 * @property {number} returned
 * @property {Outcome} outcome
 * @property {string} why the status and code, or what broke the connection
 * @property {string} [reference] of an `ok`
 * @property {number} [balance] of an `ok`: the sender's, after it
 *
 * @typedef {object} Transfer one order of a client, however often it was sent; its key is also its description
 * @property {string} key
 * @property {number} from
 * @property {number} to
 * @property {number} amount
 * @property {Attempt[]} attempts
 *
 * @typedef {object} BalanceRead
 * @property {number} person
 * @property {number} invoked
 * @property {number} returned
 * @property {number} balance
 * @property {number} previous before the newest entry
 * @property {number} available
 * @property {number} today the last figure of the 90 days
 *
 * @typedef {object} ListRead the newest lines of a person's transactions, newest first
 * @property {number} person
 * @property {number} invoked
 * @property {number} returned
 * @property {{ reference: string, amount: number }[]} lines
 *
 * @typedef {object} TotalRead
 * @property {number} invoked
 * @property {number} returned
 * @property {number} total of all customers
 *
 * @typedef {object} History
 * @property {Transfer[]} transfers
 * @property {BalanceRead[]} balances
 * @property {ListRead[]} lists
 * @property {TotalRead[]} totals
 * @property {Map<string, number>} failedReads how often a read failed, by reason
 * @property {string[]} unexpectedReads
 */

/** @returns {History} */
export const newHistory = () => ({
  transfers: [],
  balances: [],
  lists: [],
  totals: [],
  failedReads: new Map(),
  unexpectedReads: [],
});

/**
 * Whether an order moved money, as far as its responses show. If it was refused while another attempt has no response,
 * that attempt may still succeed: only the last response, after all calls have ended, is final.
 * @param {Transfer} transfer
 * @param {boolean} [atRest] whether its last sending came when no other could still be under way
 * @returns {'ok' | 'refused' | 'unknown'}
 */
export function verdict({ attempts }, atRest = false) {
  if (attempts.some(({ outcome }) => outcome === 'ok')) return 'ok';
  const deciding = atRest ? attempts.slice(-1) : attempts;
  return deciding.every(({ outcome }) => outcome === 'refused') ? 'refused' : 'unknown';
}

/** An amount of the wire, in cents. @param {number} decimal */
export const cents = (decimal) => Math.round(decimal * 100);
