import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { cardBrands, cardStatuses, cardTypes, type Card } from '@bank/contracts/cards';
import { identifierColumn, moneyColumn } from '../../platform/database/money-column';
import { AccountEntity } from '../ledger/account.entity';
import { cardEnds, deliveryStates, type StateFacts } from './card-state';

@Entity('cards')
export class CardEntity {
  @PrimaryColumn({ ...identifierColumn, unsigned: true, generated: 'increment' })
  id: number;

  @ManyToOne(() => AccountEntity)
  @JoinColumn({ name: 'account_id' })
  account: AccountEntity;

  @Column({ type: 'enum', enum: cardTypes })
  type: Card['type'];

  @Column({ type: 'enum', enum: cardBrands })
  brand: Card['brand'];

  @Column({ type: 'enum', enum: cardStatuses })
  status: Card['status'];

  @Column({ type: 'boolean' })
  virtual: boolean;

  @Column({ name: 'blocked_by_bank', type: 'boolean' })
  blockedByBank: boolean;

  /** Encrypted; like the digest, selected only on request. */
  @Column({ name: 'number_encrypted', type: 'varbinary', length: 64, select: false })
  numberEncrypted: Buffer;

  @Column({ name: 'number_digest', type: 'binary', length: 32, select: false })
  numberDigest: Buffer;

  @Column({ name: 'last_four', type: 'char', length: 4 })
  lastFour: string;

  @Column({ name: 'expiry_date', type: 'date', utc: true })
  expiryDate: string;

  @Column({ name: 'last_used_at', type: 'datetime', precision: 3, nullable: true })
  lastUsedAt: Date | null;

  @Column({ name: 'number_key', type: 'tinyint', unsigned: true })
  numberKey: number;

  /** The delivery state of the plastic; `none` for a virtual card. */
  @Column({ type: 'enum', enum: deliveryStates })
  delivery: StateFacts['delivery'];

  /** When ordered plastic is sent at the latest; null otherwise. */
  @Column({ name: 'delivery_at', type: 'datetime', precision: 3, nullable: true })
  deliveryAt: Date | null;

  @Column({ type: 'enum', enum: cardEnds, nullable: true })
  ended: StateFacts['ended'];

  @Column({ ...identifierColumn, unsigned: true, nullable: true })
  replaces: number | null;

  @Column({ type: 'boolean' })
  once: boolean;

  @Column({ name: 'pin_key', type: 'tinyint', unsigned: true, nullable: true })
  pinKey: number | null;

  @Column({ name: 'pin_tries', type: 'tinyint', unsigned: true })
  pinTries: number;

  /** Limits in minor units; null: the account's. */
  @Column({ ...moneyColumn, name: 'per_payment', nullable: true })
  perPayment: bigint | null;

  @Column({ ...moneyColumn, name: 'per_day', nullable: true })
  perDay: bigint | null;

  @Column({ ...moneyColumn, name: 'per_month', nullable: true })
  perMonth: bigint | null;

  @Column({ ...moneyColumn, name: 'cash_per_day', nullable: true })
  cashPerDay: bigint | null;

  @Column({ type: 'boolean' })
  online: boolean;

  @Column({ type: 'boolean' })
  contactless: boolean;

  @Column({ type: 'boolean' })
  cash: boolean;

  @Column({ type: 'boolean' })
  abroad: boolean;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}
