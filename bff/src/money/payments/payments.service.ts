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
import { Database } from '../../platform/database/database';
import { decidersQuery, decidersRow, toDecidersDto } from './payment-detail';
import { PaymentEntity } from './payment.entity';
import { foundBy, newest, newestFirst } from './payment-list.sql';
import { toPaymentDto } from './payment-response';

const idRow = rowOf({ id: whole });
const summaryRow = rowOf({ pending: whole, completed: whole, failed: whole, volume: minor });

/** A page of a list. */
interface Page {
  skipped: number;
  limit: number;
}

/** The list of payments to other banks. */
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
  async list({ page, limit, status, search }: PaymentListQuery): Promise<PaymentList> {
    const summary = await this.summary();
    const place = { skipped: (page - 1) * limit, limit };
    const all = paymentStatuses.reduce((sum, each) => sum + summary[each], 0);
    const { ids, total } =
      search === undefined
        ? { ids: await this.newest(status, place), total: status === 'all' ? all : summary[status] }
        : await this.found(search, status, place);
    return {
      payments: await this.withDeciders(
        await this.payments.find({ where: { id: In(ids) }, order: { createdAt: 'DESC', id: 'DESC' } }),
      ),
      pagination: paginateCounted(page, limit, total, search === undefined ? countedRows : searchedRows),
      summary,
    };
  }

  /** Selects ids only, so that the index alone is read for the rows before the page. */
  private async newest(status: PaymentListQuery['status'], { skipped, limit }: Page): Promise<number[]> {
    if (skipped >= countedRows) return [];
    const { sql, values } = newest(status);
    const rows = await this.database.rows(idRow, `${sql} ${newestFirst} LIMIT ? OFFSET ?`, [
      ...values,
      limit,
      skipped,
    ]);
    return rows.map(({ id }) => id);
  }

  /** The number of matches, at most one more than are listed, and the ids of a page. */
  private async found(search: string, status: PaymentListQuery['status'], { skipped, limit }: Page) {
    const { sql, values } = foundBy(search, status);
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
