import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  AdminTransaction,
  AdminTransactionFilters,
  AdminTransactionList,
  AdminTransactionListQuery,
} from '@bank/contracts/admin-transactions';
import { countedRows, paginate, paginateCounted } from '@bank/contracts/pagination';
import { countHeads } from '../common/count-heads';
import { Failure } from '../common/failure';
import { wholeNumber } from '../common/money-column';
import { type BankPlace, type BankSelect, countedParts, oneOf, pageOf } from './bank-transactions.sql';
import { type TransactionRow, TransactionsService, wireTransaction } from './transactions.service';

/** How many rows a reader of the whole list holds at a time; each batch asks every kind of movement for its next. */
const batchSize = 2_000;

type BankRow = TransactionRow & { place: string; user_id: number; user_name: string; user_email: string };
type Owner = AdminTransaction['user'];

/** What happened on the accounts of all customers. */
@Injectable()
export class BankTransactionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: TransactionsService,
  ) {}

  /**
   * One page of the movements of all customers or of one, newest first. Those of all are counted, and can be paged
   * through, up to `countedRows`. A customer without an account has none.
   */
  async list(query: AdminTransactionListQuery): Promise<AdminTransactionList> {
    const { page, limit, ...filters } = query;
    const asked = await this.ownerOf(filters);
    if (asked === 'nobody') return { transactions: [], pagination: paginate(page, limit, 0) };
    if (asked) {
      const { transactions, pagination } = await this.transactions.list(asked.owner.id, {
        ...asked.filters,
        page,
        limit,
      });
      return { transactions: transactions.map((row) => ({ ...row, user: asked.owner })), pagination };
    }
    const skipped = (page - 1) * limit;
    const [counted, rows] = await Promise.all([
      countHeads(this.dataSource, countedRows + 1, countedParts(filters)),
      skipped < countedRows ? this.rows(pageOf(filters, { skipped, limit })) : [],
    ]);
    return { transactions: rows.map(wireBankTransaction), pagination: paginateCounted(page, limit, counted) };
  }

  /** The newest movements of all customers. */
  async newest(limit: number): Promise<AdminTransaction[]> {
    return (await this.rows(pageOf({}, { limit }))).map(wireBankTransaction);
  }

  /**
   * One movement of any customer.
   * @throws Failure NOT_FOUND.
   */
  async one(id: number): Promise<AdminTransaction> {
    const [row] = await this.rows(oneOf(id));
    if (!row) throw new Failure('NOT_FOUND');
    return wireBankTransaction(row);
  }

  /** How many movements the filters leave, counted no further than `most`. */
  async count(filters: AdminTransactionFilters, most: number): Promise<number> {
    const asked = await this.ownerOf(filters);
    if (asked === 'nobody') return 0;
    return asked
      ? this.transactions.count(asked.owner.id, asked.filters)
      : countHeads(this.dataSource, most, countedParts(filters));
  }

  /** Every movement that the filters leave, newest first, in batches of which each begins where the last one ended. */
  async *batches(filters: AdminTransactionFilters): AsyncGenerator<AdminTransaction[]> {
    const asked = await this.ownerOf(filters);
    if (asked === 'nobody') return;
    if (asked) {
      for await (const batch of this.transactions.batches(asked.owner.id, asked.filters)) {
        yield batch.map((row) => ({ ...row, user: asked.owner }));
      }
      return;
    }
    let after: BankPlace | undefined;
    do {
      const rows = await this.rows(pageOf(filters, { limit: batchSize, after }));
      const end = rows.at(-1);
      after =
        rows.length === batchSize && end
          ? { created_at: end.created_at, place: wholeNumber(end.place), id: wholeNumber(end.id) }
          : undefined;
      yield rows.map(wireBankTransaction);
    } while (after);
  }

  /** The one customer whom the filters name by number or e-mail, and the filters that are left for their list. */
  private async ownerOf({ user_id: id, ...filters }: AdminTransactionFilters) {
    const email = id === undefined && filters.search?.includes('@') ? filters.search : undefined;
    if (id === undefined && email === undefined) return undefined;
    const [owner] = (await this.dataSource.query(
      `SELECT u.id, CONCAT_WS(' ', u.first_name, u.last_name) AS name, u.email
       FROM users u JOIN accounts a ON a.user_id = u.id WHERE ${id === undefined ? 'u.email_key' : 'u.id'} = ?`,
      [id ?? email],
    )) as Owner[];
    if (!owner) return 'nobody';
    return { owner, filters: email ? { ...filters, search: undefined } : filters };
  }

  private async rows(select: BankSelect | undefined): Promise<BankRow[]> {
    return select ? ((await this.dataSource.query(select.sql, select.values)) as BankRow[]) : [];
  }
}

function wireBankTransaction({
  place: _place,
  user_id: id,
  user_name: name,
  user_email: email,
  ...row
}: BankRow): AdminTransaction {
  return { ...wireTransaction(row), user: { id, name, email } };
}
