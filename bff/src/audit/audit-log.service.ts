import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LogEntry, LogList, LogListQuery } from '@bank/contracts/admin';
import { paginate } from '@bank/contracts/pagination';
import { wholeNumber } from '../common/money-column';
import { containing } from '../common/search';

type LogRow = Omit<LogEntry, 'id' | 'created_at'> & { id: string; created_at: Date };

/** The activity log as administrators read it. */
@Injectable()
export class AuditLogService {
  constructor(private readonly dataSource: DataSource) {}

  /** One page of the log, newest first; `action` finds part of an action's name. */
  async list({ page, limit, type, action, user_id }: LogListQuery): Promise<LogList> {
    const conditions: [string, unknown][] = [];
    if (type !== 'all') conditions.push(['l.type = ?', type]);
    if (action !== undefined) conditions.push(['l.action LIKE ?', containing(action)]);
    if (user_id !== undefined) conditions.push(['l.user_id = ?', user_id]);
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;
    const values = conditions.map(([, value]) => value);
    const [counted] = (await this.dataSource.query(
      `SELECT COUNT(*) AS total FROM audit_log l ${where}`,
      values,
    )) as [{ total: string }];
    const rows = (await this.dataSource.query(
      `SELECT l.id, l.created_at, COALESCE(l.email, u.email) AS email, l.user_id, l.action, l.type, l.message,
         l.request_id
       FROM audit_log l LEFT JOIN users u ON u.id = l.user_id
       ${where} ORDER BY l.id DESC LIMIT ? OFFSET ?`,
      [...values, limit, (page - 1) * limit],
    )) as LogRow[];
    return {
      logs: rows.map(wireEntry),
      pagination: paginate(page, limit, wholeNumber(counted.total)),
    };
  }
}

const wireEntry = (row: LogRow): LogEntry => ({
  ...row,
  id: wholeNumber(row.id),
  created_at: row.created_at.toISOString(),
});
