/**
 * @typedef {{ law: string, detail: string }} Violation
 *
 * @typedef {object} Terms what was true before the first order, in cents
 * @property {number} total of all customers
 * @property {number} floor below which no customer's balance may fall
 */

/** The laws that relate the clients' responses to the stored data. */
export const laws = {
  lost: 'an acknowledged transfer is in the books',
  doubled: 'a transfer is in the books once at most',
  refused: 'a refused transfer is not in the books',
  unsettled: 'an order without an answer is settled by its key',
  answers: 'every answer to one key is the same',
  expected: 'a call gets an answer that the bank foresees',
  entries: 'a transfer takes what was ordered from the one and gives it to the other',
  answered: 'the balance of an answer is the one in the books',
  keys: 'a key is kept with the answer of its transfer, and only then',
  ordered: 'nothing is in the books that nobody ordered',
  total: 'the total never changes',
  floor: 'no balance is under the floor',
  balance: 'a balance is that of its newest entry',
  read: 'a read shows a state that stood while it was made',
};
