import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type {
  AccountLimits,
  ManagedUser,
  ManagedUserDetails,
  UserList,
  UserListQuery,
  UserSort,
} from '@bank/contracts/admin';
import { toDecimal } from '@bank/contracts/money';
import { paginate } from '@bank/contracts/pagination';
import { Failure } from '../common/failure';
import { minorUnits, wholeNumber } from '../common/money-column';
import { startingWord } from '../common/search';
import { userColumns, wireUser } from './users.service';

type ManagedRow = Parameters<typeof wireUser>[0] & { balance: string };

const columns = userColumns
  .split(', ')
  .map((column) => `u.${column}`)
  .join(', ');

const withAccount = `users u LEFT JOIN accounts a ON a.user_id = u.id AND a.currency = 'EUR'`;

/**
 * What each order reads, to the last tie, and the index that has the same columns. It is named, because the optimizer
 * would rather sort all people than pass over many. Every person has an account, so the order by balance may begin with
 * the accounts.
 */
const orders: Record<UserSort, { from: string; by: string[] }> = {
  id: { from: usersBy('id'), by: ['u.id'] },
  last_name: { from: usersBy('last_name'), by: ['u.last_name', 'u.first_name', 'u.id'] },
  first_name: { from: usersBy('first_name'), by: ['u.first_name', 'u.last_name', 'u.id'] },
  email: { from: usersBy('email'), by: ['u.email', 'u.id'] },
  username: { from: usersBy('username'), by: ['u.username', 'u.id'] },
  created_at: { from: usersBy('creation'), by: ['u.created_at', 'u.id'] },
  balance: {
    from: `accounts a FORCE INDEX (accounts_by_balance)
      STRAIGHT_JOIN users u ON u.id = a.user_id AND a.currency = 'EUR'`,
    by: ['a.balance', 'a.user_id'],
  },
};

function usersBy(index: string): string {
  return `users u FORCE INDEX (users_by_${index})`;
}

/** The people of the bank as administrators see them. */
@Injectable()
export class AdminUsersService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * One person who is not deleted, with the balance of their account.
   * @throws Failure NOT_FOUND.
   */
  async read(runner: QueryRunner, id: number): Promise<ManagedUser> {
    const [row] = (await runner.query(
      `SELECT ${columns}, COALESCE(a.balance, 0) AS balance FROM ${withAccount}
       WHERE u.id = ? AND u.deleted_at IS NULL`,
      [id],
    )) as ManagedRow[];
    if (!row) throw new Failure('NOT_FOUND');
    return wireManagedUser(row);
  }

  /**
   * One person who is not deleted, with the balance and the limits of their account.
   * @throws Failure NOT_FOUND.
   */
  async details(id: number): Promise<ManagedUserDetails> {
    const [row] = (await this.dataSource.query(
      `SELECT ${columns}, a.balance, a.transfer_limit, a.withdrawal_limit, a.card_limit FROM ${withAccount}
       WHERE u.id = ? AND u.deleted_at IS NULL AND a.id IS NOT NULL`,
      [id],
    )) as (ManagedRow & Record<keyof AccountLimits, string>)[];
    if (!row) throw new Failure('NOT_FOUND');
    const { transfer_limit: transfer, withdrawal_limit: withdrawal, card_limit: card, ...user } = row;
    const decimal = (minor: string) => toDecimal(minorUnits(minor));
    return {
      ...wireManagedUser(user),
      limits: {
        transfer_limit: decimal(transfer),
        withdrawal_limit: decimal(withdrawal),
        card_limit: decimal(card),
      },
    };
  }

  /**
   * One page of the people who are not deleted, sorted as asked, each with the balance of their account. Every word of
   * `search` must begin a word of the name, the e-mail or the username, accents and case aside; a number also
   * finds the person with that id.
   */
  async list(query: UserListQuery): Promise<UserList> {
    const { page, limit } = query;
    const { where, values } = conditionsOf(query);
    const [counted] = (await this.dataSource.query(
      `SELECT COUNT(*) AS total FROM users u WHERE ${where}`,
      values,
    )) as [{ total: string }];
    const order = orderOf(query);
    // The ids alone first: the rows before the page are then passed over without being read.
    const rows = (await this.dataSource.query(
      `SELECT ${columns}, COALESCE(a.balance, 0) AS balance
       FROM (SELECT u.id FROM ${orders[query.sort].from} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?) found
       JOIN users u ON u.id = found.id LEFT JOIN accounts a ON a.user_id = u.id AND a.currency = 'EUR'
       ORDER BY ${order}`,
      [...values, limit, (page - 1) * limit],
    )) as ManagedRow[];
    return {
      users: rows.map(wireManagedUser),
      pagination: paginate(page, limit, wholeNumber(counted.total)),
    };
  }
}

const orderOf = ({ sort, order }: UserListQuery) =>
  orders[sort].by.map((column) => `${column} ${order === 'asc' ? 'ASC' : 'DESC'}`).join(', ');

const wireManagedUser = ({ balance, ...user }: ManagedRow): ManagedUser => ({
  ...wireUser(user),
  balance: toDecimal(minorUnits(balance)),
});

function conditionsOf({ search, role, status, kyc_status }: UserListQuery) {
  const conditions: [string, ...unknown[]][] = [['u.deleted_at IS NULL']];
  if (role !== undefined) conditions.push(['u.role = ?', role]);
  if (status !== undefined) conditions.push(['u.status = ?', status]);
  if (kyc_status !== undefined) conditions.push(['u.kyc_status = ?', kyc_status]);
  if (search !== undefined) conditions.push(searched(search));
  return {
    where: conditions.map(([sql]) => sql).join(' AND '),
    values: conditions.flatMap(([, ...values]) => values),
  };
}

function searched(search: string): [string, ...unknown[]] {
  const words = search.split(/\s+/).map(startingWord);
  const text = `CONCAT(' ', u.first_name, ' ', u.last_name, ' ', u.email, ' ', u.username)`;
  const found = words
    .map((patterns) => `(${patterns.map(() => `${text} LIKE ?`).join(' OR ')})`)
    .join(' AND ');
  const values = words.flat();
  return /^\d{1,9}$/.test(search)
    ? [`(${found} OR u.id = ?)`, ...values, Number(search)]
    : [found, ...values];
}
