import { Injectable } from '@nestjs/common';
import {
  logTypes,
  type LogEntry,
  type LogFilters,
  type LogHistoryQuery,
  type LogList,
  type LogListQuery,
} from '@bank/contracts/admin';
import type { Language } from '@bank/contracts/language';
import { logSentence, type LogValues } from '@bank/contracts/log-texts';
import { oldLogText } from '@bank/contracts/old-log-texts';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import { z } from 'zod';
import { idRow, jsonOf, moment, rowOf, text, whole } from '../database/columns';
import { countCapped } from '../database/count-capped';
import { Database } from '../database/database';
import { containing } from '../database/search';
import type { RequestContext } from '../http/request-context';
import { endOfParisDay, startOfParisDay } from '../time/paris-day';
import { findingActions } from './finding-actions';

const legs = z.array(z.object({ sum: z.string(), account: z.number() }));
const logValues: z.ZodType<LogValues> = z.record(text, z.union([z.string(), z.number(), legs]));

const logRow = rowOf({
  id: whole,
  created_at: moment,
  email: text.nullable(),
  user_id: whole.nullable(),
  action: text,
  type: z.enum(logTypes),
  message: text,
  /** NULL for an old line, whose `message` is a French sentence. */
  text: text.nullable(),
  params: jsonOf(logValues).nullable(),
  request_id: text.nullable(),
});
type LogRow = z.infer<typeof logRow>;
const kindRow = logRow.pick({ action: true, type: true });

/** The keyset of the last line read. */
type Position = Pick<LogRow, 'id' | 'created_at'>;

const batchSize = 1_000;

/** Lines about cases name a person only where the case is the bank's own; `audit_people` names those of old lines. */
const findingsAbout = `
  SELECT id FROM audit_log FORCE INDEX (audit_log_person)
  WHERE person = ? AND (action IN (?) OR action LIKE 'case.%')
  UNION ALL SELECT log_id FROM audit_people WHERE user_id = ?`;

@Injectable()
export class AuditLogService {
  constructor(private readonly database: Database) {}

  /**
   * One page of the log, newest first, as its reader sees it; `action` matches a part of the action's name. Counts and pages through
   * at most `countedRows` lines.
   */
  async list({ page, limit, ...filters }: LogListQuery, { language, actor }: Reader): Promise<LogList> {
    const ranges = await this.seenBy(actor.userId, await this.rangesOf(filters));
    const skipped = (page - 1) * limit;
    const [total, rows] = await Promise.all([
      this.countUpTo(countedRows + 1, ranges),
      skipped < countedRows ? this.rows(ranges, { skipped, limit }) : [],
    ]);
    const logs = rows.map((row) => toLogEntryDto(row, language));
    return { logs, pagination: paginateCounted(page, limit, total) };
  }

  /**
   * One page of what happened to an object, newest first, as its reader sees it: by an index of its own, so that it takes no longer
   * in a log of ten million lines. A person's also has what they did.
   */
  async history(
    { about, user_id: user, page, limit }: LogHistoryQuery,
    { language, actor }: Reader,
  ): Promise<LogList> {
    const ranges = await this.seenBy(actor.userId, await this.rangesAbout(about, user));
    const skipped = (page - 1) * limit;
    const total = await this.countUpTo(countedRows + 1, ranges);
    const rows = skipped < countedRows ? await this.rows(ranges, { skipped, limit }) : [];
    return {
      logs: rows.map((row) => toLogEntryDto(row, language)),
      pagination: paginateCounted(page, limit, total),
    };
  }

  private async rangesAbout(about: string, user: number | undefined): Promise<Range[]> {
    const of: Condition[] = user === undefined ? [] : [['(user_id = ? OR person = ?)', user, `user:${user}`]];
    const subject = { index: 'audit_log_subject', conditions: [['subject = ?', about] as Condition, ...of] };
    const id = /^user:(\d{1,10})$/.exec(about)?.[1];
    if (id === undefined) return [subject];
    // Without duplicates: a person's actions on themselves are among their actions.
    const byOthers: Condition = ['(user_id IS NULL OR user_id <> ?)', Number(id)];
    const own = await this.rangesOf({ type: 'all', user_id: Number(id) });
    return [
      ...own,
      { ...subject, conditions: [...subject.conditions, byOthers] },
      { index: 'audit_log_person', conditions: [['person = ?', about], byOthers] },
    ];
  }

  /** The number of lines that pass the filters and the reader sees, up to `limit`. */
  async count(filters: LogFilters, { actor }: Reader, limit: number): Promise<number> {
    return this.countUpTo(limit, await this.seenBy(actor.userId, await this.rangesOf(filters)));
  }

  /** Every line that passes the filters and the reader sees, newest first, in lazily read batches (keyset pagination). */
  async *batches(filters: LogFilters, { language, actor }: Reader): AsyncGenerator<LogEntry[]> {
    const ranges = await this.seenBy(actor.userId, await this.rangesOf(filters));
    let after: Position | undefined;
    do {
      const rows = await this.rows(ranges, { skipped: 0, limit: batchSize, after });
      yield rows.map((row) => toLogEntryDto(row, language));
      after = rows.length === batchSize ? rows.at(-1) : undefined;
    } while (after);
  }

  /** The index ranges that pass the filters: one per kind of line, found by a loose index scan, or one for all lines. */
  private async rangesOf({ type, action, user_id: user, dateFrom, dateTo }: LogFilters): Promise<Range[]> {
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
    const kinds = await this.database.rows(
      kindRow,
      `SELECT action, type FROM audit_log ${whereOf(ofUser)} GROUP BY action, type ${whereOf(wanted, 'HAVING')}`,
      [...valuesOf(ofUser), ...valuesOf(wanted)],
    );
    return kinds.map((kind) => {
      const ofAction: Condition[] = [...ofUser, ['action = ?', kind.action]];
      return {
        index: user === undefined ? 'audit_log_action' : 'audit_log_user',
        conditions: [...ofAction, ['type = ?', kind.type], ...times],
        // The index holds the lines of an action of every type together.
        ...(type === 'all' && times.length === 0 && { counted: ofAction }),
      };
    });
  }

  /** The ranges without what the bank's checks found of the reader: by its ids, few or none, which every index holds. */
  private async seenBy(readerId: number, ranges: Range[]): Promise<Range[]> {
    const values = [`user:${readerId}`, findingActions, readerId];
    const found = await this.database.rows(idRow, findingsAbout, values);
    if (found.length === 0) return ranges;
    const unseen: Condition = ['id NOT IN (?)', found.map(({ id }) => id)];
    return ranges.map(({ conditions, counted, ...range }) => ({
      ...range,
      conditions: [...conditions, unseen],
      ...(counted && { counted: [...counted, unseen] }),
    }));
  }

  private async countUpTo(limit: number, ranges: Range[]): Promise<number> {
    const counted = ranges.map(({ index, conditions, counted = conditions }) => ({
      from: `audit_log FORCE INDEX (${index}) ${whereOf(counted)}`,
      values: valuesOf(counted),
    }));
    const distinct = new Map(counted.map((range) => [JSON.stringify(range), range]));
    return countCapped(this.database, limit, [...distinct.values()]);
  }

  private async rows(
    ranges: Range[],
    { skipped, limit, after }: { skipped: number; limit: number; after?: Position | undefined },
  ): Promise<LogRow[]> {
    if (ranges.length === 0) return [];
    const older: Condition[] = after
      ? [
          ['created_at <= ?', after.created_at],
          ['(created_at, id) < (?, ?)', after.created_at, after.id],
        ]
      : [];
    const newest = ranges.map(({ index, conditions }) => ({
      sql: `(SELECT id, created_at FROM audit_log FORCE INDEX (${index}) ${whereOf([...conditions, ...older])}
        ORDER BY created_at DESC, id DESC LIMIT ?)`,
      values: [...valuesOf([...conditions, ...older]), skipped + limit],
    }));
    return this.database.rows(
      logRow,
      `SELECT l.id, l.created_at, COALESCE(l.email, u.email) AS email, l.user_id, l.action, l.type, l.message,
         l.text, l.params, l.request_id
       FROM (${newest.map(({ sql }) => sql).join(' UNION ALL ')}
         ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?) found
         JOIN audit_log l ON l.id = found.id LEFT JOIN users u ON u.id = l.user_id
       ORDER BY l.created_at DESC, l.id DESC`,
      [...newest.flatMap(({ values }) => values), limit, skipped],
    );
  }
}

/** Who reads the log, and in which language. */
type Reader = Pick<RequestContext, 'language'> & { actor: Pick<RequestContext['actor'], 'userId'> };

type Condition = [sql: string, ...values: unknown[]];

/** Lines that an index holds in the order of time. */
interface Range {
  index: string;
  conditions: Condition[];
  /** The conditions for counting; ranges with equal ones are counted together. */
  counted?: Condition[];
}

const whereOf = (conditions: Condition[], word = 'WHERE'): string =>
  conditions.length === 0 ? '' : `${word} ${conditions.map(([sql]) => sql).join(' AND ')}`;

const valuesOf = (conditions: Condition[]): unknown[] => conditions.flatMap(([, ...values]) => values);

const toLogEntryDto = ({ text: name, params, ...row }: LogRow, language: Language): LogEntry => ({
  ...row,
  created_at: row.created_at.toISOString(),
  message: name === null ? oldLogText(row.message, language) : logSentence(name, params ?? {}, language),
});
