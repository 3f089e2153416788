import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type {
  AdminTransaction,
  AdminTransactionFilters,
  AdminTransactionList,
  AdminTransactionListQuery,
} from '@bank/contracts/admin-transactions';
import { countedRows, paginate, paginateCounted } from '@bank/contracts/pagination';
import { countCapped } from '../../platform/database/count-capped';
import { ApiException } from '../../platform/errors/api-exception';
import { idRow, rowOf, text, whole } from '../../platform/database/columns';
import { type BankPlace, type BankSelect, countedParts, oneOf, pageOf } from './bank-transactions.sql';
import { toTransactionDto, transactionColumns, TransactionsService } from './transactions.service';
import { accountsOfUser } from './transactions.sql';
import { type Connection, Database } from '../../platform/database/database';

/** Rows of a batch; larger than a customer's, as each batch queries every kind of movement. */
const batchSize = 2_000;

const bankRow = rowOf({
  ...transactionColumns,
  place: whole,
  user_id: whole,
  user_name: text,
  user_email: text,
});
type BankRow = z.output<typeof bankRow>;
const ownerRow = rowOf({ id: whole, name: text, email: text });

@Injectable()
export class BankTransactionsService {
  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionsService,
  ) {}

  /**
   * One page of the movements of all customers or of one, newest first. Those of all are counted, and paged, up to
   * `countedRows`. A customer without an account has none.
   */
  async list(query: AdminTransactionListQuery): Promise<AdminTransactionList> {
    const { page, limit, ...filters } = query;
    const found = await this.ownerOf(filters);
    if (found === 'none') return { transactions: [], pagination: paginate(page, limit, 0) };
    if (found) {
      const { transactions, pagination } = await this.transactions.listOf(found.accounts, {
        ...found.filters,
        page,
        limit,
      });
      return { transactions: transactions.map((row) => ({ ...row, user: found.owner })), pagination };
    }
    const skipped = (page - 1) * limit;
    const [counted, rows] = await Promise.all([
      countCapped(this.database, countedRows + 1, countedParts(filters)),
      skipped < countedRows ? this.rows(pageOf(filters, { skipped, limit })) : [],
    ]);
    return {
      transactions: rows.map(toBankTransactionDto),
      pagination: paginateCounted(page, limit, counted),
    };
  }

  async newest(connection: Connection, limit: number): Promise<AdminTransaction[]> {
    return (await this.rows(pageOf({}, { limit }), connection)).map(toBankTransactionDto);
  }

  /**
   * One movement of any customer.
   * @throws ApiException NOT_FOUND.
   */
  async one(id: number): Promise<AdminTransaction> {
    const [row] = await this.rows(oneOf(id));
    if (!row) throw new ApiException('NOT_FOUND');
    return toBankTransactionDto(row);
  }

  /** How many movements match the filters, counted up to `most`. */
  async count(filters: AdminTransactionFilters, most: number): Promise<number> {
    const found = await this.ownerOf(filters);
    if (found === 'none') return 0;
    return found
      ? this.transactions.countOf(found.accounts, found.filters)
      : countCapped(this.database, most, countedParts(filters));
  }

  /** Every movement that matches the filters, newest first, in batches; each continues after the one before. */
  async *batches(filters: AdminTransactionFilters): AsyncGenerator<AdminTransaction[]> {
    const found = await this.ownerOf(filters);
    if (found === 'none') return;
    if (found) {
      for await (const batch of this.transactions.batchesOf(found.accounts, found.filters)) {
        yield batch.map((row) => ({ ...row, user: found.owner }));
      }
      return;
    }
    let after: BankPlace | undefined;
    do {
      const rows = await this.rows(pageOf(filters, { limit: batchSize, after }));
      const end = rows.at(-1);
      after = rows.length === batchSize ? end : undefined;
      yield rows.map(toBankTransactionDto);
    } while (after);
  }

  /** The customer whom the filters name by id or e-mail, their accounts, and the remaining filters for their list. */
  private async ownerOf({ user_id: id, ...filters }: AdminTransactionFilters) {
    const email = id === undefined && filters.search?.includes('@') ? filters.search : undefined;
    if (id === undefined && email === undefined) return undefined;
    const owner = await this.database.row(
      ownerRow,
      `SELECT u.id, CONCAT_WS(' ', u.first_name, u.last_name) AS name, u.email
       FROM users u WHERE ${id === undefined ? 'u.email_key' : 'u.id'} = ?`,
      [id ?? email],
    );
    const rows = owner ? await this.database.rows(idRow, accountsOfUser, [owner.id]) : [];
    if (!owner || rows.length === 0) return 'none';
    const accounts = rows.map((row) => row.id);
    return { owner, accounts, filters: email ? { ...filters, search: undefined } : filters };
  }

  private async rows(
    select: BankSelect | undefined,
    connection: Connection = this.database,
  ): Promise<BankRow[]> {
    return select ? connection.rows(bankRow, select.sql, select.values) : [];
  }
}

const toBankTransactionDto = (row: BankRow): AdminTransaction => ({
  ...toTransactionDto(row),
  user: { id: row.user_id, name: row.user_name, email: row.user_email },
});
