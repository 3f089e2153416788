import type { Books, Entry } from './books.mjs';
import { check } from './checker.mjs';
import { newHistory, verdict, type Attempt, type History, type Transfer } from './history.mjs';
import { laws } from './laws.mjs';

const [anna, ben] = [2, 3];
const terms = { total: 60_000, floor: -50_000 };

const entry = (person: number | null, text: string, amount: number, balanceAfter: number): Entry => ({
  person,
  amount,
  balanceAfter,
  description: text,
  reference: `TR-${text}`,
  kind: text.startsWith('open') ? 'deposit' : 'transfer',
});

const ok = (reference: string, balance: number, invoked: number): Attempt => ({
  outcome: 'ok',
  why: '201',
  reference,
  balance,
  invoked,
  returned: invoked + 10,
});
const refused = (invoked: number): Attempt => ({
  outcome: 'refused',
  why: '422 INSUFFICIENT_FUNDS',
  invoked,
  returned: invoked + 10,
});
const unknown = (invoked: number): Attempt => ({
  outcome: 'unknown',
  why: 'ECONNRESET',
  invoked,
  returned: invoked + 10,
});

/**
 * Each of two people begins with 300 euros. Anna sends Ben 100 at 100 ms and Ben sends 50 back at 200 ms; an order of
 * Anna's at 300 ms is refused. All responses are correct.
 */
function soundBank(): { history: History; books: Books; first: Transfer; second: Transfer; third: Transfer } {
  const first: Transfer = { key: 'a', from: anna, to: ben, amount: 10_000, attempts: [] };
  const second: Transfer = { key: 'b', from: ben, to: anna, amount: 5_000, attempts: [] };
  const third: Transfer = { key: 'c', from: anna, to: ben, amount: 99_000, attempts: [refused(300)] };
  first.attempts.push(unknown(95), ok('TR-a', 20_000, 100));
  second.attempts.push(ok('TR-b', 35_000, 200));
  const books: Books = {
    entries: [
      entry(null, 'openA', -30_000, -30_000),
      entry(anna, 'openA', 30_000, 30_000),
      entry(null, 'openB', -30_000, -60_000),
      entry(ben, 'openB', 30_000, 30_000),
      entry(anna, 'a', -10_000, 20_000),
      entry(ben, 'a', 10_000, 40_000),
      entry(ben, 'b', -5_000, 35_000),
      entry(anna, 'b', 5_000, 25_000),
    ],
    keys: [
      { person: anna, key: 'a', reference: 'TR-a' },
      { person: ben, key: 'b', reference: 'TR-b' },
    ],
    balances: new Map([
      [anna, 25_000],
      [ben, 35_000],
    ]),
    sumOfAll: 0,
  };
  const history = newHistory();
  history.transfers.push(first, second, third);
  history.balances.push(
    readOf(anna, 90, 30_000, 0),
    readOf(anna, 150, 20_000, 30_000),
    readOf(anna, 250, 25_000, 20_000),
  );
  history.lists.push({
    person: anna,
    invoked: 260,
    returned: 270,
    lines: [
      { reference: 'TR-b', amount: 5_000 },
      { reference: 'TR-a', amount: -10_000 },
      { reference: 'TR-openA', amount: 30_000 },
    ],
  });
  history.totals.push({ invoked: 205, returned: 215, total: 60_000 });
  return { history, books, first, second, third };
}

const readOf = (person: number, invoked: number, balance: number, previous: number) => ({
  person,
  invoked,
  returned: invoked + 5,
  balance,
  previous,
  available: balance,
  today: balance,
});

type Bank = ReturnType<typeof soundBank>;

const brokenLaws = ({ history, books }: Bank) => [
  ...new Set(check(history, books, terms).map(({ law }) => law)),
];
const without = (books: Books, key: string) => {
  books.entries = books.entries.filter(({ description }) => description !== key);
};

it('finds no violation in a sound bank', () => {
  const { history, books } = soundBank();
  expect(check(history, books, terms)).toEqual([]);
});

const crimes: [string, string, (bank: Bank) => void][] = [
  ['an acknowledged transfer that was lost', laws.lost, ({ books }) => without(books, 'b')],
  [
    'a transfer that was made twice',
    laws.doubled,
    ({ books }) => books.entries.push({ ...entry(anna, 'a', -10_000, 15_000), reference: 'TR-again' }),
  ],
  [
    'a transfer that was made after all',
    laws.refused,
    ({ books }) => books.entries.push(entry(anna, 'c', -99_000, -74_000)),
  ],
  ['an order that nothing settled', laws.unsettled, ({ third }) => third.attempts.push(unknown(400))],
  ['two answers to one key', laws.answers, ({ first }) => first.attempts.push(ok('TR-a', 19_000, 400))],
  [
    'an answer that nobody foresees',
    laws.expected,
    ({ first }) => first.attempts.push({ ...unknown(400), outcome: 'unexpected', why: '500 INTERNAL' }),
  ],
  [
    'a read that was answered strangely',
    laws.expected,
    ({ history }) => history.unexpectedReads.push('solde: 500 INTERNAL'),
  ],
  [
    'a transfer to somebody else',
    laws.entries,
    ({ first }) => {
      first.to = 9;
    },
  ],
  [
    'a transfer of another amount',
    laws.entries,
    ({ first }) => {
      first.amount = 1;
    },
  ],
  [
    'an answer with a balance that never was',
    laws.answered,
    ({ second }) => {
      second.attempts = [ok('TR-b', 1, 200)];
    },
  ],
  ['a key that was forgotten', laws.keys, ({ books }) => books.keys.pop()],
  [
    'a key that a refusal left behind',
    laws.keys,
    ({ books }) => books.keys.push({ person: anna, key: 'c', reference: 'TR-c' }),
  ],
  [
    'money that moved without an order',
    laws.ordered,
    ({ books }) => books.entries.push(entry(null, 'x', 0, 0)),
  ],
  ['a total that changed', laws.total, ({ books }) => books.balances.set(anna, 25_001)],
  [
    'books that do not sum to zero',
    laws.total,
    ({ books }) => {
      books.sumOfAll = 1;
    },
  ],
  [
    'a read of another total',
    laws.total,
    ({ history }) => history.totals.push({ invoked: 1, returned: 2, total: 50_000 }),
  ],
  ['an entry under the floor', laws.floor, ({ books }) => books.entries.push(entry(anna, 'a', 0, -50_001))],
  [
    'a read under the floor',
    laws.floor,
    ({ history }) => history.balances.push(readOf(anna, 120, -50_001, 30_000)),
  ],
  ['a balance that its entries do not explain', laws.balance, ({ books }) => books.balances.set(anna, 0)],
  [
    'a read that forgets what its client was told',
    laws.read,
    ({ history }) => history.balances.push(readOf(anna, 120, 30_000, 0)),
  ],
  [
    'a read that goes back behind another one',
    laws.read,
    ({ history, second }) => {
      second.attempts = [{ ...ok('TR-b', 35_000, 200), returned: 900 }];
      history.balances.push(readOf(anna, 290, 20_000, 30_000));
    },
  ],
  [
    'a read of what nobody had ordered yet',
    laws.read,
    ({ history }) => history.balances.push(readOf(anna, 160, 25_000, 20_000)),
  ],
  [
    'a balance that never stood',
    laws.read,
    ({ history }) => history.balances.push(readOf(anna, 190, 22_000, 20_000)),
  ],
  [
    'figures of one answer that do not fit together',
    laws.read,
    ({ history }) => history.balances.push({ ...readOf(anna, 250, 25_000, 20_000), available: 24_000 }),
  ],
  ['a list with a gap', laws.read, ({ history }) => history.lists[0]?.lines.splice(1, 1)],
  ['a list without its newest line', laws.read, ({ history }) => history.lists[0]?.lines.shift()],
  [
    'a list with a line of nobody’s',
    laws.read,
    ({ history }) => history.lists[0]?.lines.unshift({ reference: 'TR-x', amount: 1 }),
  ],
];

it.each(crimes)('finds %s', (_crime, law, commit) => {
  const bank = soundBank();
  commit(bank);
  expect(brokenLaws(bank)).toContain(law);
});

it('allows a pending order to be visible or not', () => {
  const bank = soundBank();
  bank.history.balances.push(readOf(anna, 96, 20_000, 30_000), readOf(anna, 98, 20_000, 30_000));
  expect(brokenLaws(bank)).toEqual([]);
});

it('does not accept a refusal as final while another attempt may still succeed', () => {
  const order = { key: 'd', from: anna, to: ben, amount: 1, attempts: [unknown(1), refused(20)] };
  expect(verdict(order)).toBe('unknown');
  expect(verdict(order, true)).toBe('refused');
  expect(verdict({ ...order, attempts: [...order.attempts, ok('TR-d', 0, 50)] })).toBe('ok');
});
