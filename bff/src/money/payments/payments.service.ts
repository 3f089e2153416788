import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { toDecimal } from '@bank/contracts/money';
import { countedRows, paginateCounted, searchedRows } from '@bank/contracts/pagination';
import {
  type ListedPayment,
  type PaymentList,
  type PaymentListQuery,
  paymentStatuses,
} from '@bank/contracts/payments';
import { minor, rowOf, whole } from '../../platform/database/columns';
import { countCapped } from '../../platform/database/count-capped';
import { Database } from '../../platform/database/database';
import { decidersQuery, decidersRow, toDecidersDto } from './payment-detail';
import { PaymentEntity } from './payment.entity';
import { foundBy, newest, newestFirst, type PaymentFilter, payments } from './payment-list.sql';
import { toPaymentDto } from './payment-response';

const idRow = rowOf({ id: whole });
const summaryRow = rowOf({ pending: whole, completed: whole, failed: whole, volume: minor });

/** A page of a list. */
interface Page {
  skipped: number;
  limit: number;
}

@Injectable()
export class PaymentsService {
  constructor(
    @InjectRepository(PaymentEntity) private readonly payments: Repository<PaymentEntity>,
    private readonly database: Database,
  ) {}

  /**
   * One page of all customers' payments, newest first. `search` matches as described at `foundBy`, at most
   * `searchedRows` payments. The summary is of all payments, whatever the filter.
   */
  async list({ page, limit, status, stage, search }: PaymentListQuery): Promise<PaymentList> {
    const summary = await this.summary();
    const place = { skipped: (page - 1) * limit, limit };
    const filter = { status, stage };
    const { ids, total } =
      search === undefined
        ? { ids: await this.newest(filter, place), total: await this.total(filter, summary) }
        : await this.found(search, filter, place);
    return {
      payments: await this.withDeciders(
        await this.payments.find({ where: { id: In(ids) }, order: { createdAt: 'DESC', id: 'DESC' } }),
      ),
      pagination: paginateCounted(page, limit, total, search === undefined ? countedRows : searchedRows),
      summary,
    };
  }

  /** From the summary, or of a stage by counting no more than are listed. */
  private async total(filter: PaymentFilter, summary: PaymentList['summary']): Promise<number> {
    const { status, stage } = filter;
    if (stage !== 'all') return countCapped(this.database, countedRows + 1, [payments(filter)]);
    return status === 'all' ? paymentStatuses.reduce((sum, each) => sum + summary[each], 0) : summary[status];
  }

  /** Selects ids only, so that the index alone is read for the rows before the page. */
  private async newest(filter: PaymentFilter, { skipped, limit }: Page): Promise<number[]> {
    if (skipped >= countedRows) return [];
    const { sql, values } = newest(filter);
    const rows = await this.database.rows(idRow, `${sql} ${newestFirst} LIMIT ? OFFSET ?`, [
      ...values,
      limit,
      skipped,
    ]);
    return rows.map(({ id }) => id);
  }

  /** The number of matches, at most one more than are listed, and the ids of a page. */
  private async found(search: string, filter: PaymentFilter, { skipped, limit }: Page) {
    const { sql, values } = foundBy(search, filter);
    const rows = await this.database.rows(
      idRow,
      `SELECT id FROM (${sql}) found ${newestFirst} LIMIT ${searchedRows + 1}`,
      values,
    );
    const listed = rows.slice(0, searchedRows).map(({ id }) => id);
    return { total: rows.length, ids: listed.slice(skipped, skipped + limit) };
  }

  private async withDeciders(payments: PaymentEntity[]): Promise<ListedPayment[]> {
    if (payments.length === 0) return [];
    const ids = payments.map(({ id }) => id);
    const rows = await this.database.rows(decidersRow, decidersQuery, [ids]);
    const deciders = new Map(rows.map((row) => [row.id, row]));
    return payments.flatMap((payment) => {
      const row = deciders.get(payment.id);
      return row ? [{ ...toPaymentDto(payment), ...toDecidersDto({ ...row, status: payment.status }) }] : [];
    });
  }

  /** From the daily totals, which are exact and few. */
  private async summary(): Promise<PaymentList['summary']> {
    const { volume, ...counts } = await this.database.one(
      summaryRow,
      `SELECT COALESCE(SUM(pending), 0) AS pending, COALESCE(SUM(completed), 0) AS completed,
         COALESCE(SUM(failed), 0) AS failed,
         COALESCE(SUM(pending_amount + completed_amount + failed_amount), 0) AS volume FROM payment_totals`,
    );
    return { ...counts, volume: toDecimal(volume) };
  }
}
