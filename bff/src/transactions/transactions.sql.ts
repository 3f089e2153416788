import type { TransactionFilters } from '@bank/contracts/transactions';
import { endOfParisDay, startOfParisDay } from '../common/paris-day';
import { containing } from '../common/search';

/** One of the two tables that a customer's transactions come from, in the columns of the wire. */
export interface Source {
  columns: string;
  from: string;
  /** The table's own id; the one of the merged list is twice that, and one more in an odd source. */
  key: string;
  isOdd: boolean;
  /** The expressions that the filters compare. */
  account: string;
  type: string;
  status: string;
  time: string;
  /** When it was decided and posted. */
  processed: string;
  searched: string[];
  newest: string;
  /** How many rows a condition on account and time alone finds, from indexes; it may hold the condition several times. */
  count: (where: string) => string;
}

/** What a customer reads as the type of an entry follows from why the money moved and which way. */
const entryType = `CASE
  WHEN t.kind IN ('deposit', 'withdrawal') THEN t.kind
  WHEN t.kind = 'card' THEN 'payment'
  WHEN e.amount > 0 THEN 'incoming'
  WHEN t.kind = 'transfer' THEN 'transfer'
  ELSE 'outgoing' END`;

/** Payments to the outside are listed from their own table, before and after their posting. */
export const entries: Source = {
  columns: `e.id * 2 AS id, ${entryType} AS type, COALESCE(e.description, t.description) AS description,
    e.amount, a.currency,
    CASE t.kind WHEN 'card' THEN 'card' WHEN 'withdrawal' THEN 'cash' ELSE 'internal' END AS payment_method,
    t.reference, e.created_at, e.created_at AS processed_at, 'completed' AS status,
    NULL AS recipient_account, NULL AS notes`,
  from: `entries e JOIN transfers t ON t.id = e.transfer_id AND t.kind <> 'payment'
    JOIN accounts a ON a.id = e.account_id`,
  key: 'e.id',
  isOdd: false,
  account: 'e.account_id',
  type: entryType,
  status: `'completed'`,
  time: 'e.created_at',
  processed: 'e.created_at',
  searched: ['COALESCE(e.description, t.description)', 't.reference'],
  newest: 'e.created_at DESC, e.id DESC',
  // To ask each entry's transfer whether it is a payment's posting would cost as much as the account is old.
  count: (where) => `(SELECT COUNT(*) FROM entries e WHERE ${where})
    - (SELECT COUNT(*) FROM payments p JOIN entries e ON e.transfer_id = p.transfer_id AND e.account_id = p.account_id
      WHERE ${where})`,
};

/** Even ids are entries and odd ones payments, so that an id names one row of the merged list for good. */
export const payments: Source = {
  columns: `p.id * 2 + 1 AS id, 'payment' AS type, p.description, -p.amount AS amount, p.currency,
    p.payment_method, p.reference, p.created_at, p.processed_at, p.status, p.recipient_account,
    p.reason AS notes`,
  from: 'payments p',
  key: 'p.id',
  isOdd: true,
  account: 'p.account_id',
  type: `'payment'`,
  status: 'p.status',
  time: 'p.created_at',
  processed: 'p.processed_at',
  searched: ['p.description', 'p.reference', 'p.recipient_account'],
  newest: 'p.created_at DESC, p.id DESC',
  count: (where) => `(SELECT COUNT(*) FROM payments p WHERE ${where})`,
};

export const bothSources: readonly Source[] = [entries, payments];

/** Where a reader of the merged list stands. */
export interface Place {
  id: number;
  created_at: Date;
}

/** What is to be compared with a row's time and its id in the merged list; the time first, which has an index. */
function older({ time, key, isOdd }: Source): string {
  return `${time} <= ? AND (${time} < ? OR ${key} * 2 + ${Number(isOdd)} < ?)`;
}

/** The SQL that counts a source's rows under a list's filters, with its values in order. */
export function countOf(
  source: Source,
  accountId: number,
  filters: TransactionFilters,
): { sql: string; values: unknown[] } {
  const { where, values } = conditionsOf(source, accountId, filters);
  const { type = 'all', status = 'all', search } = filters;
  if (type !== 'all' || status !== 'all' || search !== undefined) {
    return { sql: `(SELECT COUNT(*) FROM ${source.from} WHERE ${where})`, values };
  }
  const sql = source.count(where);
  return { sql, values: Array.from({ length: sql.split(where).length - 1 }, () => values).flat() };
}

/** The WHERE of a source for one account and the list's filters, with its values in order; `after` a place, the rest. */
export function conditionsOf(
  source: Source,
  accountId: number,
  { type, status, dateFrom, dateTo, dateOf, search }: TransactionFilters,
  after?: Place,
): { where: string; values: unknown[] } {
  const conditions: [string, ...unknown[]][] = [[`${source.account} = ?`, accountId]];
  if (type !== undefined && type !== 'all') conditions.push([`${source.type} = ?`, type]);
  if (status !== undefined && status !== 'all') conditions.push([`${source.status} = ?`, status]);
  const dated = dateOf === 'processed_at' ? source.processed : source.time;
  if (dateFrom !== undefined) conditions.push([`${dated} >= ?`, startOfParisDay(dateFrom)]);
  if (dateTo !== undefined) conditions.push([`${dated} < ?`, endOfParisDay(dateTo)]);
  if (after) conditions.push([older(source), after.created_at, after.created_at, after.id]);
  if (search !== undefined) {
    const anywhere = source.searched.map((column) => `${column} LIKE ?`).join(' OR ');
    conditions.push([`(${anywhere})`, ...source.searched.map(() => containing(search))]);
  }
  return {
    where: conditions.map(([sql]) => sql).join(' AND '),
    values: conditions.flatMap(([, ...values]) => values),
  };
}
