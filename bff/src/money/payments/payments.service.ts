import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { toDecimal } from '@bank/contracts/money';
import { countedRows, paginateCounted, searchedRows } from '@bank/contracts/pagination';
import {
  type ListedPayment,
  type PaymentList,
  type PaymentListQuery,
  paymentStatuses,
} from '@bank/contracts/payments';
import { idRow, minor, rowOf, whole } from '../../platform/database/columns';
import { countCapped } from '../../platform/database/count-capped';
import { Database, type Transaction } from '../../platform/database/database';
import type { RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { takenBy } from '../../people/work/taken-by';
import { decidersQuery, decidersRow, toDecidersDto } from './payment-detail';
import { FirstApprovalsService } from './first-approvals.service';
import { PaymentEntity } from './payment.entity';
import {
  byAge,
  foundBy,
  heldAmong,
  isFiltered,
  listed,
  filtered,
  type FurtherFilters,
  type PaymentFilter,
  payments,
} from './payment-list.sql';
import { asPayer, toPaymentDto } from './payment-response';

const summaryRow = rowOf({ pending: whole, completed: whole, failed: whole, volume: minor });

type SortedFilter = PaymentFilter & Pick<PaymentListQuery, 'sort'>;

/** A page of a list. */
interface Page {
  skipped: number;
  limit: number;
}

@Injectable()
export class PaymentsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly firstApprovals: FirstApprovalsService,
  ) {}

  /**
   * One page of all customers' payments, newest first unless sorted, and the summary, as of one moment. `search` matches as
   * described at `foundBy`, at most `searchedRows` payments. The summary is of all payments, whatever the filter.
   */
  list(query: PaymentListQuery, context: RequestContext): Promise<PaymentList> {
    return this.database.snapshot((tx) => this.listed(tx, query, context));
  }

  private async listed(
    tx: Transaction,
    { page, limit, search, mine, ...query }: PaymentListQuery,
    { actor }: RequestContext,
  ): Promise<PaymentList> {
    const held = mine === 'mine' ? takenBy('payment', actor.userId, this.clock.now()) : undefined;
    const summary = await this.summary(tx);
    const place = { skipped: (page - 1) * limit, limit };
    const { ids, total } = isFiltered({ ...query, held })
      ? await this.filtered(tx, { ...query, held }, search, place)
      : search === undefined
        ? { ids: await this.byAge(tx, query, place), total: await this.total(tx, query, summary) }
        : await this.found(tx, search, query, place);
    return {
      payments: await this.inOrder(tx, ids, actor.userId),
      pagination: paginateCounted(page, limit, total, search === undefined ? countedRows : searchedRows),
      summary,
    };
  }

  /** From the summary, or of a stage by counting no more than are listed. */
  private async total(
    tx: Transaction,
    filter: PaymentFilter,
    summary: PaymentList['summary'],
  ): Promise<number> {
    const { status, stage } = filter;
    if (stage !== 'all') return countCapped(tx, countedRows + 1, [payments(filter)]);
    return status === 'all' ? paymentStatuses.reduce((sum, each) => sum + summary[each], 0) : summary[status];
  }

  /** Selects ids only, so that the index alone is read for the rows before the page. */
  private async byAge(
    tx: Transaction,
    { sort, ...filter }: SortedFilter,
    { skipped, limit }: Page,
  ): Promise<number[]> {
    if (skipped >= countedRows) return [];
    const { sql, values } = listed(filter);
    const rows = await tx.rows(idRow, `${sql} ${byAge(sort)} LIMIT ? OFFSET ?`, [...values, limit, skipped]);
    return rows.map(({ id }) => id);
  }

  /** The number of matches, at most one more than are listed, and the ids of a page. */
  private async found(
    tx: Transaction,
    search: string,
    { sort, ...filter }: SortedFilter,
    { skipped, limit }: Page,
  ) {
    const { sql, values } = foundBy(search, filter);
    const rows = await tx.rows(
      idRow,
      `SELECT id FROM (${sql}) found ${byAge(sort)} LIMIT ${searchedRows + 1}`,
      values,
    );
    const matches = rows.slice(0, searchedRows).map(({ id }) => id);
    return { total: rows.length, ids: matches.slice(skipped, skipped + limit) };
  }

  /** A page of the payments of a risk, or in another order, among those that can be paged through. */
  private async filtered(
    tx: Transaction,
    query: PaymentFilter & FurtherFilters,
    search: string | undefined,
    { skipped, limit }: Page,
  ) {
    const all = query.held ? heldAmong(query.held, query) : listed(query);
    const candidates = search === undefined ? all : foundBy(search, query);
    const most = search === undefined ? countedRows : searchedRows;
    const bounded = {
      sql: `SELECT id, created_at FROM (${candidates.sql}) found ${byAge(query.sort)} LIMIT ${most}`,
      values: candidates.values,
    };
    const { sql, values, order } = filtered(bounded, query);
    const total = await tx.count(`SELECT COUNT(*) FROM (${sql}) counted`, values);
    const rows = await tx.rows(idRow, `SELECT id FROM (${sql}) listed ${order} LIMIT ? OFFSET ?`, [
      ...values,
      limit,
      skipped,
    ]);
    return { total, ids: rows.map(({ id }) => id) };
  }

  /** The reader's own payments are as their payer may know them. */
  private async inOrder(tx: Transaction, ids: number[], readerId: number): Promise<ListedPayment[]> {
    if (ids.length === 0) return [];
    const found = await tx.entities.find(PaymentEntity, { where: { id: In(ids) } });
    const rows = await tx.rows(decidersRow, decidersQuery, [ids]);
    const payments = new Map(found.map((payment) => [payment.id, payment]));
    const counted = await this.firstApprovals.counted(tx, rows);
    const deciders = new Map(counted.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const [payment, row] = [payments.get(id), deciders.get(id)];
      if (!payment || !row) return [];
      const shown = row.userId === readerId ? asPayer(payment) : payment;
      return [{ ...toPaymentDto(shown), ...toDecidersDto({ ...row, status: payment.status }) }];
    });
  }

  /** From the daily totals, which are exact and few. */
  private async summary(tx: Transaction): Promise<PaymentList['summary']> {
    const { volume, ...counts } = await tx.one(
      summaryRow,
      `SELECT COALESCE(SUM(pending), 0) AS pending, COALESCE(SUM(completed), 0) AS completed,
         COALESCE(SUM(failed), 0) AS failed,
         COALESCE(SUM(pending_amount + completed_amount + failed_amount), 0) AS volume FROM payment_totals`,
    );
    return { ...counts, volume: toDecimal(volume) };
  }
}
