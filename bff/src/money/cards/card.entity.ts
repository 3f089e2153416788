import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { cardBrands, cardStatuses, cardTypes, type Card } from '@bank/contracts/cards';
import { identifierColumn } from '../../platform/database/money-column';
import { AccountEntity } from '../ledger/account.entity';

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

  /** Encrypted; not selected unless it is asked for, and neither is the digest. */
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

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}
