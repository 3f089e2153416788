import { Injectable } from '@nestjs/common';
import type { AdminTransactionExportQuery } from '@bank/contracts/admin-transactions';
import type { Language } from '@bank/contracts/language';
import {
  exportRows,
  type Transaction,
  type TransactionExportQuery,
  type TransactionFilters,
} from '@bank/contracts/transactions';
import { AuditService } from '../../platform/audit/audit.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { ApiException } from '../../platform/errors/api-exception';
import { csvOf } from '../../platform/exports/csv';
import { exportName, type ExportFile } from '../../platform/exports/export-file';
import { PdfRenderer } from '../../platform/exports/pdf-renderer.service';
import { BankTransactionsService } from './bank-transactions.service';
import { bankCsvColumns, csvColumns } from './transaction-csv';
import type { StatementOwner, writeStatement } from './transaction-statement';
import { rowOf, text } from '../../platform/database/columns';
import { statementTexts } from './statement-texts';
import { TransactionsService } from './transactions.service';
import { type Connection, Database } from '../../platform/database/database';

const ownerRow = rowOf({ name: text, iban: text, currency: text });

@Injectable()
export class TransactionExportService {
  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionsService,
    private readonly bankTransactions: BankTransactionsService,
    private readonly pdf: PdfRenderer,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * The user's movements that match the filters, newest first, in a language.
   * @throws ApiException NOT_FOUND when the user has no account; EXPORT_TOO_LARGE for more rows than the format holds.
   */
  async file(userId: number, query: TransactionExportQuery, language: Language): Promise<ExportFile> {
    const { format, ...filters } = query;
    const count = await this.transactions.count(userId, filters);
    if (count > exportRows[format]) throw new ApiException('EXPORT_TOO_LARGE');
    const content =
      format === 'csv'
        ? csvOf(csvColumns(statementTexts(language)), this.transactions.batches(userId, filters), language)
        : await this.statement(userId, filters, language);
    return { name: exportName('transactions', format, this.clock.now()), format, content };
  }

  /**
   * All customers' movements that match the filters, newest first, in the caller's language. The export is logged before it
   * starts.
   * @throws ApiException EXPORT_TOO_LARGE for more rows than the format holds.
   */
  async bankFile(
    context: RequestContext,
    { format, ...filters }: AdminTransactionExportQuery,
  ): Promise<ExportFile> {
    const most = exportRows[format];
    const count = await this.bankTransactions.count(filters, most + 1);
    if (count > most) throw new ApiException('EXPORT_TOO_LARGE');
    const { user_id: user } = filters;
    await this.audit.record(this.database, {
      action: 'transactions.exported',
      type: 'warning',
      ...(user === undefined
        ? { values: { count } }
        : { text: 'transactions.exported_of', values: { count, user } }),
      ...authorOf(context),
    });
    const columns = bankCsvColumns(statementTexts(context.language));
    const content = csvOf(columns, this.bankTransactions.batches(filters), context.language);
    return { name: exportName('bank-transactions', format, this.clock.now()), format, content };
  }

  /** Its totals are of its rows, which are therefore all read as of one moment. */
  private async statement(userId: number, filters: TransactionFilters, language: Language): Promise<Buffer> {
    const { owner, batches } = await this.database.snapshot(async (tx) => {
      const found: Transaction[][] = [];
      for await (const batch of this.transactions.batches(userId, filters, tx)) found.push(batch);
      return { owner: await this.owner(tx, userId), batches: found };
    });
    return this.pdf.draw<typeof writeStatement>('statement', {
      owner,
      filters,
      language,
      now: this.clock.now(),
      batches,
    });
  }

  private async owner(tx: Connection, userId: number): Promise<StatementOwner> {
    const owner = await tx.found(
      ownerRow,
      `SELECT CONCAT_WS(' ', u.first_name, u.last_name) AS name, a.iban, a.currency
       FROM users u JOIN accounts a ON a.user_id = u.id AND a.currency = 'EUR' WHERE u.id = ?`,
      [userId],
    );
    return owner;
  }
}
