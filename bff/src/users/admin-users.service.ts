import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { ManagedUser, UserList, UserListQuery } from '@bank/contracts/admin';
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
      `SELECT ${columns}, COALESCE(a.balance, 0) AS balance
       FROM users u LEFT JOIN accounts a ON a.user_id = u.id AND a.currency = 'EUR'
       WHERE u.id = ? AND u.deleted_at IS NULL`,
      [id],
    )) as ManagedRow[];
    if (!row) throw new Failure('NOT_FOUND');
    return wireManagedUser(row);
  }

  /**
   * One page of the people who are not deleted, by id, each with the balance of their account. Every word of
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
    const rows = (await this.dataSource.query(
      `SELECT ${columns}, COALESCE(a.balance, 0) AS balance
       FROM users u LEFT JOIN accounts a ON a.user_id = u.id AND a.currency = 'EUR'
       WHERE ${where} ORDER BY u.id LIMIT ? OFFSET ?`,
      [...values, limit, (page - 1) * limit],
    )) as ManagedRow[];
    return {
      users: rows.map(wireManagedUser),
      pagination: paginate(page, limit, wholeNumber(counted.total)),
    };
  }
}

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
