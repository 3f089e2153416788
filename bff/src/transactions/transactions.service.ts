import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toDecimal } from '@bank/contracts/money';
import { paginate } from '@bank/contracts/pagination';
import type { Transaction, TransactionList, TransactionListQuery } from '@bank/contracts/transactions';
import { AccountsService } from '../accounts/accounts.service';
import { minorUnits, wholeNumber } from '../common/money-column';
import { bothSources, conditionsOf, countOf, type Source } from './transactions.sql';

type TransactionRow = Omit<Transaction, 'id' | 'amount' | 'date' | 'created_at' | 'processed_at'> & {
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
    const sources = bothSources.map((source) => ({ source, ...conditionsOf(source, accountId, query) }));
    const total = await this.count(accountId, query);
    const { page, limit } = query;
    const skipped = (page - 1) * limit;
    const rows = skipped < total ? await this.rows(sources, skipped, limit) : [];
    return { transactions: rows.map(wireTransaction), pagination: paginate(page, limit, total) };
  }

  /** The newest movements of an account, for the overview. */
  async newest(accountId: number, limit: number): Promise<Transaction[]> {
    const sources = bothSources.map((source) => ({
      source,
      ...conditionsOf(source, accountId, { page: 1, limit }),
    }));
    return (await this.rows(sources, 0, limit)).map(wireTransaction);
  }

  private async count(accountId: number, query: TransactionListQuery): Promise<number> {
    const counts = bothSources.map((source) => countOf(source, accountId, query));
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

const wireTransaction = (row: TransactionRow): Transaction => ({
  ...row,
  id: wholeNumber(row.id),
  amount: toDecimal(minorUnits(row.amount)),
  date: row.created_at.toISOString(),
  created_at: row.created_at.toISOString(),
  processed_at: row.processed_at?.toISOString() ?? null,
});
