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
import { minorUnits, wholeNumber } from '../common/money-column';
import { decidersQuery, wireDeciders, type DecidersRow } from './payment-detail';
import { PaymentEntity } from './payment.entity';
import { foundBy, newest, newestFirst } from './payment-list.sql';
import { wirePayment } from './wire-payment';

/** A page of a list. */
interface Part {
  skipped: number;
  limit: number;
}

/** Payments to the outside. */
@Injectable()
export class PaymentsService {
  constructor(@InjectRepository(PaymentEntity) private readonly payments: Repository<PaymentEntity>) {}

  /**
   * One page of all customers' payments, newest first. `search` finds what `foundBy` says, and of more than
   * `searchedRows` payments so many. The summary is of all payments, whatever the filter.
   */
  async list({ page, limit, status, search }: PaymentListQuery): Promise<PaymentList> {
    const summary = await this.summary();
    const part = { skipped: (page - 1) * limit, limit };
    const all = paymentStatuses.reduce((sum, each) => sum + summary[each], 0);
    const { ids, total } =
      search === undefined
        ? { ids: await this.newest(status, part), total: status === 'all' ? all : summary[status] }
        : await this.found(search, status, part);
    return {
      payments: await this.withDeciders(
        await this.payments.find({ where: { id: In(ids) }, order: { createdAt: 'DESC', id: 'DESC' } }),
      ),
      pagination: paginateCounted(page, limit, total, search === undefined ? countedRows : searchedRows),
      summary,
    };
  }

  /** The ids alone: the rows before the page are then passed over without being read. */
  private async newest(status: PaymentListQuery['status'], { skipped, limit }: Part): Promise<string[]> {
    if (skipped >= countedRows) return [];
    const { sql, values } = newest(status);
    const rows = (await this.payments.query(`${sql} ${newestFirst} LIMIT ? OFFSET ?`, [
      ...values,
      limit,
      skipped,
    ])) as { id: string }[];
    return rows.map(({ id }) => id);
  }

  /** How many payments a text finds, one more than are listed at most, and a part of their ids. */
  private async found(search: string, status: PaymentListQuery['status'], { skipped, limit }: Part) {
    const { sql, values } = foundBy(search, status);
    const rows = (await this.payments.query(
      `SELECT id FROM (${sql}) found ${newestFirst} LIMIT ${searchedRows + 1}`,
      values,
    )) as { id: string }[];
    const listed = rows.slice(0, searchedRows).map(({ id }) => id);
    return { total: rows.length, ids: listed.slice(skipped, skipped + limit) };
  }

  private async withDeciders(payments: PaymentEntity[]): Promise<ListedPayment[]> {
    if (payments.length === 0) return [];
    const ids = payments.map(({ id }) => id);
    const rows = (await this.payments.query(decidersQuery, [ids])) as (DecidersRow & { id: string })[];
    const deciders = new Map(rows.map((row) => [wholeNumber(row.id), row]));
    return payments.flatMap((payment) => {
      const row = deciders.get(payment.id);
      return row ? [{ ...wirePayment(payment), ...wireDeciders({ ...row, status: payment.status }) }] : [];
    });
  }

  /** From the totals of each day, which are exact and few. */
  private async summary(): Promise<PaymentList['summary']> {
    const [row] = (await this.payments.query(
      `SELECT COALESCE(SUM(pending), 0) AS pending, COALESCE(SUM(completed), 0) AS completed,
         COALESCE(SUM(failed), 0) AS failed,
         COALESCE(SUM(pending_amount + completed_amount + failed_amount), 0) AS volume FROM payment_totals`,
    )) as [Record<keyof PaymentList['summary'], string>];
    return {
      pending: wholeNumber(row.pending),
      completed: wholeNumber(row.completed),
      failed: wholeNumber(row.failed),
      volume: toDecimal(minorUnits(row.volume)),
    };
  }
}
