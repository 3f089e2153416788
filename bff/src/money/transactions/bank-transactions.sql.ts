import type { AdminTransactionFilters } from '@bank/contracts/admin-transactions';
import { paymentStatuses } from '@bank/contracts/payments';
import type { Transaction } from '@bank/contracts/transactions';
import type { CountedRange } from '../../platform/database/count-capped';
import { searchedAccount, searchedReference } from '@bank/contracts/typed-search';
import { beginningWith } from '../../platform/database/search';
import { firstCustomerAccount } from '../ledger/bank-accounts';
import type { TransferKind } from '../ledger/movement';
import { allOf, type Condition, entries, payments, periodOf } from './transactions.sql';

type Direction = 'in' | 'out';
type ListedKind = Exclude<TransferKind, 'payment'>;

/**
 * The transaction type shown to customers, by kind and direction of a movement; payments have their own table. Each is
 * read newest first from an index, however rare it is.
 */
const flows: Record<ListedKind, Partial<Record<Direction, Transaction['type']>>> = {
  deposit: { in: 'deposit' },
  transfer: { in: 'incoming', out: 'transfer' },
  card: { out: 'payment' },
  withdrawal: { out: 'withdrawal' },
  fee: { out: 'outgoing' },
  adjustment: { in: 'incoming', out: 'outgoing' },
  reversal: { in: 'incoming', out: 'outgoing' },
  credit: { in: 'incoming' },
  debit: { out: 'outgoing' },
  exchange: { in: 'incoming', out: 'outgoing' },
  card_refund: { in: 'incoming' },
};

/** The position of a row in the list; the two sides of one transfer share their `place`. */
export interface BankPlace {
  created_at: Date;
  place: number;
  id: number;
}

/** One SELECT of the list, and the expressions for its conditions. */
interface Part {
  columns: string;
  from: string;
  /** Each of its rows is looked up in a second table. */
  isJoined: boolean;
  /** The join of the customer, which a count omits. */
  people: string;
  conditions: Condition[];
  /** Counts the same rows without reading the entries, where that is possible. */
  counted?: Pick<Part, 'from' | 'isJoined' | 'conditions'>;
  time: string;
  /** When the movement was decided and posted. */
  processed: string;
  place: string;
  id: string;
  newest: string;
}

export interface BankSelect {
  sql: string;
  values: unknown[];
}

const person = `CONCAT_WS(' ', u.first_name, u.last_name) AS user_name, u.email AS user_email, u.id AS user_id`;

const entryParts = (index: string) => ({
  columns: `${entries.columns}, t.id * 2 AS place, ${person}`,
  from: `transfers t FORCE INDEX (${index}) STRAIGHT_JOIN entries e ON e.transfer_id = t.id`,
  isJoined: true,
  people: 'JOIN accounts a ON a.id = e.account_id JOIN users u ON u.id = a.user_id',
  time: 't.created_at',
  processed: 't.created_at',
  place: 't.id * 2',
  id: 'e.id * 2',
  newest: 't.created_at DESC, t.id DESC',
});

/** Transfers of these kinds have at most one customer entry per direction; adjustments and reversals go either way. */
const oneSided = new Set(['deposit', 'transfer', 'card', 'withdrawal', 'fee', 'exchange']);

/** Of these kinds each has one in every direction, except transfers: in the demonstration some are with other banks. */
const countedAlone = new Set([...oneSided].filter((kind) => kind !== 'transfer'));

/** The movements of a kind in one direction, or in both. */
function flowPart(kind: string, direction?: string): Part {
  const ofKind: Condition = ['t.kind = ?', kind];
  return {
    ...entryParts('transfers_kind'),
    conditions: [
      ofKind,
      ...(direction ? [[`e.amount ${direction === 'in' ? '>' : '<'} 0`] satisfies Condition] : []),
      ['e.account_id >= ?', firstCustomerAccount],
    ],
    ...(countedAlone.has(kind) && {
      counted: {
        from: 'transfers t FORCE INDEX (transfers_kind)',
        isJoined: false,
        conditions: [ofKind],
      },
    }),
  };
}

const paymentPart = (conditions: Condition[] = []): Part => ({
  columns: `${payments.columns}, p.id * 2 + 1 AS place, ${person}`,
  from: payments.from,
  isJoined: false,
  people: 'JOIN accounts a ON a.id = p.account_id JOIN users u ON u.id = a.user_id',
  conditions,
  time: 'p.created_at',
  processed: payments.processed,
  place: 'p.id * 2 + 1',
  id: 'p.id * 2 + 1',
  newest: 'p.created_at DESC, p.id DESC',
});

/** A prefix of this length matches few references; a shorter text must match exactly. */
const shortestPrefix = 6;

/** The parts that match the filters: one for each kind of movement, or, for a search, one for each index. */
function partsOf({ type = 'all', status = 'all', kind, search }: AdminTransactionFilters): Part[] {
  const isWanted = (found: string) => type === 'all' || type === found;
  const ofType: Condition[] = type === 'all' ? [] : [[`${entries.type} = ?`, type]];
  const flowParts = Object.entries(flows).flatMap(([kind, directions]) => {
    const wanted = Object.entries(directions).filter(([, found]) => isWanted(found));
    return wanted.length > 1 && !oneSided.has(kind)
      ? [flowPart(kind)]
      : wanted.map(([direction]) => flowPart(kind, direction));
  });
  const found = search === undefined ? undefined : searchParts(search);
  const fromEntries = found ? [withConditions(found.entries, ofType)] : flowParts;
  const fromPayments = found?.payments ?? [paymentPart()];
  return [
    // Entries are always completed.
    ...(kind === undefined && (status === 'all' || status === 'completed') ? fromEntries : []),
    ...(isWanted('payment') ? fromPayments.map((part) => withConditions(part, ofStatus(status))) : []),
  ];
}

/** Payments that read as of a status: one that was cancelled is stored as failed, which alone is indexed. */
function ofStatus(status: Transaction['status'] | 'all'): Condition[] {
  if (status === 'all') return [];
  if (status !== 'failed' && status !== 'cancelled') return [['p.status = ?', status]];
  return [[`p.status = 'failed'`], [`${payments.status} = ?`, status]];
}

const withConditions = (part: Part, more: Condition[]): Part => ({
  ...part,
  conditions: [...part.conditions, ...more],
});

/** The matches of a search text, each by its own index. */
function searchParts(search: string): { entries: Part; payments: Part[] } {
  const reference = searchedReference(search);
  const ofReference = (column: string): Condition =>
    reference.length < shortestPrefix
      ? [`${column} = ?`, reference]
      : [`${column} LIKE ?`, beginningWith(reference)];
  return {
    entries: {
      ...entryParts('transfers_reference'),
      conditions: [
        ofReference('t.reference'),
        [`t.kind <> 'payment'`],
        ['e.account_id >= ?', firstCustomerAccount],
      ],
      newest: 't.created_at DESC, t.id DESC, e.id DESC',
    },
    payments: [
      paymentPart([ofReference('p.reference')]),
      // The index of account numbers is ordered within each status.
      ...paymentStatuses.map((status) =>
        paymentPart([
          ['p.status = ?', status],
          ['p.recipient_account = ?', searchedAccount(search)],
        ]),
      ),
    ],
  };
}

/** One page of the movements of all customers, newest first; no part is read beyond the page. */
export function pageOf(
  filters: AdminTransactionFilters,
  { skipped = 0, limit, after }: { skipped?: number; limit: number; after?: BankPlace | undefined },
): BankSelect | undefined {
  const parts = partsOf(filters).map((part) => {
    const { where, values } = whereOf(part, filters, after);
    return {
      sql: `(SELECT STRAIGHT_JOIN ${part.columns} FROM ${part.from} ${part.people} WHERE ${where}
        ORDER BY ${part.newest} LIMIT ?)`,
      values: [...values, skipped + limit],
    };
  });
  if (parts.length === 0) return undefined;
  return {
    sql: `${parts.map(({ sql }) => sql).join(' UNION ALL ')}
      ORDER BY created_at DESC, place DESC, id DESC LIMIT ? OFFSET ?`,
    values: [...parts.flatMap(({ values }) => values), limit, skipped],
  };
}

/** The selects that count the list under its filters. */
export function countedParts(filters: AdminTransactionFilters): CountedRange[] {
  return partsOf(filters).map((part) => {
    const counted = { ...part, ...part.counted };
    const { where, values } = whereOf(counted, filters);
    return { from: `${counted.from} WHERE ${where}`, values, isJoined: counted.isJoined };
  });
}

const whereOf = (part: Part, filters: AdminTransactionFilters, after?: BankPlace) =>
  allOf([...part.conditions, ...periodOf(part, filters), ...(after ? [rowsAfter(part, after)] : [])]);

/** Begins with the time, which is indexed. */
const rowsAfter = ({ time, place, id }: Part, after: BankPlace): Condition => [
  `${time} <= ? AND (${time} < ? OR ${place} < ? OR (${place} = ? AND ${id} < ?))`,
  after.created_at,
  after.created_at,
  after.place,
  after.place,
  after.id,
];

/** One movement by its id in the list: even ids are entries, odd ones payments. */
export function oneOf(id: number): BankSelect {
  const isPayment = id % 2 === 1;
  const { columns, people } = isPayment ? paymentPart() : entryParts('PRIMARY');
  const where = isPayment ? 'p.id = ?' : `e.id = ? AND t.kind <> 'payment'`;
  const from = isPayment ? payments.from : 'entries e JOIN transfers t ON t.id = e.transfer_id';
  return { sql: `SELECT ${columns} FROM ${from} ${people} WHERE ${where}`, values: [Math.floor(id / 2)] };
}
