import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Like, type FindOptionsWhere, type Repository } from 'typeorm';
import { toDecimal } from '@bank/contracts/money';
import { paginate } from '@bank/contracts/pagination';
import type { ListedPayment, Payment, PaymentList, PaymentListQuery } from '@bank/contracts/payments';
import { minorUnits, wholeNumber } from '../common/money-column';
import { containing } from '../common/search';
import { decidersQuery, wireDeciders, type DecidersRow } from './payment-detail';
import { PaymentEntity } from './payment.entity';
import { wirePayment } from './wire-payment';

/** Payments to the outside. */
@Injectable()
export class PaymentsService {
  constructor(@InjectRepository(PaymentEntity) private readonly payments: Repository<PaymentEntity>) {}

  /**
   * One page of all customers' payments, newest first; `search` finds part of a reference or of a recipient's
   * account in the whole list. The summary is of all payments, whatever the filter.
   */
  async list({ page, limit, status, search }: PaymentListQuery): Promise<PaymentList> {
    const [payments, total] = await this.payments.findAndCount({
      where: filters(status, search),
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: (page - 1) * limit,
      take: limit,
    });
    return {
      payments: await this.withDeciders(payments),
      pagination: paginate(page, limit, total),
      summary: await this.summary(),
    };
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

  private async summary(): Promise<PaymentList['summary']> {
    const rows = await this.payments
      .createQueryBuilder('payment')
      .select('payment.status', 'status')
      .addSelect('COUNT(*)', 'count')
      .addSelect('SUM(payment.amount)', 'volume')
      .groupBy('payment.status')
      .getRawMany<{ status: Payment['status']; count: string; volume: string }>();
    const count = (status: Payment['status']) =>
      wholeNumber(rows.find((row) => row.status === status)?.count ?? 0);
    return {
      pending: count('pending'),
      completed: count('completed'),
      failed: count('failed'),
      volume: toDecimal(rows.reduce((sum, { volume }) => sum + minorUnits(volume), 0n)),
    };
  }
}

/** Two alternatives, each with the status, because `where` lists alternatives. */
function filters(status: PaymentListQuery['status'], search?: string): FindOptionsWhere<PaymentEntity>[] {
  const base: FindOptionsWhere<PaymentEntity> = status === 'all' ? {} : { status };
  if (search === undefined) return [base];
  const found = Like(containing(search));
  // People copy an IBAN in groups of four.
  const account = Like(containing(search.replace(/\s/g, '')));
  return [
    { ...base, reference: found },
    { ...base, recipientAccount: account },
  ];
}
