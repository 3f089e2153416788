import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AdminTransactionExportQuery } from '@bank/contracts/admin-transactions';
import type { Language } from '@bank/contracts/language';
import {
  exportRows,
  type Transaction,
  type TransactionExportQuery,
  type TransactionFilters,
} from '@bank/contracts/transactions';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { csvOf } from '../exports/csv';
import { exportName, type ExportFile } from '../exports/export-file';
import { PdfRenderer } from '../exports/pdf-renderer.service';
import { BankTransactionsService } from './bank-transactions.service';
import { bankCsvColumns, csvColumns } from './transaction-csv';
import type { StatementOwner } from './transaction-statement';
import { statementWords } from './statement-words';
import { TransactionsService } from './transactions.service';

/** Movements as a file to take away. */
@Injectable()
export class TransactionExportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: TransactionsService,
    private readonly bankTransactions: BankTransactionsService,
    private readonly pdf: PdfRenderer,
    private readonly clock: Clock,
  ) {}

  /**
   * What the filters leave of the user's movements, newest first, in a language.
   * @throws Failure NOT_FOUND when the user has no account; EXPORT_TOO_LARGE for more rows than the format holds.
   */
  async file(userId: number, query: TransactionExportQuery, language: Language): Promise<ExportFile> {
    const { format, ...filters } = query;
    const count = await this.transactions.count(userId, filters);
    if (count > exportRows[format]) throw new Failure('EXPORT_TOO_LARGE');
    const content =
      format === 'csv'
        ? csvOf(csvColumns(statementWords(language)), this.transactions.batches(userId, filters), language)
        : await this.statement(userId, filters, language);
    return { name: exportName('transactions', format, this.clock.now()), format, content };
  }

  /**
   * What the filters leave of all customers' movements, newest first, in a language.
   * @throws Failure EXPORT_TOO_LARGE for more rows than the format holds.
   */
  async bankFile(
    { format, ...filters }: AdminTransactionExportQuery,
    language: Language,
  ): Promise<ExportFile> {
    const most = exportRows[format];
    if ((await this.bankTransactions.count(filters, most + 1)) > most) throw new Failure('EXPORT_TOO_LARGE');
    const columns = bankCsvColumns(statementWords(language));
    const content = csvOf(columns, this.bankTransactions.batches(filters), language);
    return { name: exportName('bank-transactions', format, this.clock.now()), format, content };
  }

  private async statement(userId: number, filters: TransactionFilters, language: Language): Promise<Buffer> {
    const owner = await this.owner(userId);
    const batches: Transaction[][] = [];
    for await (const batch of this.transactions.batches(userId, filters)) batches.push(batch);
    return this.pdf.draw('statement', { owner, filters, language, now: this.clock.now(), batches });
  }

  private async owner(userId: number): Promise<StatementOwner> {
    const [row] = (await this.dataSource.query(
      `SELECT CONCAT_WS(' ', u.first_name, u.last_name) AS name, a.iban, a.currency
       FROM users u JOIN accounts a ON a.user_id = u.id WHERE u.id = ?`,
      [userId],
    )) as StatementOwner[];
    if (!row) throw new Failure('NOT_FOUND');
    return row;
  }
}
