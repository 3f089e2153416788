import { Injectable } from '@nestjs/common';
import type { LogEntry, LogExportQuery } from '@bank/contracts/admin';
import type { Language } from '@bank/contracts/language';
import { exportRows } from '@bank/contracts/transactions';
import en from '../../../locales/log-export.en.json';
import fr from '../../../locales/log-export.fr.json';
import { Database } from '../database/database';
import { ApiException } from '../errors/api-exception';
import { csvOf, type CsvColumn } from '../exports/csv';
import { exportName, type ExportFile } from '../exports/export-file';
import { momentText } from '../exports/notation';
import { authorOf, type RequestContext } from '../http/request-context';
import { Clock } from '../time/clock.service';
import { AuditLogService } from './audit-log.service';
import { AuditService } from './audit.service';

const headers: Record<Language, typeof fr> = { fr, en };

@Injectable()
export class AuditExportService {
  constructor(
    private readonly database: Database,
    private readonly log: AuditLogService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * The filtered log, newest first, in the caller's language. The export is itself logged before it starts.
   * @throws ApiException EXPORT_TOO_LARGE.
   */
  async file(context: RequestContext, { format, ...filters }: LogExportQuery): Promise<ExportFile> {
    const { language } = context;
    const count = await this.log.count(filters, context, exportRows[format] + 1);
    if (count > exportRows[format]) throw new ApiException('EXPORT_TOO_LARGE');
    await this.audit.record(this.database, {
      action: 'logs.exported',
      type: 'warning',
      text: 'log.exported',
      values: { count },
      ...authorOf(context),
    });
    const content = csvOf(columnsIn(language), this.log.batches(filters, context), language);
    return { name: exportName('logs', format, this.clock.now()), format, content };
  }
}

function columnsIn(language: Language): CsvColumn<LogEntry>[] {
  const texts = headers[language];
  return [
    { header: texts.date, value: ({ created_at: at }) => momentText(at) },
    { header: texts.user, value: ({ user_id: id }) => id },
    { header: texts.email, value: ({ email }) => email },
    { header: texts.action, value: ({ action }) => action },
    { header: texts.type, value: ({ type }) => type },
    { header: texts.message, value: ({ message }) => message },
    { header: texts.request, value: ({ request_id: id }) => id },
  ];
}
