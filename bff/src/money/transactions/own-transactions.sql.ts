import { decimalsOf } from '@bank/contracts/currencies';
import { searchedMovements, type TransactionFilters } from '@bank/contracts/transactions';
import { searchedAccount, searchedReference } from '@bank/contracts/typed-search';
import { endOfParisDay, startOfParisDay } from '../../platform/time/paris-day';
import { containing } from '../../platform/database/search';
import {
  allOf,
  bothSources,
  type Condition,
  conditionsOf,
  periodOf,
  type Place,
  type Source,
} from './transactions.sql';
import { searchOf, type TypedSearch } from './typed-search';

/** Accounts, the filters of their list, and the day that a search without a year counts from. */
export interface Wanted {
  accounts: { id: number; currency: string }[];
  filters: TransactionFilters;
  today: string;
}

/** The rows of one source, or some of them: a search has several selects, whose rows may be the same. */
interface OwnSelect {
  source: Source;
  from: string;
  where: string;
  values: unknown[];
}

/** A shorter text has too little of an account number for its blanks to be left out. */
const shortestAccount = 8;
const reference = /^[a-z]{2,4}-[a-z0-9-]{3,}$/i;

/** The selects of the accounts' movements that match the filters; with `after`, only of the rows after that place. */
const selectsOf = (wanted: Wanted, after?: Place): OwnSelect[] =>
  wanted.accounts.flatMap((account) => selectsOfOne(account, wanted, after));

function selectsOfOne(
  account: Wanted['accounts'][number],
  { filters, today }: Wanted,
  after?: Place,
): OwnSelect[] {
  const inMinor = minorFilters(filters, account.currency);
  const search =
    filters.search === undefined
      ? undefined
      : searchOf(filters.search, { today, currency: account.currency });
  return bothSources.flatMap((source) => {
    const conditions = conditionsOf(source, inMinor, after);
    const range = { source, accountId: account.id, filters, conditions };
    if (search) return searched(range, search);
    return isBounded(filters) ? [newest(range, source.byTime)] : [all(range)];
  });
}

/** Whether the filters need to look at rows that no index names. */
const isBounded = ({ amountMin, amountMax }: TransactionFilters) =>
  amountMin !== undefined || amountMax !== undefined;

const minorFilters = (filters: TransactionFilters, currency: string): TransactionFilters => ({
  ...filters,
  amountMin: minorOf(filters.amountMin, currency),
  amountMax: minorOf(filters.amountMax, currency),
});

const minorOf = (amount: number | undefined, currency: string) =>
  amount === undefined ? undefined : Math.round(amount * 10 ** decimalsOf(currency));

interface Range {
  source: Source;
  accountId: number;
  filters: TransactionFilters;
  conditions: Condition[];
}

const ownedBy = ({ source, accountId }: Range): Condition => [`${source.account} = ?`, accountId];

function all(range: Range): OwnSelect {
  const { source, conditions } = range;
  return { source, from: source.from, ...allOf([ownedBy(range), ...conditions]) };
}

/**
 * The newest rows by an index, as many as are searched, that also meet what the index does not know: however many rows an
 * account has, no more are read.
 */
function newest(range: Range, index: string, { inside = [], outside = [] }: Searching = {}): OwnSelect {
  const { source, filters, conditions } = range;
  const isByTime = filters.dateOf !== 'processed_at';
  const read = allOf([ownedBy(range), ...inside, ...(isByTime ? periodOf(source, filters) : [])]);
  const { where, values } = allOf([...outside, ...conditions]);
  const { table, name, joins } = source;
  // Only the ids, which the index has; their rows are looked up after.
  const ids = `SELECT ${source.key} FROM ${table} ${name} FORCE INDEX (${index}) WHERE ${read.where}
    ORDER BY ${source.newest} LIMIT ${searchedMovements}`;
  return {
    source,
    from: `(${ids}) newest STRAIGHT_JOIN ${table} ${name} ON ${source.key} = newest.id ${joins}`,
    where,
    values: [...read.values, ...values],
  };
}

interface Searching {
  /** Conditions that the index answers. */
  inside?: Condition[];
  /** Conditions checked in each row. */
  outside?: Condition[];
}

/** The meanings of a search, each by its own index. */
function searched(range: Range, { text, amounts, day }: TypedSearch): OwnSelect[] {
  const { source, conditions } = range;
  const named = searchedReference(text);
  const ofReference: Condition[] = reference.test(named) ? [[`${source.reference} = ?`, named]] : [];
  return [
    newest(range, source.byTime, { outside: [containsText(source, text)] }),
    ...amounts.flatMap((amount) => {
      const stored = source.isOdd ? -amount : amount;
      // Payments are stored without a sign, and only go out.
      return source.isOdd && stored < 0n
        ? []
        : [newest(range, source.byAmount, { inside: [[`${source.name}.amount = ?`, stored]] })];
    }),
    ...(day ? [newest(range, source.byTime, { inside: dayOf(source, day) })] : []),
    ...ofReference.map((condition) => ({
      source,
      from: source.from,
      ...allOf([condition, ownedBy(range), ...conditions]),
    })),
  ];
}

const dayOf = ({ time }: Source, day: string): Condition[] => [
  [`${time} >= ?`, startOfParisDay(day)],
  [`${time} < ?`, endOfParisDay(day)],
];

function containsText({ searched: texts, searchedAccounts }: Source, text: string): Condition {
  const number = searchedAccount(text);
  const account = number.length < shortestAccount ? text : number;
  const likes = [
    ...texts.map((column) => [column, containing(text)] as const),
    ...searchedAccounts.map((column) => [column, containing(account)] as const),
  ];
  return [
    `(${likes.map(([column]) => `${column} LIKE ?`).join(' OR ')})`,
    ...likes.map(([, pattern]) => pattern),
  ];
}

interface Statement {
  sql: string;
  values: unknown[];
}

/** One statement that counts the accounts' rows that match the filters. */
export function countOf(wanted: Wanted): Statement {
  const { type = 'all', status = 'all', kind, search } = wanted.filters;
  const selects = selectsOf(wanted);
  if (search !== undefined) return countOnce(selects);
  const isWhole = type === 'all' && status === 'all' && kind === undefined && !isBounded(wanted.filters);
  const counts = selects.map(({ source, from, where, values }) => {
    if (!isWhole) return { sql: `(SELECT COUNT(*) FROM ${from} WHERE ${where})`, values };
    const sql = source.count(where);
    return { sql, values: Array.from({ length: sql.split(where).length - 1 }, () => values).flat() };
  });
  return {
    sql: `SELECT ${counts.map(({ sql }) => sql).join(' + ')} AS total`,
    values: counts.flatMap(({ values }) => values),
  };
}

const idOf = ({ key, isOdd }: Source) => `${key} * 2 + ${Number(isOdd)}`;

/** Counts a row once that several selects have. */
const countOnce = (selects: OwnSelect[]): Statement => ({
  sql: `SELECT COUNT(*) AS total FROM (${selects
    .map(({ source, from, where }) => `SELECT ${idOf(source)} AS id FROM ${from} WHERE ${where}`)
    .join(' UNION ')}) found`,
  values: selects.flatMap(({ values }) => values),
});

/**
 * One page of the rows that match the filters, newest first. Each select is limited by its index before they are merged, so a
 * page costs its depth, not the table.
 */
export function pageOf(
  wanted: Wanted,
  { skipped = 0, limit, after }: { skipped?: number; limit: number; after?: Place | undefined },
): Statement {
  const selects = selectsOf(wanted, after);
  const parts = selects.map(
    ({ source, from, where }) =>
      `(SELECT ${source.columns} FROM ${from} WHERE ${where} ORDER BY ${source.newest} LIMIT ?)`,
  );
  // A search finds a row by several of its selects.
  const merge = wanted.filters.search === undefined ? ' UNION ALL ' : ' UNION ';
  return {
    sql: `${parts.join(merge)} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
    values: [...selects.flatMap(({ values }) => [...values, skipped + limit]), limit, skipped],
  };
}
