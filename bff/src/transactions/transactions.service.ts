import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toDecimal } from '@bank/contracts/money';
import { paginate } from '@bank/contracts/pagination';
import type {
  Transaction,
  TransactionFilters,
  TransactionList,
  TransactionListQuery,
} from '@bank/contracts/transactions';
import { AccountsService } from '../accounts/accounts.service';
import { Failure } from '../common/failure';
import { minorUnits, wholeNumber } from '../common/money-column';
import {
  bothSources,
  conditionsOf,
  countOf,
  entries,
  payments,
  type Place,
  type Source,
} from './transactions.sql';

/** How many rows a reader of the whole list holds at a time. */
const batchSize = 500;

export type TransactionRow = Omit<Transaction, 'id' | 'amount' | 'date' | 'created_at' | 'processed_at'> & {
  id: string;
  amount: string;
  created_at: Date;
  processed_at: Date | null;
};

/** What happened on a customer's account: the entries of the ledger, and the payments with their state. */
@Injectable()
export class TransactionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
  ) {}

  /**
   * One page of the user's movements, newest first. A payment to the outside appears once, from the moment it is
   * made, with its own state; everything else is an entry and therefore completed.
   * @throws Failure NOT_FOUND when the user has no account.
   */
  async list(userId: number, query: TransactionListQuery): Promise<TransactionList> {
    const accountId = await this.accounts.idOf(this.dataSource, userId);
    const sources = filteredBy(accountId, query);
    const total = await this.countRows(accountId, query);
    const { page, limit } = query;
    const skipped = (page - 1) * limit;
    const rows = skipped < total ? await this.rows(sources, skipped, limit) : [];
    return { transactions: rows.map(wireTransaction), pagination: paginate(page, limit, total) };
  }

  /** The newest movements of an account, for the overview. */
  async newest(accountId: number, limit: number): Promise<Transaction[]> {
    return (await this.rows(filteredBy(accountId, {}), 0, limit)).map(wireTransaction);
  }

  /**
   * One of the user's movements.
   * @throws Failure NOT_FOUND when there is none of that id, or it is somebody else's.
   */
  async one(userId: number, id: number): Promise<Transaction> {
    const accountId = await this.accounts.idOf(this.dataSource, userId);
    const source = id % 2 === 1 ? payments : entries;
    const key = Math.floor(id / 2);
    const where = `${source.account} = ? AND ${source.key} = ?`;
    const [row] = await this.rows([{ source, where, values: [accountId, key] }], 0, 1);
    if (row) return wireTransaction(row);
    const others = (await this.dataSource.query(`SELECT 1 FROM ${source.from} WHERE ${source.key} = ?`, [
      key,
    ])) as unknown[];
    throw new Failure('NOT_FOUND', { isOfAnother: others.length > 0 });
  }

  /**
   * How many movements the filters leave.
   * @throws Failure NOT_FOUND when the user has no account.
   */
  async count(userId: number, filters: TransactionFilters): Promise<number> {
    const accountId = await this.accounts.idOf(this.dataSource, userId);
    return this.countRows(accountId, filters);
  }

  /**
   * Every movement that the filters leave, newest first, in batches read as they are asked for. Each begins where the
   * one before ended, so that none is met twice or left out by what comes in meanwhile.
   */
  async *batches(userId: number, filters: TransactionFilters): AsyncGenerator<Transaction[]> {
    const accountId = await this.accounts.idOf(this.dataSource, userId);
    let last: Place | undefined;
    do {
      const rows = await this.rows(filteredBy(accountId, filters, last), 0, batchSize);
      const end = rows.at(-1);
      last = rows.length === batchSize && end ? { ...end, id: wholeNumber(end.id) } : undefined;
      yield rows.map(wireTransaction);
    } while (last);
  }

  private async countRows(accountId: number, filters: TransactionFilters): Promise<number> {
    const counts = bothSources.map((source) => countOf(source, accountId, filters));
    const [row] = (await this.dataSource.query(
      `SELECT ${counts.map(({ sql }) => sql).join(' + ')} AS total`,
      counts.flatMap(({ values }) => values),
    )) as [{ total: string }];
    return wholeNumber(row.total);
  }

  /** Each source is cut down by its index before the two are merged, so a page costs its depth, not the table. */
  private async rows(sources: FilteredSource[], skipped: number, limit: number): Promise<TransactionRow[]> {
    const selects = sources.map(
      ({ source, where }) =>
        `(SELECT ${source.columns} FROM ${source.from} WHERE ${where} ORDER BY ${source.newest} LIMIT ?)`,
    );
    return (await this.dataSource.query(
      `${selects.join(' UNION ALL ')} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
      [...sources.flatMap(({ values }) => [...values, skipped + limit]), limit, skipped],
    )) as TransactionRow[];
  }
}

interface FilteredSource {
  source: Source;
  where: string;
  values: unknown[];
}

const filteredBy = (accountId: number, filters: TransactionFilters, after?: Place): FilteredSource[] =>
  bothSources.map((source) => ({ source, ...conditionsOf(source, accountId, filters, after) }));

/** A row of the columns of a source, as the wire carries it. */
export const wireTransaction = (row: TransactionRow): Transaction => ({
  ...row,
  id: wholeNumber(row.id),
  amount: toDecimal(minorUnits(row.amount)),
  date: row.created_at.toISOString(),
  created_at: row.created_at.toISOString(),
  processed_at: row.processed_at?.toISOString() ?? null,
});
