import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { homeCurrency } from '@bank/contracts/currencies';
import { toDecimal } from '@bank/contracts/money';
import { paginate } from '@bank/contracts/pagination';
import {
  transaction,
  type Transaction,
  type TransactionFilters,
  type TransactionList,
  type TransactionListQuery,
} from '@bank/contracts/transactions';
import { AccountsService } from '../accounts/accounts.service';
import { ApiException } from '../../platform/errors/api-exception';
import { flag, minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import { countOf, pageOf, type Wanted } from './own-transactions.sql';
import { accountsOfUser, entries, payments, paymentIdOf, type Place } from './transactions.sql';
import { type Connection, Database } from '../../platform/database/database';

const batchSize = 500;

/** The columns of a `Source`. */
export const transactionColumns = {
  id: whole,
  type: transaction.shape.type,
  description: text,
  amount: minor,
  currency: text,
  payment_method: transaction.shape.payment_method,
  reference: text,
  created_at: moment,
  processed_at: moment.nullable(),
  status: transaction.shape.status,
  moved: flag,
  recipient_account: text.nullable(),
  notes: text.nullable(),
};
const transactionRow = rowOf(transactionColumns);
const accountRow = rowOf({ id: whole, currency: text });
const transactionRows = transactionRow.array();
const totalRow = z.tuple([rowOf({ total: whole })]);
type TransactionRow = z.output<typeof transactionRow>;

@Injectable()
export class TransactionsService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
  ) {}

  /**
   * One page of the user's movements, newest first. A payment to another bank appears once, from its creation, with its
   * own status; everything else is a completed entry.
   * @throws ApiException NOT_FOUND when the user has no account.
   */
  async list(userId: number, query: TransactionListQuery): Promise<TransactionList> {
    return this.listOf([await this.accounts.idOf(this.database, userId)], query);
  }

  /** As `list`, of accounts. */
  async listOf(accountIds: number[], query: TransactionListQuery): Promise<TransactionList> {
    const { page, limit, ...filters } = query;
    const wanted = await this.wanted(accountIds, filters);
    const { total, rows } =
      page === 1 ? await this.first(wanted, limit) : await this.later(wanted, page, limit);
    return { transactions: rows.map(toTransactionDto), pagination: paginate(page, limit, total) };
  }

  /** The first page and the total in one round trip. */
  private async first(wanted: Wanted, limit: number): Promise<{ total: number; rows: TransactionRow[] }> {
    const count = countOf(wanted);
    const found = pageOf(wanted, { limit });
    const [[{ total }], rows] = await this.database.together([
      [count.sql, count.values, totalRow],
      [found.sql, found.values, transactionRows],
    ]);
    return { total, rows };
  }

  /** A later page, which is not looked for beyond the end: all rows before it would be read for nothing. */
  private async later(
    wanted: Wanted,
    page: number,
    limit: number,
  ): Promise<{ total: number; rows: TransactionRow[] }> {
    const total = await this.countRows(wanted);
    const skipped = (page - 1) * limit;
    return { total, rows: skipped < total ? await this.rows(wanted, { skipped, limit }) : [] };
  }

  /** The newest movements of an account, for the overview. */
  async newest(connection: Connection, accountId: number, limit: number): Promise<Transaction[]> {
    const wanted = await this.wanted([accountId], {}, connection);
    return (await this.rows(wanted, { limit }, connection)).map(toTransactionDto);
  }

  /**
   * One movement of any of the user's accounts.
   * @throws ApiException NOT_FOUND when there is no such movement, or it belongs to another user.
   */
  async one(userId: number, id: number): Promise<Transaction> {
    const source = id % 2 === 1 ? payments : entries;
    const key = Math.floor(id / 2);
    const where = `${source.account} IN (${accountsOfUser}) AND ${source.key} = ?`;
    const found = `SELECT ${source.columns} FROM ${source.from} WHERE ${where}`;
    const row = await this.database.row(transactionRow, found, [userId, key]);
    if (row) return toTransactionDto(row);
    const sql = `SELECT 1 FROM ${source.from} WHERE ${source.key} = ?`;
    throw new ApiException('NOT_FOUND', { isOfAnother: await this.database.exists(sql, [key]) });
  }

  /**
   * How many movements match the filters.
   * @throws ApiException NOT_FOUND when the user has no account.
   */
  async count(userId: number, filters: TransactionFilters): Promise<number> {
    return this.countOf([await this.accounts.idOf(this.database, userId)], filters);
  }

  /** As `count`, of accounts. */
  async countOf(accountIds: number[], filters: TransactionFilters): Promise<number> {
    return this.countRows(await this.wanted(accountIds, filters));
  }

  /**
   * Every movement that matches the filters, newest first, in batches read on demand. Each continues after the last row
   * of the one before, so that new movements cause neither duplicates nor gaps.
   */
  async *batches(
    userId: number,
    filters: TransactionFilters,
    connection: Connection = this.database,
  ): AsyncGenerator<Transaction[]> {
    yield* this.batchesOf([await this.accounts.idOf(connection, userId)], filters, connection);
  }

  /** As `batches`, of accounts. */
  async *batchesOf(
    accountIds: number[],
    filters: TransactionFilters,
    connection: Connection = this.database,
  ): AsyncGenerator<Transaction[]> {
    const wanted = await this.wanted(accountIds, filters, connection);
    let last: Place | undefined;
    do {
      const rows = await this.rows(wanted, { limit: batchSize, after: last }, connection);
      last = rows.length === batchSize ? rows.at(-1) : undefined;
      yield rows.map(toTransactionDto);
    } while (last);
  }

  /** The currencies of accounts, which only filters by amount need, and the day of today. */
  private async wanted(
    accountIds: number[],
    filters: TransactionFilters,
    connection: Connection = this.database,
  ): Promise<Wanted> {
    const { search, amountMin, amountMax } = filters;
    const isPlain = search === undefined && amountMin === undefined && amountMax === undefined;
    const accounts = isPlain
      ? accountIds.map((id) => ({ id, currency: homeCurrency }))
      : await connection.rows(accountRow, 'SELECT id, currency FROM accounts WHERE id IN (?)', [accountIds]);
    return { accounts, filters, today: parisDay(this.clock.now()) };
  }

  private async countRows(wanted: Wanted): Promise<number> {
    const { sql, values } = countOf(wanted);
    return this.database.count(sql, values);
  }

  private async rows(
    wanted: Wanted,
    part: { skipped?: number; limit: number; after?: Place | undefined },
    connection: Connection = this.database,
  ): Promise<TransactionRow[]> {
    const { sql, values } = pageOf(wanted, part);
    return connection.rows(transactionRow, sql, values);
  }
}

/** A row of the columns of a source, as the API returns it. */
export const toTransactionDto = (row: TransactionRow): Transaction => ({
  id: row.id,
  type: row.type,
  description: row.description,
  amount: toDecimal(row.amount, row.currency),
  currency: row.currency,
  date: row.created_at.toISOString(),
  payment_method: row.payment_method,
  reference: row.reference,
  created_at: row.created_at.toISOString(),
  processed_at: row.processed_at?.toISOString() ?? null,
  status: row.status,
  moved: row.moved,
  recipient_account: row.recipient_account,
  notes: row.notes,
  payment_id: paymentIdOf(row.id),
});
