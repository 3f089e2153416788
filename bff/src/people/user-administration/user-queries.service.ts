import { Injectable } from '@nestjs/common';
import type { ManagedUser, ManagedUserDetails, UserList, UserListQuery } from '@bank/contracts/admin';
import { toDecimal } from '@bank/contracts/money';
import { countedRows, paginateCounted, searchedRows } from '@bank/contracts/pagination';
import type { z } from 'zod';
import { idRow, minor, rowOf } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { lockUser } from '../users/lock-user';
import { toUserDto, userColumns, userRow } from '../users/users.service';
import { countSent } from '../users/unsent';
import { comparable, type Filters, type Finding, foundBy, groupsOf, orderOf, partOf } from './user-list.sql';

const managedRow = userRow.extend({ balance: minor });
const limitsRow = rowOf({ transfer_limit: minor, withdrawal_limit: minor, card_limit: minor });
const detailsRow = managedRow.extend(limitsRow.shape);

const columns = userColumns.map((column) => `u.${column}`).join(', ');

const withAccount = `users u LEFT JOIN accounts a ON a.user_id = u.id AND a.currency = 'EUR'`;

@Injectable()
export class UserQueriesService {
  constructor(private readonly database: Database) {}

  /** One user with their balance. @throws ApiException NOT_FOUND also for a deleted user. */
  async read(tx: Transaction, id: number): Promise<ManagedUser> {
    const row = await tx.found(
      managedRow,
      `SELECT ${columns}, COALESCE(a.balance, 0) AS balance FROM ${withAccount}
       WHERE u.id = ? AND u.deleted_at IS NULL`,
      [id],
    );
    return toManagedUserDto(row);
  }

  /** As `read`, with the user's row locked. */
  async lock(tx: Transaction, id: number): Promise<ManagedUser> {
    await lockUser(tx, id);
    return this.read(tx, id);
  }

  /** One user with their balance and limits. @throws ApiException NOT_FOUND also for a deleted user. */
  async details(id: number): Promise<ManagedUserDetails> {
    const row = await this.database.found(
      detailsRow,
      `SELECT ${columns}, a.balance, a.transfer_limit, a.withdrawal_limit, a.card_limit FROM ${withAccount}
       WHERE u.id = ? AND u.deleted_at IS NULL AND a.id IS NOT NULL`,
      [id],
    );
    const { transfer_limit: transfer, withdrawal_limit: withdrawal, card_limit: card, ...user } = row;
    return {
      ...toManagedUserDto(user),
      limits: {
        transfer_limit: toDecimal(transfer),
        withdrawal_limit: toDecimal(withdrawal),
        card_limit: toDecimal(card),
      },
    };
  }

  /**
   * One page of the users with their balances, as of one moment. Counts and pages through at most `countedRows` users, or
   * `searchedRows` for a `search` (see `foundBy`).
   */
  async list(query: UserListQuery): Promise<UserList> {
    const { page, limit } = query;
    if (groupsOf(query).length === 0) return { users: [], pagination: paginateCounted(page, limit, 0) };
    return this.database.snapshot((tx) => this.listed(tx, query));
  }

  private async listed(tx: Transaction, query: UserListQuery): Promise<UserList> {
    const { page, limit, search } = query;
    const part = { skipped: (page - 1) * limit, limit };
    if (search !== undefined) {
      const { total, ids } = await this.found(tx, query, search, part);
      return {
        users: ids.length === 0 ? [] : await this.people(tx, query, among(ids)),
        pagination: paginateCounted(page, limit, total, searchedRows),
      };
    }
    const total = await this.peopleIn(tx, query);
    const isThere = part.skipped < Math.min(total, countedRows);
    return {
      users: isThere ? await this.people(tx, query, partOf(query, part)) : [],
      pagination: paginateCounted(page, limit, total),
    };
  }

  private async found(
    tx: Transaction,
    query: UserListQuery,
    search: string,
    part: { skipped: number; limit: number },
  ) {
    const { sql, values } = foundBy(search, query);
    const rows = await tx.rows(
      idRow,
      `SELECT u.id FROM ${comparable(sql, query.sort)} ORDER BY ${orderOf(query)} LIMIT ${searchedRows + 1}`,
      values,
    );
    const listed = rows.slice(0, searchedRows).map(({ id }) => id);
    return { total: rows.length, ids: listed.slice(part.skipped, part.skipped + part.limit) };
  }

  /** The exact number of users that pass the filters. */
  private async peopleIn(tx: Transaction, filters: Filters): Promise<number> {
    const groups = groupsOf(filters);
    const people = await tx.count(
      `SELECT COALESCE(SUM(people), 0) FROM people_totals WHERE (role, status, kyc_status) IN (?)`,
      [groups.map(({ role, status, kyc_status }) => [role, status, kyc_status])],
    );
    if (filters.kyc_status !== 'unsent') return people;
    return people - (await tx.count(countSent, [groups.map(({ status }) => status)]));
  }

  /** The users whose ids a statement finds, in the order of the list. */
  private async people(tx: Transaction, query: UserListQuery, found: Finding): Promise<ManagedUser[]> {
    const rows = await tx.rows(
      managedRow,
      `SELECT ${columns}, COALESCE(a.balance, 0) AS balance
       FROM (${found.sql}) found JOIN users u ON u.id = found.id
         LEFT JOIN accounts a ON a.user_id = u.id AND a.currency = 'EUR'
       ORDER BY ${orderOf(query)}`,
      found.values,
    );
    return rows.map(toManagedUserDto);
  }
}

const among = (ids: number[]): Finding => ({ sql: 'SELECT id FROM users WHERE id IN (?)', values: [ids] });

const toManagedUserDto = ({ balance, ...user }: z.infer<typeof managedRow>): ManagedUser => ({
  ...toUserDto(user),
  balance: toDecimal(balance),
});
