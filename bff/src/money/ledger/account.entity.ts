import { Column, Entity, PrimaryColumn } from 'typeorm';
import { identifierColumn, moneyColumn } from '../../platform/database/money-column';

/** An account as lists read it. Only the ledger writes `balance` and `held`, in plain SQL. */
@Entity('accounts')
export class AccountEntity {
  @PrimaryColumn({ ...identifierColumn, unsigned: true })
  id: number;

  @Column({ name: 'user_id', type: 'int', unsigned: true, nullable: true })
  userId: number | null;

  @Column({ type: 'char', length: 3 })
  currency: string;

  @Column({ ...moneyColumn, update: false, insert: false })
  balance: bigint;

  @Column({ ...moneyColumn, name: 'card_limit' })
  cardLimit: bigint;

  @Column({ ...moneyColumn, name: 'withdrawal_limit' })
  withdrawalLimit: bigint;
}
