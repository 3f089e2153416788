import { homeCurrency } from '@bank/contracts/currencies';
import { recalledCode } from '@bank/contracts/rail-reasons';
import type { TransactionFilters } from '@bank/contracts/transactions';
import { endOfParisDay, startOfParisDay } from '../../platform/time/paris-day';

/** One of the two tables that a customer's transactions come from, with columns named as in the API. */
export interface Source {
  columns: string;
  from: string;
  /** The table of `from` under a short name, and the joins to its rows. */
  table: string;
  name: string;
  joins: string;
  /** The indexes of an account's rows by time, and by amount and time. */
  byTime: string;
  byAmount: string;
  /** The table's own id; that of the merged list is twice as large, plus one in an odd source. */
  key: string;
  isOdd: boolean;
  /** The expressions that the filters compare. */
  account: string;
  type: string;
  status: string;
  time: string;
  /** When the movement was decided and posted. */
  processed: string;
  /** Positive into the account, negative out of it. */
  amount: string;
  reference: string;
  /** The texts that a search looks in, as typed; and the account numbers, without blanks. */
  searched: string[];
  searchedAccounts: string[];
  newest: string;
  /** Counts by indexes the rows of a condition on account and time alone; may repeat the condition. */
  count: (where: string) => string;
}

/** The transaction type shown to customers, by kind and direction. */
const entryType = `CASE
  WHEN t.kind IN ('deposit', 'withdrawal') THEN t.kind
  WHEN t.kind = 'card' THEN 'payment'
  WHEN e.amount > 0 THEN 'incoming'
  WHEN t.kind = 'transfer' THEN 'transfer'
  ELSE 'outgoing' END`;

/** How the money moved: a credit of another bank came over its network; a debit that is given back, the way it went. */
const entryMethod = `CASE
  WHEN t.kind = 'card' THEN 'card'
  WHEN t.kind = 'withdrawal' THEN 'cash'
  WHEN t.kind = 'debit' THEN 'direct_debit'
  WHEN t.kind = 'reversal' AND (SELECT o.kind FROM transfers o WHERE o.id = t.reverses) = 'debit' THEN 'direct_debit'
  WHEN t.kind = 'credit' THEN IF(a.currency = '${homeCurrency}', 'sepa_transfer', 'international_transfer')
  ELSE 'internal' END`;

const entryJoins = `JOIN transfers t ON t.id = e.transfer_id AND t.kind <> 'payment'
    JOIN accounts a ON a.id = e.account_id`;

/** Without payments, which are listed from their own table before and after their posting. */
export const entries: Source = {
  columns: `e.id * 2 AS id, ${entryType} AS type, COALESCE(e.description, t.description) AS description,
    e.amount, a.currency,
    ${entryMethod} AS payment_method,
    t.reference, e.created_at, e.created_at AS processed_at, 'completed' AS status, TRUE AS moved,
    NULL AS recipient_account, NULL AS notes`,
  from: `entries e ${entryJoins}`,
  table: 'entries',
  name: 'e',
  joins: entryJoins,
  byTime: 'entries_account_time',
  byAmount: 'entries_account_amount',
  key: 'e.id',
  isOdd: false,
  account: 'e.account_id',
  type: entryType,
  status: `'completed'`,
  time: 'e.created_at',
  processed: 'e.created_at',
  amount: 'e.amount',
  reference: 't.reference',
  searched: ['COALESCE(e.description, t.description)', 't.reference'],
  searchedAccounts: [],
  newest: 'e.created_at DESC, e.id DESC',
  // Joining each entry's transfer to exclude payments would read the account's whole history.
  count: (where) => `(SELECT COUNT(*) FROM entries e WHERE ${where})
    - (SELECT COUNT(*) FROM payments p JOIN entries e ON e.transfer_id = p.transfer_id AND e.account_id = p.account_id
      WHERE ${where})`,
};

/**
 * A payment that its payer took back, also by a recall, failed for the bank; in a list it reads as cancelled. Another bank may
 * return money as recalled that nobody recalled.
 */
const paymentStatus = `IF(p.stage = 'cancelled' OR (p.reason_code = '${recalledCode}' AND p.recall IS NOT NULL),
  'cancelled', p.status)`;

/** Even ids are entries and odd ones payments, so that ids of the merged list are unique and stable. */
export const payments: Source = {
  columns: `p.id * 2 + 1 AS id, 'payment' AS type, p.description, -p.amount AS amount, p.currency,
    p.payment_method, p.reference, p.created_at, p.processed_at, ${paymentStatus} AS status,
    p.transfer_id IS NOT NULL AS moved, p.recipient_account, p.reason AS notes`,
  from: 'payments p',
  table: 'payments',
  name: 'p',
  joins: '',
  byTime: 'payments_account',
  byAmount: 'payments_account_amount',
  key: 'p.id',
  isOdd: true,
  account: 'p.account_id',
  type: `'payment'`,
  status: paymentStatus,
  time: 'p.created_at',
  processed: 'p.processed_at',
  amount: '-p.amount',
  reference: 'p.reference',
  searched: ['p.description', 'p.reference', 'p.recipient_name'],
  searchedAccounts: ['p.recipient_account'],
  newest: 'p.created_at DESC, p.id DESC',
  count: (where) => `(SELECT COUNT(*) FROM payments p WHERE ${where})`,
};

/** The accounts of a user, in every currency. */
export const accountsOfUser = 'SELECT id FROM accounts WHERE user_id = ?';

/** The payment behind an id of the merged list; null for an entry. */
export const paymentIdOf = (id: number): number | null => (id % 2 === 1 ? (id - 1) / 2 : null);

export const bothSources: readonly Source[] = [entries, payments];

/** The position of a row in the merged list. */
export interface Place {
  id: number;
  created_at: Date;
}

export type Condition = [sql: string, ...values: unknown[]];

/** A WHERE in which all conditions hold, with its values in order. */
export const allOf = (conditions: Condition[]): { where: string; values: unknown[] } => ({
  where: conditions.map(([sql]) => sql).join(' AND ') || 'TRUE',
  values: conditions.flatMap(([, ...values]) => values),
});

/** The conditions of the filters' period, whose days are Paris days. */
export function periodOf(
  { time, processed }: Pick<Source, 'time' | 'processed'>,
  { dateFrom, dateTo, dateOf }: TransactionFilters,
): Condition[] {
  const dated = dateOf === 'processed_at' ? processed : time;
  const conditions: Condition[] = [];
  if (dateFrom !== undefined) conditions.push([`${dated} >= ?`, startOfParisDay(dateFrom)]);
  if (dateTo !== undefined) conditions.push([`${dated} < ?`, endOfParisDay(dateTo)]);
  return conditions;
}

/** The rows after a place in the merged list. Begins with the time, which is indexed. */
const rowsAfter = ({ time, key, isOdd }: Source, { created_at, id }: Place): Condition => [
  `${time} <= ? AND (${time} < ? OR ${key} * 2 + ${Number(isOdd)} < ?)`,
  created_at,
  created_at,
  id,
];

/** The conditions of the filters but of a search, for one account; with `after`, only of the rows after that place. */
export function conditionsOf(source: Source, filters: TransactionFilters, after?: Place): Condition[] {
  const { type, status, kind, amountMin, amountMax } = filters;
  const conditions: Condition[] = [];
  if (type !== undefined && type !== 'all') conditions.push([`${source.type} = ?`, type]);
  if (status !== undefined && status !== 'all') conditions.push([`${source.status} = ?`, status]);
  // Payments to other banks are those of the odd source.
  if (kind !== undefined && !source.isOdd) conditions.push(['FALSE']);
  if (amountMin !== undefined) conditions.push([`ABS(${source.amount}) >= ?`, amountMin]);
  if (amountMax !== undefined) conditions.push([`ABS(${source.amount}) <= ?`, amountMax]);
  conditions.push(...periodOf(source, filters));
  if (after) conditions.push(rowsAfter(source, after));
  return conditions;
}
