import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  type CaseList,
  type CaseListQuery,
  type CaseSummary,
  entryKinds,
  type StaffCase,
} from '@bank/contracts/cases';
import type { Language } from '@bank/contracts/language';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import { isoMoment, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import type { RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { parisDayAround } from '../../platform/time/paris-day';
import { CaseHandlers } from './case-handlers.service';
import { CaseReader } from './case-reader.service';
import { commonColumns, commonRow, linkRow, selectLinks, toCommon } from './cases.sql';
import { refuseOwnCase } from './own-case';

const nameOf = (alias: string) => `CONCAT_WS(' ', ${alias}.first_name, ${alias}.last_name)`;
const people = `
  c.user_id AS customerId, ${nameOf('u')} AS customerName, c.assignee_id AS assigneeId, ${nameOf('a')} AS assigneeName, c.version`;
const joined = 'JOIN users u ON u.id = c.user_id LEFT JOIN users a ON a.id = c.assignee_id';
const summaryRow = rowOf({
  ...commonRow,
  customerId: whole,
  customerName: text,
  assigneeId: whole.nullable(),
  assigneeName: text,
  version: whole,
});
type SummaryRow = z.output<typeof summaryRow>;

const selectOne = `
  SELECT ${commonColumns}, ${people}, c.decided_by AS deciderId, ${nameOf('d')} AS deciderName, c.decided_at
  FROM cases c ${joined} LEFT JOIN users d ON d.id = c.decided_by WHERE c.id = ?`;
const oneRow = summaryRow.extend({
  deciderId: whole.nullable(),
  deciderName: text,
  decided_at: isoMoment.nullable(),
});

/** The states of a filter; `all` has none. */
const statesOf = (state: CaseListQuery['state']): string[] =>
  state === 'unfinished' ? ['open', 'waiting'] : state === 'all' ? [] : [state];

/** Staff's reads of cases. */
@Injectable()
export class StaffCasesService {
  constructor(
    private readonly database: Database,
    private readonly handlers: CaseHandlers,
    private readonly reader: CaseReader,
    private readonly clock: Clock,
  ) {}

  /**
   * One page of the queue, as of one moment: what is due soonest first; decided cases and `all` by newest. Cases about the
   * caller are left out: that there is a finding about a person is not for that person (Code monétaire et financier, L561-18).
   */
  list(context: RequestContext, query: CaseListQuery): Promise<CaseList> {
    return this.database.snapshot((tx) => this.listed(tx, context, query));
  }

  private async listed(
    tx: Transaction,
    { actor, language }: RequestContext,
    query: CaseListQuery,
  ): Promise<CaseList> {
    const { page, limit, state } = query;
    const conditions = this.conditionsOf(query, actor.userId);
    const where = conditions.map(([sql]) => sql).join(' AND ');
    const values = conditions.flatMap(([, ...each]) => each);
    const order = state === 'all' || state === 'decided' ? 'c.id DESC' : 'c.due_at, c.id';
    const rows = await tx.rows(
      summaryRow,
      `SELECT ${commonColumns}, ${people} FROM cases c ${joined} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
      [...values, limit, (page - 1) * limit],
    );
    const found = await countUpTo(tx, where, values);
    const open = await countUpTo(tx, `c.state = 'open' AND c.user_id <> ?`, [actor.userId]);
    return {
      cases: rows.map((row) => toSummary(row, language)),
      pagination: paginateCounted(page, limit, found),
      open: Math.min(open, countedRows),
    };
  }

  /**
   * One case as of one moment, so that its state and its timeline agree.
   * @param tx that may have changed it
   * @throws ApiException NOT_FOUND; as `refuseOwnCase` for a case about the caller, which colleagues decide.
   */
  one(context: RequestContext, id: number, tx?: Transaction): Promise<StaffCase> {
    return tx
      ? this.read(tx, context, id)
      : this.database.snapshot((snapshot) => this.read(snapshot, context, id));
  }

  private async read(connection: Transaction, context: RequestContext, id: number): Promise<StaffCase> {
    const row = await connection.found(oneRow, selectOne, [id]);
    refuseOwnCase({ kind: row.kind, userId: row.customerId }, context.actor.userId);
    const { language } = context;
    const isOver = row.state === 'decided';
    const handler = this.handlers.of(row.kind);
    return {
      ...toSummary(row, language),
      way: isOver ? null : await handler.way(connection, id),
      refund: (await handler.refund?.(connection, id)) ?? null,
      decided_by: personOf(row.deciderId, row.deciderName),
      decided_at: row.decided_at,
      links: await connection.rows(linkRow, selectLinks, [id]),
      entries: await this.reader.entries(connection, id, entryKinds, language),
    };
  }

  private conditionsOf({ kind, state, mine, due }: CaseListQuery, userId: number): [string, ...unknown[]][] {
    const now = this.clock.now();
    const states = statesOf(state);
    return [
      ['c.user_id <> ?', userId],
      ...(kind === 'all' ? [] : [['c.kind = ?', kind] as [string, unknown]]),
      ...(states.length === 0 ? [] : [['c.state IN (?)', states] as [string, unknown]]),
      ...(mine === 'mine' ? [['c.assignee_id = ?', userId] as [string, unknown]] : []),
      ...(mine === 'free' ? [['c.assignee_id IS NULL'] as [string]] : []),
      // No answer to a decided case is due.
      ...(due === 'all' ? [] : [[`c.state <> 'decided'`] as [string]]),
      ...(due === 'overdue' ? [['c.due_at < ?', now] as [string, unknown]] : []),
      ...(due === 'today' ? [['c.due_at <= ?', parisDayAround(now).end] as [string, unknown]] : []),
    ];
  }
}

/** At most one more than is listed. */
const countUpTo = (tx: Transaction, where: string, values: unknown[]): Promise<number> =>
  tx.count(`SELECT COUNT(*) FROM (SELECT 1 FROM cases c WHERE ${where} LIMIT ?) counted`, [
    ...values,
    countedRows + 1,
  ]);

const personOf = (id: number | null, name: string) => (id === null ? null : { id, name });

const toSummary = (row: SummaryRow, language: Language): CaseSummary => ({
  ...toCommon(row, language),
  customer: { id: row.customerId, name: row.customerName },
  assignee: personOf(row.assigneeId, row.assigneeName),
  version: row.version,
});
