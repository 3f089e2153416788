import { Column, Entity, PrimaryColumn } from 'typeorm';
import {
  chargeBearers,
  type Payment,
  paymentDeciders,
  paymentMethods,
  paymentStages,
  paymentStatuses,
  type RiskReason,
} from '@bank/contracts/payments';
import { identifierColumn, moneyColumn } from '../../platform/database/money-column';

@Entity('payments')
export class PaymentEntity {
  @PrimaryColumn({ ...identifierColumn, unsigned: true, generated: 'increment' })
  id: number;

  @Column({ type: 'varchar', length: 20 })
  reference: string;

  @Column({ ...identifierColumn, unsigned: true, name: 'account_id' })
  accountId: number;

  @Column({ ...moneyColumn })
  amount: bigint;

  @Column({ type: 'char', length: 3 })
  currency: string;

  @Column({ name: 'recipient_account', type: 'varchar', length: 34 })
  recipientAccount: string;

  @Column({ name: 'payment_method', type: 'enum', enum: paymentMethods })
  paymentMethod: Payment['payment_method'];

  @Column({ type: 'enum', enum: paymentStatuses })
  status: Payment['status'];

  /** Out of ten, with one decimal; null when it was never scored. */
  @Column({ name: 'risk_score', type: 'decimal', precision: 3, scale: 1, nullable: true })
  riskScore: string | null;

  @Column({ name: 'risk_reasons', type: 'simple-json', nullable: true })
  riskReasons: RiskReason[] | null;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;

  @Column({ name: 'processed_at', type: 'datetime', precision: 3, nullable: true })
  processedAt: Date | null;

  @Column({ type: 'enum', enum: paymentStages })
  stage: Payment['stage'];

  @Column({ name: 'decided_by', type: 'enum', enum: paymentDeciders, nullable: true })
  decidedBy: Payment['decided_by'];

  /** A Paris day, `2026-11-21`. */
  @Column({ name: 'execution_day', type: 'date', nullable: true })
  executionDay: string | null;

  @Column({ type: 'enum', enum: chargeBearers, nullable: true })
  charges: Payment['charges'];

  @Column({ ...moneyColumn })
  fee: bigint;

  @Column({ name: 'end_to_end_id', type: 'varchar', length: 35, nullable: true })
  endToEndId: string | null;

  /** In cents of the euro when it was ordered; null in euros. */
  @Column({ ...moneyColumn, nullable: true })
  worth: bigint | null;

  @Column({ type: 'char', length: 36, nullable: true })
  uetr: string | null;
}
