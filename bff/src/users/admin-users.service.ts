import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type {
  AccountLimits,
  ManagedUser,
  ManagedUserDetails,
  UserList,
  UserListQuery,
} from '@bank/contracts/admin';
import { toDecimal } from '@bank/contracts/money';
import { countedRows, paginateCounted, searchedRows } from '@bank/contracts/pagination';
import { Failure } from '../common/failure';
import { minorUnits, wholeNumber } from '../common/money-column';
import { comparable, type Finding, foundBy, type Group, groupsOf, orderOf, partOf } from './user-list.sql';
import { userColumns, wireUser } from './users.service';

type ManagedRow = Parameters<typeof wireUser>[0] & { balance: string };

const columns = userColumns
  .split(', ')
  .map((column) => `u.${column}`)
  .join(', ');

const withAccount = `users u LEFT JOIN accounts a ON a.user_id = u.id AND a.currency = 'EUR'`;

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

  /** The same with the person's row locked: what is decided from it still holds when it is written. */
  async lock(runner: QueryRunner, id: number): Promise<ManagedUser> {
    await runner.query('SELECT 1 FROM users WHERE id = ? FOR UPDATE', [id]);
    return this.read(runner, id);
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
   * One page of the people who are not deleted, sorted as asked, each with the balance of their account; of more than
   * `countedRows` people the rest is neither counted nor paged through. `search` finds whom `foundBy` says, and of
   * more than `searchedRows` so many.
   */
  async list(query: UserListQuery): Promise<UserList> {
    const { page, limit, search } = query;
    const part = { skipped: (page - 1) * limit, limit };
    if (search !== undefined) {
      const { total, ids } = await this.found(query, search, part);
      return {
        users: ids.length === 0 ? [] : await this.people(query, among(ids)),
        pagination: paginateCounted(page, limit, total, searchedRows),
      };
    }
    const total = await this.peopleIn(query);
    const isThere = part.skipped < Math.min(total, countedRows);
    return {
      users: isThere ? await this.people(query, partOf(query, part)) : [],
      pagination: paginateCounted(page, limit, total),
    };
  }

  /** How many people a text finds, one more than are listed at most, and a part of their ids, in the order of the list. */
  private async found(query: UserListQuery, search: string, part: { skipped: number; limit: number }) {
    const { sql, values } = foundBy(search, query);
    const rows = (await this.dataSource.query(
      `SELECT u.id FROM ${comparable(sql, query.sort)} ORDER BY ${orderOf(query)} LIMIT ${searchedRows + 1}`,
      values,
    )) as { id: number }[];
    const listed = rows.slice(0, searchedRows).map(({ id }) => id);
    return { total: rows.length, ids: listed.slice(part.skipped, part.skipped + part.limit) };
  }

  /** How many people the filters leave, whatever the search; the totals of `people_totals` are exact. */
  private async peopleIn(filters: Partial<Group>): Promise<number> {
    const [counted] = (await this.dataSource.query(
      `SELECT COALESCE(SUM(people), 0) AS people FROM people_totals
       WHERE (role, status, kyc_status) IN (?)`,
      [groupsOf(filters).map(({ role, status, kyc_status }) => [role, status, kyc_status])],
    )) as [{ people: string }];
    return wholeNumber(counted.people);
  }

  /** The people whose ids a statement finds, in the order of the list. */
  private async people(query: UserListQuery, found: Finding): Promise<ManagedUser[]> {
    const rows = (await this.dataSource.query(
      `SELECT ${columns}, COALESCE(a.balance, 0) AS balance
       FROM (${found.sql}) found JOIN users u ON u.id = found.id
         LEFT JOIN accounts a ON a.user_id = u.id AND a.currency = 'EUR'
       ORDER BY ${orderOf(query)}`,
      found.values,
    )) as ManagedRow[];
    return rows.map(wireManagedUser);
  }
}

const among = (ids: number[]): Finding => ({ sql: 'SELECT id FROM users WHERE id IN (?)', values: [ids] });

const wireManagedUser = ({ balance, ...user }: ManagedRow): ManagedUser => ({
  ...wireUser(user),
  balance: toDecimal(minorUnits(balance)),
});
