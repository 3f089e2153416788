import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LogEntry, LogExportQuery } from '@bank/contracts/admin';
import type { Language } from '@bank/contracts/language';
import { exportRows } from '@bank/contracts/transactions';
import en from '../../locales/log-export.en.json';
import fr from '../../locales/log-export.fr.json';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { csvOf, type CsvColumn } from '../exports/csv';
import { exportName, type ExportFile } from '../exports/export-file';
import { momentText } from '../exports/notation';
import { AuditLogService } from './audit-log.service';
import { AuditService } from './audit.service';

const headers: Record<Language, typeof fr> = { fr, en };

/** The activity log as a file to take away. */
@Injectable()
export class AuditExportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly log: AuditLogService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * What the filters leave of the log, newest first, under headers in a language; that it was taken is a line of the
   * log itself, written before the first line leaves.
   * @throws Failure EXPORT_TOO_LARGE for more lines than a file holds.
   */
  async file(
    actor: Actor,
    { format, ...filters }: LogExportQuery,
    language: Language,
    call: Call,
  ): Promise<ExportFile> {
    const count = await this.log.count(filters, exportRows[format] + 1);
    if (count > exportRows[format]) throw new Failure('EXPORT_TOO_LARGE');
    await this.audit.record(this.dataSource, {
      action: 'logs.exported',
      type: 'warning',
      message: `Journal exporté (${count} lignes).`,
      ...{ userId: actor.userId, email: actor.email, requestId: call.requestId },
    });
    const content = csvOf(columnsIn(language), this.log.batches(filters), language);
    return { name: exportName('logs', format, this.clock.now()), format, content };
  }
}

function columnsIn(language: Language): CsvColumn<LogEntry>[] {
  const say = headers[language];
  return [
    { header: say.date, value: ({ created_at: at }) => momentText(at) },
    { header: say.user, value: ({ user_id: id }) => id },
    { header: say.email, value: ({ email }) => email },
    { header: say.action, value: ({ action }) => action },
    { header: say.type, value: ({ type }) => type },
    { header: say.message, value: ({ message }) => message },
    { header: say.request, value: ({ request_id: id }) => id },
  ];
}
