import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  logCountedLines,
  type LogEntry,
  type LogFilters,
  type LogList,
  type LogListQuery,
} from '@bank/contracts/admin';
import { paginate } from '@bank/contracts/pagination';
import { wholeNumber } from '../common/money-column';
import { endOfParisDay, startOfParisDay } from '../common/paris-day';
import { containing } from '../common/search';

type LogRow = Omit<LogEntry, 'id' | 'created_at'> & { id: string; created_at: Date };
type Condition = [sql: string, ...values: unknown[]];

/** How many lines a reader of the whole log holds at a time. */
const batchSize = 1_000;

/** The activity log as administrators read it. */
@Injectable()
export class AuditLogService {
  constructor(private readonly dataSource: DataSource) {}

  /** One page of the log, newest first; `action` finds part of an action's name. */
  async list({ page, limit, ...filters }: LogListQuery): Promise<LogList> {
    const conditions = await this.conditionsOf(filters);
    const rows = await this.rows(conditions, limit, (page - 1) * limit);
    const total = await this.countUpTo(logCountedLines, conditions);
    return { logs: rows.map(wireEntry), pagination: paginate(page, limit, total) };
  }

  /** How many lines the filters leave, but no more than `most`. */
  async count(filters: LogFilters, most: number): Promise<number> {
    return this.countUpTo(most, await this.conditionsOf(filters));
  }

  /**
   * Every line that the filters leave, newest first, in batches read as they are asked for. Each begins where the one
   * before ended, so that none is met twice or left out by what comes in meanwhile.
   */
  async *batches(filters: LogFilters): AsyncGenerator<LogEntry[]> {
    const conditions = await this.conditionsOf(filters);
    let after: Condition[] = [];
    for (;;) {
      const rows = await this.rows([...conditions, ...after], batchSize, 0);
      yield rows.map(wireEntry);
      const last = rows.at(-1);
      if (rows.length < batchSize || !last) return;
      after = [
        ['(l.created_at, l.id) < (?, ?)', last.created_at, last.id],
        ['l.created_at <= ?', last.created_at],
      ];
    }
  }

  private async conditionsOf({ type, action, user_id, dateFrom, dateTo }: LogFilters): Promise<Condition[]> {
    const conditions: Condition[] = [];
    if (type !== 'all') conditions.push(['l.type = ?', type]);
    if (action !== undefined) conditions.push(['l.action IN (?)', await this.actionsWith(action)]);
    if (user_id !== undefined) conditions.push(['l.user_id = ?', user_id]);
    if (dateFrom !== undefined) conditions.push(['l.created_at >= ?', startOfParisDay(dateFrom)]);
    if (dateTo !== undefined) conditions.push(['l.created_at < ?', endOfParisDay(dateTo)]);
    return conditions;
  }

  /** The names of actions are few, and found by steps through their index; part of a name in a million lines is not. */
  private async actionsWith(part: string): Promise<string[]> {
    const rows = (await this.dataSource.query(
      'SELECT action FROM audit_log GROUP BY action HAVING action LIKE ?',
      [containing(part)],
    )) as { action: string }[];
    return rows.length === 0 ? [''] : rows.map(({ action }) => action);
  }

  private async countUpTo(most: number, conditions: Condition[]): Promise<number> {
    const [row] = (await this.dataSource.query(
      `SELECT COUNT(*) AS total FROM (SELECT 1 FROM audit_log l ${whereOf(conditions)} LIMIT ?) counted`,
      [...valuesOf(conditions), most],
    )) as [{ total: string }];
    return wholeNumber(row.total);
  }

  private async rows(conditions: Condition[], limit: number, skipped: number): Promise<LogRow[]> {
    return (await this.dataSource.query(
      `SELECT l.id, l.created_at, COALESCE(l.email, u.email) AS email, l.user_id, l.action, l.type, l.message,
         l.request_id
       FROM audit_log l LEFT JOIN users u ON u.id = l.user_id
       ${whereOf(conditions)} ORDER BY l.created_at DESC, l.id DESC LIMIT ? OFFSET ?`,
      [...valuesOf(conditions), limit, skipped],
    )) as LogRow[];
  }
}

const whereOf = (conditions: Condition[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;

const valuesOf = (conditions: Condition[]): unknown[] => conditions.flatMap(([, ...values]) => values);

const wireEntry = (row: LogRow): LogEntry => ({
  ...row,
  id: wholeNumber(row.id),
  created_at: row.created_at.toISOString(),
});
