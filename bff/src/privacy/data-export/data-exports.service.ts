import { Injectable } from '@nestjs/common';
import {
  type DataExport,
  dataExportDownloads,
  type DataExportList,
  dataExportMinutes,
  dataExportsPerDay,
} from '@bank/contracts/data-exports';
import { AuditService } from '../../platform/audit/audit.service';
import { flag, moment, rowOf, whole } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { Actor } from '../../platform/http/actor';
import { notFoundFor } from '../../platform/http/not-found';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { lockUser } from '../../people/users/lock-user';

const listed = 100;

const sinceYesterday =
  'SELECT requested_at FROM data_exports WHERE user_id = ? AND requested_at > ? ORDER BY requested_at';
const insertExport = 'INSERT INTO data_exports (user_id, session_id, requested_at, expires_at) VALUES (?)';
const select = `
  SELECT id, requested_at, expires_at, downloaded_at,
    session_id = ? AND expires_at > ? AND downloads < ${dataExportDownloads} AS downloadable
  FROM data_exports WHERE user_id = ?`;
/** Counts a download that begins, which the session that asked may do a few times. */
const begin = `
  UPDATE data_exports SET downloads = downloads + 1
  WHERE id = ? AND user_id = ? AND session_id = ? AND expires_at > ? AND downloads < ${dataExportDownloads}`;

const exportRow = rowOf({
  id: whole,
  requested_at: moment,
  expires_at: moment,
  downloaded_at: moment.nullable(),
  downloadable: flag,
});
const requestedRow = rowOf({ requested_at: moment });

/** Exports of all data of a person. Each needs an approval, and belongs to the session that gave it. */
@Injectable()
export class DataExportsService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly notifications: NotificationsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Grants an export, and notifies the person. @throws ApiException DATA_EXPORT_LIMIT. */
  request(context: RequestContext): Promise<DataExport> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const { userId, sessionId } = context.actor;
      await this.refuseMany(tx, userId);
      const now = this.clock.now();
      const expiresAt = new Date(now.getTime() + dataExportMinutes * 60_000);
      const { insertId } = await tx.write(insertExport, [[userId, sessionId, now, expiresAt]]);
      await this.audit.record(tx, {
        action: 'data_export.requested',
        type: 'warning',
        values: { id: insertId },
        ...authorOf(context),
      });
      this.notifications.notify(tx, userId, { type: 'security', key: 'data_exported', values: {} });
      return this.read(tx, context.actor, insertId);
    });
  }

  async list(actor: Actor): Promise<DataExportList> {
    const sql = `${select} ORDER BY requested_at DESC, id DESC LIMIT ?`;
    const rows = await this.database.rows(exportRow, sql, [...this.caller(actor), listed]);
    return { exports: rows.map(toDataExportDto) };
  }

  /**
   * Begins a download.
   * @throws ApiException NOT_FOUND, also for another person's export; DATA_EXPORT_OVER when it expired, belongs to another
   * session, or was downloaded often.
   */
  async begin({ userId, sessionId }: Actor, id: number): Promise<void> {
    const { affectedRows } = await this.database.write(begin, [id, userId, sessionId, this.clock.now()]);
    if (affectedRows !== 1) throw await this.refusal(userId, id);
  }

  /** As `begin`, for a question about the headers: no download (RFC 9110, 9.3.2). */
  async check(actor: Actor, id: number): Promise<void> {
    const row = await this.database.row(exportRow, `${select} AND id = ?`, [...this.caller(actor), id]);
    if (!row?.downloadable) throw await this.refusal(actor.userId, id);
  }

  private async refusal(userId: number, id: number): Promise<ApiException> {
    const isOwn = 'SELECT 1 FROM data_exports WHERE id = ? AND user_id = ?';
    if (await this.database.exists(isOwn, [id, userId])) return new ApiException('DATA_EXPORT_OVER');
    return notFoundFor(this.database, 'data_exports', id, userId);
  }

  /** Records that a download was complete. */
  async complete(context: RequestContext, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.write('UPDATE data_exports SET downloaded_at = ? WHERE id = ?', [this.clock.now(), id]);
      await this.audit.record(tx, {
        action: 'data_export.downloaded',
        type: 'info',
        values: { id },
        ...authorOf(context),
      });
    });
  }

  private async read(connection: Connection, actor: Actor, id: number): Promise<DataExport> {
    const row = await connection.found(exportRow, `${select} AND id = ?`, [...this.caller(actor), id]);
    return toDataExportDto(row);
  }

  private caller({ sessionId, userId }: Actor): unknown[] {
    return [sessionId, this.clock.now(), userId];
  }

  /** Locks the person, so that requests at the same time count each other. */
  private async refuseMany(tx: Transaction, userId: number): Promise<void> {
    await lockUser(tx, userId);
    const now = this.clock.now().getTime();
    const rows = await tx.rows(requestedRow, sinceYesterday, [userId, new Date(now - dayMs)]);
    const [oldest] = rows;
    if (!oldest || rows.length < dataExportsPerDay) return;
    const retryAfterSeconds = Math.ceil((oldest.requested_at.getTime() + dayMs - now) / 1000);
    throw new ApiException('DATA_EXPORT_LIMIT', { retryAfterSeconds });
  }
}

const toDataExportDto = ({
  downloaded_at: downloadedAt,
  ...row
}: ReturnType<typeof exportRow.parse>): DataExport => ({
  ...row,
  state: downloadedAt ? 'downloaded' : row.downloadable ? 'ready' : 'over',
  requested_at: row.requested_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  downloaded_at: downloadedAt?.toISOString() ?? null,
});
