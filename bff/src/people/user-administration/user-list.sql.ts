import type { UserListQuery, UserSort } from '@bank/contracts/admin';
import { searchedRows } from '@bank/contracts/pagination';
import { roles } from '@bank/contracts/permissions';
import { kycStatuses, userStatuses } from '@bank/contracts/users';
import { beginningWith, spaced, startingWord } from '../../platform/database/search';
import { isUnsent } from '../users/unsent';

export interface Finding {
  sql: string;
  values: unknown[];
}

/** Users of equal role, status and KYC status; each index of the list is sorted within a group. */
export interface Group {
  role: (typeof roles)[number];
  status: (typeof userStatuses)[number];
  kyc_status: (typeof kycStatuses)[number];
}

const groups: Group[] = roles.flatMap((role) =>
  userStatuses.flatMap((status) => kycStatuses.map((kyc_status) => ({ role, status, kyc_status }))),
);

/** The filters of the list. */
export type Filters = Pick<UserListQuery, 'role' | 'status' | 'kyc_status'>;

export const groupsOf = ({ role, status, kyc_status }: Filters): Group[] => {
  const kyc = kyc_status === 'unsent' ? 'pending' : kyc_status;
  return groups.filter(
    (group) =>
      (role ?? group.role) === group.role &&
      (kyc_status !== 'unsent' || group.role === 'user') &&
      (status ?? group.status) === group.status &&
      (kyc ?? group.kyc_status) === group.kyc_status,
  );
};

/** Applied within the groups: it skips only the queue of files, which stays short. */
const sentCondition = ({ kyc_status }: Filters, id: string) =>
  kyc_status === 'unsent' ? ` AND ${isUnsent(id)}` : '';

/** A total order of the users of a group, by an index of users or accounts. */
interface Order {
  from: string;
  group: string;
  groupValues: (group: Group) => unknown[];
  id: string;
  by: string[];
}

const usersBy = (index: string, by: string[]): Order => ({
  from: `users u FORCE INDEX (${index})`,
  group: 'u.deleted_at IS NULL AND u.role = ? AND u.status = ? AND u.kyc_status = ?',
  groupValues: ({ role, status, kyc_status }) => [role, status, kyc_status],
  id: 'u.id',
  by: by.map((column) => `u.${column}`),
});

/** `accounts.owner_group` is the group of the account's user. */
const orders: Record<UserSort, Order> = {
  id: usersBy('users_by_id', []),
  last_name: usersBy('users_by_last_name', ['last_name', 'first_name']),
  first_name: usersBy('users_by_first_name', ['first_name', 'last_name']),
  email: usersBy('users_by_email', ['email']),
  username: usersBy('users_by_username', ['username']),
  created_at: usersBy('users_by_creation', ['created_at']),
  balance: {
    from: 'accounts a FORCE INDEX (accounts_by_balance)',
    group: `a.currency = 'EUR' AND a.owner_group = ?`,
    groupValues: (group) => [ownerGroup(group)],
    id: 'a.user_id',
    by: ['a.balance'],
  },
};

/** As the triggers of `users` write it: a digit for the position of each value in its ENUM. */
const ownerGroup = ({ role, status, kyc_status }: Group): number =>
  (roles.indexOf(role) + 1) * 100 +
  (userStatuses.indexOf(status) + 1) * 10 +
  (kycStatuses.indexOf(kyc_status) + 1);

type Listing = Filters & Pick<UserListQuery, 'sort' | 'order'>;

/** ORDER BY over the columns of `users u` and `accounts a`. */
export const orderOf = ({ sort, order }: Listing): string => directed([...orders[sort].by, 'u.id'], order);

/** FROM for users by id, with only the tables that the order needs. */
export function comparable(found: string, sort: UserSort): string {
  if (sort === 'id') return `(${found}) u`;
  return sort === 'balance'
    ? `(${found}) u LEFT JOIN accounts a ON a.user_id = u.id AND a.currency = 'EUR'`
    : `(${found}) found JOIN users u ON u.id = found.id`;
}

const directed = (by: string[], order: Listing['order']) =>
  by.map((column) => `${column} ${order === 'asc' ? 'ASC' : 'DESC'}`).join(', ');

/** The ids of a page of the list: merges the first rows of each group, which an index holds in order. */
export function partOf(listing: Listing, { skipped, limit }: { skipped: number; limit: number }): Finding {
  const { from, group, groupValues, id, by } = orders[listing.sort];
  const named = by.map((column, at) => `${column} AS by${at}`);
  const heads = groupsOf(listing).map((each) => ({
    sql: `(SELECT ${[`${id} AS id`, ...named].join(', ')} FROM ${from} WHERE ${group}${sentCondition(listing, id)}
      ORDER BY ${directed([...by, id], listing.order)} LIMIT ?)`,
    values: [...groupValues(each), skipped + limit],
  }));
  return {
    sql: `SELECT id FROM (${heads.map(({ sql }) => sql).join(' UNION ALL ')}) heads
      ORDER BY ${directed([...by.map((_, at) => `by${at}`), 'id'], listing.order)} LIMIT ? OFFSET ?`,
    values: [...heads.flatMap(({ values }) => values), limit, skipped],
  };
}

/** The values of each column in the groups. */
const anyOf = (some: Group[]) => [
  [...new Set(some.map(({ role }) => role))],
  [...new Set(some.map(({ status }) => status))],
  [...new Set(some.map(({ kyc_status }) => kyc_status))],
];

/**
 * The ids of the users whom a text finds, unordered: by an index, those whose names (in either order), e-mail or username
 * begin with it, or whose id it is; and among the first `searchedRows` of the list, those with a word that begins with each
 * of its words. No look-up finds more than `searchedRows` + 1.
 */
export function foundBy(search: string, listing: Listing): Finding {
  const values = anyOf(groupsOf(listing));
  const among = `u.deleted_at IS NULL AND u.role IN (?) AND u.status IN (?) AND u.kyc_status IN (?)${sentCondition(listing, 'u.id')}`;
  const byIndex = lookUps(search).map(({ index, sql, values: typed }) => ({
    sql: `(SELECT u.id FROM users u FORCE INDEX (${index}) WHERE ${among} AND ${sql} LIMIT ${searchedRows + 1})`,
    values: [...values, ...typed],
  }));
  const head = partOf(listing, { skipped: 0, limit: searchedRows });
  const words = search.split(/\s+/);
  const text = spaced(`CONCAT(' ', u.first_name, ' ', u.last_name, ' ', u.email, ' ', u.username)`);
  const inWords = {
    sql: `(SELECT u.id FROM (${head.sql}) head JOIN users u ON u.id = head.id
      WHERE ${words.map(() => `${text} LIKE ?`).join(' AND ')})`,
    values: [...head.values, ...words.map(startingWord)],
  };
  const all = [...byIndex, inWords];
  return {
    sql: all.map(({ sql }) => sql).join(' UNION '),
    values: all.flatMap((finding) => finding.values),
  };
}

/** The longest names, in words. */
const maxNameWords = 6;

/** Conditions on an index: a column that begins with the text, or one whole name and the beginning of the other. */
function lookUps(search: string): { index: string; sql: string; values: unknown[] }[] {
  const beginning = beginningWith(search);
  const words = search.split(/\s+/);
  const names = words
    .slice(1, maxNameWords)
    .map((_, at) => [words.slice(0, at + 1).join(' '), beginningWith(words.slice(at + 1).join(' '))]);
  return [
    { index: 'users_by_last_name', sql: 'u.last_name LIKE ?', values: [beginning] },
    { index: 'users_by_first_name', sql: 'u.first_name LIKE ?', values: [beginning] },
    { index: 'users_by_email', sql: 'u.email LIKE ?', values: [beginning] },
    { index: 'users_by_username', sql: 'u.username LIKE ?', values: [beginning] },
    ...names.flatMap((values) => [
      { index: 'users_by_last_name', sql: 'u.last_name = ? AND u.first_name LIKE ?', values },
      { index: 'users_by_first_name', sql: 'u.first_name = ? AND u.last_name LIKE ?', values },
    ]),
    ...(/^\d{1,9}$/.test(search) ? [{ index: 'PRIMARY', sql: 'u.id = ?', values: [Number(search)] }] : []),
  ];
}
