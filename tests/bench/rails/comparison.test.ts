import { differences, expectedMoves } from './comparison.mjs';

const stored = (id: string, state: string, amount = 100, account = 'FR1') => ({ id, amount, account, state });
const bank = () => ({
  outgoing: [
    stored('A', 'settled'),
    stored('B', 'rejected'),
    stored('C', 'returned'),
    stored('D', 'awaiting_approval'),
    stored('N', 'rejected'),
  ],
  incoming: [stored('E', 'booked', 30), stored('F', 'refused'), stored('G', 'refused')],
  settlement: 70,
});
const world = () => ({
  outgoing: [
    stored('A', 'settled'),
    stored('B', 'rejected'),
    stored('C', 'returned'),
    stored('N', 'rejected', 0, ''),
  ],
  incoming: [stored('E', 'settled', 30), stored('F', 'returned'), stored('G', 'rejected')],
  settlement: -70,
});

it('finds nothing where both sides agree', () => {
  expect(differences(bank(), world())).toEqual([]);
  expect(expectedMoves(world())).toEqual(new Map([['FR1', -70]]));
});

it.each<[string, (one: ReturnType<typeof bank>, other: ReturnType<typeof world>) => void, RegExp]>([
  ['a payment that the world never had', (_, { outgoing }) => outgoing.splice(0, 1), /payment A: settled/],
  ['a payment that the bank lost', ({ outgoing }) => outgoing.splice(1, 1), /lost: payment B, rejected/],
  [
    'one that is sent but not approved',
    (_, { outgoing }) => outgoing.push(stored('D', 'settled')),
    /payment D/,
  ],
  [
    'one that the bank keeps in doubt',
    ({ outgoing }) => (outgoing[0] = stored('A', 'sent')),
    /payment A: sent/,
  ],
  ['another outcome', ({ outgoing }) => (outgoing[0] = stored('A', 'rejected')), /payment A: rejected/],
  [
    'a payment that never came but is not refused',
    ({ outgoing }) => (outgoing[4] = stored('N', 'settled')),
    /payment N: settled/,
  ],
  ['another amount', ({ outgoing }) => (outgoing[0] = stored('A', 'settled', 99)), /settled 99 at the bank/],
  ['another account', ({ incoming }) => (incoming[0] = stored('E', 'booked', 30, 'FR2')), /credit E/],
  [
    'a payment that settled twice',
    (_, { outgoing }) => outgoing.push(stored('A', 'settled')),
    /twice: payment/,
  ],
  [
    'a credit that was booked twice',
    ({ incoming }) => incoming.push(stored('E', 'booked', 30)),
    /twice: credit/,
  ],
  ['a lost credit', ({ incoming }) => incoming.splice(0, 1), /lost: credit E/],
  ['a credit that both keep', ({ incoming }) => (incoming[1] = stored('F', 'booked')), /credit F: booked/],
  ['a settlement that differs', (one) => (one.settlement = 71), /71 at the bank and -70/],
])('finds %s', (_, change, expected) => {
  const [one, other] = [bank(), world()];
  change(one, other);
  expect(differences(one, other).join('\n')).toMatch(expected);
});
