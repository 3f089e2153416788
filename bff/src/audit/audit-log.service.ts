import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LogEntry, LogFilters, LogList, LogListQuery } from '@bank/contracts/admin';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import { countHeads } from '../common/count-heads';
import { wholeNumber } from '../common/money-column';
import { endOfParisDay, startOfParisDay } from '../common/paris-day';
import { containing } from '../common/search';

type LogRow = Omit<LogEntry, 'id' | 'created_at'> & { id: string; created_at: Date };

/** Where a reader of the log stands. */
interface Place {
  id: number;
  created_at: Date;
}

/** How many lines a reader of the whole log holds at a time. */
const batchSize = 1_000;

/** The activity log as administrators read it. */
@Injectable()
export class AuditLogService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * One page of the log, newest first; `action` finds part of an action's name. Of more than `countedRows` lines the
   * rest is neither counted nor paged through.
   */
  async list({ page, limit, ...filters }: LogListQuery): Promise<LogList> {
    const heads = await this.headsOf(filters);
    const skipped = (page - 1) * limit;
    const [total, rows] = await Promise.all([
      this.countUpTo(countedRows + 1, heads),
      skipped < countedRows ? this.rows(heads, { skipped, limit }) : [],
    ]);
    return { logs: rows.map(wireEntry), pagination: paginateCounted(page, limit, total) };
  }

  /** How many lines the filters leave, but no more than `most`. */
  async count(filters: LogFilters, most: number): Promise<number> {
    return this.countUpTo(most, await this.headsOf(filters));
  }

  /**
   * Every line that the filters leave, newest first, in batches read as they are asked for. Each begins where the one
   * before ended, so that none is met twice or left out by what comes in meanwhile.
   */
  async *batches(filters: LogFilters): AsyncGenerator<LogEntry[]> {
    const heads = await this.headsOf(filters);
    let after: Place | undefined;
    do {
      const rows = await this.rows(heads, { skipped: 0, limit: batchSize, after });
      yield rows.map(wireEntry);
      const last = rows.at(-1);
      after = rows.length === batchSize && last ? { ...last, id: wholeNumber(last.id) } : undefined;
    } while (after);
  }

  /**
   * What is read of the log: the newest lines of each kind that the filters leave, or of all kinds. The kinds are few
   * and found by steps through their index.
   */
  private async headsOf({ type, action, user_id: user, dateFrom, dateTo }: LogFilters): Promise<Head[]> {
    const times: Condition[] = [];
    if (dateFrom !== undefined) times.push(['created_at >= ?', startOfParisDay(dateFrom)]);
    if (dateTo !== undefined) times.push(['created_at < ?', endOfParisDay(dateTo)]);
    if (type === 'all' && action === undefined && user === undefined) {
      return [{ index: 'audit_log_time', conditions: times }];
    }
    const ofUser: Condition[] = user === undefined ? [] : [['user_id = ?', user]];
    const wanted: Condition[] = [];
    if (type !== 'all') wanted.push(['type = ?', type]);
    if (action !== undefined) wanted.push(['action LIKE ?', containing(action)]);
    const kinds = (await this.dataSource.query(
      `SELECT action, type FROM audit_log ${whereOf(ofUser)} GROUP BY action, type ${whereOf(wanted, 'HAVING')}`,
      [...valuesOf(ofUser), ...valuesOf(wanted)],
    )) as Pick<LogEntry, 'action' | 'type'>[];
    return kinds.map((kind) => {
      const ofAction: Condition[] = [...ofUser, ['action = ?', kind.action]];
      return {
        index: user === undefined ? 'audit_log_action' : 'audit_log_user',
        conditions: [...ofAction, ['type = ?', kind.type], ...times],
        // The lines of an action lie side by side, whatever their type.
        ...(type === 'all' && times.length === 0 && { counted: ofAction }),
      };
    });
  }

  private async countUpTo(most: number, heads: Head[]): Promise<number> {
    const counted = heads.map(({ index, conditions, counted = conditions }) => ({
      from: `audit_log FORCE INDEX (${index}) ${whereOf(counted)}`,
      values: valuesOf(counted),
    }));
    const once = new Map(counted.map((head) => [JSON.stringify(head), head]));
    return countHeads(this.dataSource, most, [...once.values()]);
  }

  private async rows(
    heads: Head[],
    { skipped, limit, after }: { skipped: number; limit: number; after?: Place | undefined },
  ): Promise<LogRow[]> {
    if (heads.length === 0) return [];
    const older: Condition[] = after
      ? [
          ['created_at <= ?', after.created_at],
          ['(created_at, id) < (?, ?)', after.created_at, after.id],
        ]
      : [];
    const newest = heads.map(({ index, conditions }) => ({
      sql: `(SELECT id, created_at FROM audit_log FORCE INDEX (${index}) ${whereOf([...conditions, ...older])}
        ORDER BY created_at DESC, id DESC LIMIT ?)`,
      values: [...valuesOf([...conditions, ...older]), skipped + limit],
    }));
    return (await this.dataSource.query(
      `SELECT l.id, l.created_at, COALESCE(l.email, u.email) AS email, l.user_id, l.action, l.type, l.message,
         l.request_id
       FROM (${newest.map(({ sql }) => sql).join(' UNION ALL ')}
         ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?) found
         JOIN audit_log l ON l.id = found.id LEFT JOIN users u ON u.id = l.user_id
       ORDER BY l.created_at DESC, l.id DESC`,
      [...newest.flatMap(({ values }) => values), limit, skipped],
    )) as LogRow[];
  }
}

type Condition = [sql: string, ...values: unknown[]];

/** Lines that an index holds in the order of their time. */
interface Head {
  index: string;
  conditions: Condition[];
  /** What counts them together with those of other heads that say the same. */
  counted?: Condition[];
}

const whereOf = (conditions: Condition[], word = 'WHERE'): string =>
  conditions.length === 0 ? '' : `${word} ${conditions.map(([sql]) => sql).join(' AND ')}`;

const valuesOf = (conditions: Condition[]): unknown[] => conditions.flatMap(([, ...values]) => values);

const wireEntry = (row: LogRow): LogEntry => ({
  ...row,
  id: wholeNumber(row.id),
  created_at: row.created_at.toISOString(),
});
