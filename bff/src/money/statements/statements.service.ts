import { Injectable } from '@nestjs/common';
import { bankIdentity } from '@bank/contracts/bank';
import type { Language } from '@bank/contracts/language';
import type { StatementFormat, StatementMonths } from '@bank/contracts/statements';
import { moment, rowOf } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import type { DocumentHead } from '../../platform/documents/send-document';
import { ApiException } from '../../platform/errors/api-exception';
import { PdfRenderer } from '../../platform/exports/pdf-renderer.service';
import { Clock } from '../../platform/time/clock.service';
import { addMonths, parisMonth } from '../../platform/time/paris-month';
import { type OwnAccount, OwnAccountsService } from '../accounts/own-accounts.service';
import { settledMilliseconds } from '../ledger/snapshots.service';
import { IssuedStatementsService } from './issued-statements.service';
import { monthlyTexts } from './monthly-texts';
import type { pdfOfRib } from './rib-pdf';
import { type StatementFile, StatementFilesService } from './statement-files.service';

const firstEntry = 'SELECT MIN(created_at) AS at FROM entries WHERE account_id = ?';
const firstRow = rowOf({ at: moment.nullable() });

const types: Record<StatementFormat, { ending: string; mediaType: string }> = {
  pdf: { ending: 'pdf', mediaType: 'application/pdf' },
  csv: { ending: 'csv', mediaType: 'text/csv; charset=utf-8' },
  camt053: { ending: 'xml', mediaType: 'application/xml' },
};

/** The media types of statements. */
export const statementMediaTypes = Object.values(types).map(({ mediaType }) => mediaType);

/** A file to send, with what its headers contain. */
interface NamedFile {
  head: DocumentHead;
  content: StatementFile['content'] | Buffer;
}

/** A customer's bank details and monthly statements. */
@Injectable()
export class StatementsService {
  constructor(
    private readonly database: Database,
    private readonly accounts: OwnAccountsService,
    private readonly statements: IssuedStatementsService,
    private readonly files: StatementFilesService,
    private readonly pdf: PdfRenderer,
    private readonly clock: Clock,
  ) {}

  /**
   * The finished months of one of the user's accounts, newest first, up to that in which it was closed. A month is finished
   * once every movement that began in it has been booked.
   * @throws ApiException NOT_FOUND, also for another user's account.
   */
  async months(userId: number, accountId: number): Promise<StatementMonths> {
    const account = await this.accounts.one(userId, accountId);
    return { months: await this.monthsOf(account) };
  }

  /**
   * The statement of a month as a file, which never changes.
   * @throws ApiException NOT_FOUND, also for another user's account and for a month that is not finished; what
   * `StatementFilesService.open` throws.
   */
  async file(
    userId: number,
    { id, month }: { id: number; month: string },
    format: StatementFormat,
    language: Language,
  ): Promise<NamedFile> {
    const account = await this.accounts.one(userId, id);
    const months = await this.monthsOf(account);
    if (!months.includes(month)) throw new ApiException('NOT_FOUND');
    const statement = await this.statements.of(account, month);
    const { size, content } = await this.files.open(statement, format, language);
    const { ending, mediaType } = types[format];
    const name = `${monthlyTexts(language).t('file')}-${month}-${account.currency}.${ending}`;
    return { head: { name, size, media_type: mediaType }, content };
  }

  /**
   * The bank details of one of the user's accounts, as they are now, as a PDF file.
   * @throws ApiException NOT_FOUND, also for another user's account; ACCOUNT_MISSING for a closed one, which receives nothing;
   * UNAVAILABLE.
   */
  async rib(userId: number, accountId: number, language: Language): Promise<NamedFile> {
    const { holder, iban, currency, closed } = await this.accounts.one(userId, accountId);
    if (closed) throw new ApiException('ACCOUNT_MISSING');
    const { bic, branch } = bankIdentity;
    const details = { holder, iban, bic, branch, currency };
    const content = await this.pdf.draw<typeof pdfOfRib>('rib', details, language);
    const name = `${monthlyTexts(language).t('rib.file')}-${currency}.pdf`;
    return { head: { name, size: content.length, media_type: types.pdf.mediaType }, content };
  }

  private async monthsOf({ id, openedAt, closedAt }: OwnAccount): Promise<string[]> {
    const { at } = await this.database.one(firstRow, firstEntry, [id]);
    const first = parisMonth(at && at < openedAt ? at : openedAt);
    const running = parisMonth(new Date(this.clock.now().getTime() - settledMilliseconds));
    const last = closedAt ? parisMonth(closedAt) : running;
    const months: string[] = [];
    for (let month = first; month < running && month <= last; month = addMonths(month, 1))
      months.unshift(month);
    return months;
  }
}
