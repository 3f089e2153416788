import type { UserListQuery, UserSort } from '@bank/contracts/admin';
import { searchedRows } from '@bank/contracts/pagination';
import { roles } from '@bank/contracts/permissions';
import { kycStatuses, userStatuses } from '@bank/contracts/users';
import { beginningWith, spaced, startingWord } from '../common/search';

/** A statement that finds ids of people, with its values in order. */
export interface Finding {
  sql: string;
  values: unknown[];
}

/** What everybody in a group has in common; each index of the list holds the people of one group in its order. */
export interface Group {
  role: (typeof roles)[number];
  status: (typeof userStatuses)[number];
  kyc_status: (typeof kycStatuses)[number];
}

const groups: Group[] = roles.flatMap((role) =>
  userStatuses.flatMap((status) => kycStatuses.map((kyc_status) => ({ role, status, kyc_status }))),
);

/** The groups that the filters leave. */
export const groupsOf = ({ role, status, kyc_status }: Partial<Group>): Group[] =>
  groups.filter(
    (group) =>
      (role ?? group.role) === group.role &&
      (status ?? group.status) === group.status &&
      (kyc_status ?? group.kyc_status) === group.kyc_status,
  );

/** What holds the people of a group in an order, to the last tie: an index of theirs, or of their accounts. */
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

/** Every person has an account, which says in which group its owner is. */
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

/** As the triggers of `users` write it into `accounts`: a digit for each, its place in the column's type. */
const ownerGroup = ({ role, status, kyc_status }: Group): number =>
  (roles.indexOf(role) + 1) * 100 +
  (userStatuses.indexOf(status) + 1) * 10 +
  (kycStatuses.indexOf(kyc_status) + 1);

type Listing = Pick<UserListQuery, 'sort' | 'order' | 'role' | 'status' | 'kyc_status'>;

/** ORDER BY for the asked order, over the columns of `users u` and `accounts a`. */
export const orderOf = ({ sort, order }: Listing): string => directed([...orders[sort].by, 'u.id'], order);

/** FROM for people whose ids a statement finds, with no more than what an order compares. */
export function comparable(found: string, sort: UserSort): string {
  if (sort === 'id') return `(${found}) u`;
  return sort === 'balance'
    ? `(${found}) u LEFT JOIN accounts a ON a.user_id = u.id AND a.currency = 'EUR'`
    : `(${found}) found JOIN users u ON u.id = found.id`;
}

const directed = (by: string[], order: Listing['order']) =>
  by.map((column) => `${column} ${order === 'asc' ? 'ASC' : 'DESC'}`).join(', ');

/** The ids of a part of the list: the head of each group, which an index holds in order, and of these the head. */
export function partOf(listing: Listing, { skipped, limit }: { skipped: number; limit: number }): Finding {
  const { from, group, groupValues, id, by } = orders[listing.sort];
  const named = by.map((column, at) => `${column} AS by${at}`);
  const heads = groupsOf(listing).map((each) => ({
    sql: `(SELECT ${[`${id} AS id`, ...named].join(', ')} FROM ${from} WHERE ${group}
      ORDER BY ${directed([...by, id], listing.order)} LIMIT ?)`,
    values: [...groupValues(each), skipped + limit],
  }));
  return {
    sql: `SELECT id FROM (${heads.map(({ sql }) => sql).join(' UNION ALL ')}) heads
      ORDER BY ${directed([...by.map((_, at) => `by${at}`), 'id'], listing.order)} LIMIT ? OFFSET ?`,
    values: [...heads.flatMap(({ values }) => values), limit, skipped],
  };
}

/** The values of each column that some of the groups have. */
const anyOf = (left: Group[]) => [
  [...new Set(left.map(({ role }) => role))],
  [...new Set(left.map(({ status }) => status))],
  [...new Set(left.map(({ kyc_status }) => kyc_status))],
];

/**
 * The ids of the people whom a text finds, in any order: by an index those whose last name, first name, both in
 * either order, e-mail or username begin with it, or whose number it is; and among the `searchedRows` at the head of
 * the list also those where each of its words begins some word. No look-up finds more than `searchedRows` and one.
 */
export function foundBy(search: string, listing: Listing): Finding {
  const values = anyOf(groupsOf(listing));
  const among = 'u.deleted_at IS NULL AND u.role IN (?) AND u.status IN (?) AND u.kyc_status IN (?)';
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

/** More words than this are no name. */
const mostNames = 6;

/** Where an index finds what begins with the text: a column, or the whole of one name and the beginning of the other. */
function lookUps(search: string): { index: string; sql: string; values: unknown[] }[] {
  const beginning = beginningWith(search);
  const words = search.split(/\s+/);
  const names = words
    .slice(1, mostNames)
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
