/**
 * What both sides have stored of one payment; amounts in cents, `account` that of the bank's customer.
 *
 * @typedef {{ id: string, amount: number, account: string, state: string }} Stored
 *
 * @typedef {object} Side
 * @property {Stored[]} outgoing payments of the bank's customers
 * @property {Stored[]} incoming credits of other banks
 * @property {number} settlement the balance of the account that both sides settle over
 */

/** The state of the world's payment for each stage of the bank's; none before it was sent. */
const outgoingStates = {
  settled: 'settled',
  rejected: 'rejected',
  returned: 'returned',
  awaiting_approval: undefined,
};
/** The states of the world's credit for each outcome at the bank: a refused one never settled, or was returned. */
const incomingStates = { booked: ['settled'], refused: ['rejected', 'returned'] };

/**
 * Compares the books of both sides, and returns each difference in a sentence.
 * @param {Side} bank
 * @param {Side} world
 * @returns {string[]}
 */
export function differences(bank, world) {
  return [
    ...twice(bank.outgoing, 'payment of the bank'),
    ...twice(world.outgoing, 'payment at the world'),
    ...twice(bank.incoming, 'credit at the bank'),
    ...between(bank.outgoing, world.outgoing, 'payment', ({ state }, other) =>
      state in outgoingStates ? outgoingStates[/** @type {'settled'} */ (state)] === other : false,
    ),
    ...between(bank.incoming, world.incoming, 'credit', ({ state }, other) =>
      (incomingStates[/** @type {'booked'} */ (state)] ?? []).includes(other ?? ''),
    ),
    ...(bank.settlement === -world.settlement
      ? []
      : [`the settlement account has ${bank.settlement} at the bank and ${world.settlement} at the world`]),
  ];
}

/**
 * What a customer's balance should be by the world's books: what came, less what left and did not come back.
 * @param {Side} world
 * @returns {Map<string, number>} by account
 */
export function expectedMoves({ outgoing, incoming }) {
  /** @type {Map<string, number>} */
  const moves = new Map();
  const add = (/** @type {Stored} */ { account, amount }, sign = 1) =>
    moves.set(account, (moves.get(account) ?? 0) + sign * amount);
  for (const payment of outgoing) if (payment.state === 'settled') add(payment, -1);
  for (const credit of incoming) if (credit.state === 'settled') add(credit);
  return moves;
}

/** @param {Stored[]} all @param {string} what */
function twice(all, what) {
  const seen = new Set();
  return all.filter(({ id }) => seen.size === seen.add(id).size).map(({ id }) => `twice: ${what} ${id}`);
}

/**
 * @param {Stored[]} ours
 * @param {Stored[]} theirs
 * @param {string} what
 * @param {(ours: Stored, state: string | undefined) => boolean} agrees
 */
function between(ours, theirs, what, agrees) {
  const open = new Map(theirs.map((each) => [each.id, each]));
  const found = ours.flatMap((each) => {
    const other = open.get(each.id);
    open.delete(each.id);
    // The world refuses for ever what it was asked about and never got: it knows the id alone.
    const neverCame = other?.state === 'rejected' && other.amount === 0;
    const isSame = !other || neverCame || (other.amount === each.amount && other.account === each.account);
    return isSame && agrees(each, other?.state)
      ? []
      : [
          `${what} ${each.id}: ${each.state} ${each.amount} at the bank, ${other?.state} ${other?.amount} at the world`,
        ];
  });
  return [
    ...found,
    ...[...open.values()].map(({ id, state }) => `lost: ${what} ${id}, ${state} at the world`),
  ];
}
