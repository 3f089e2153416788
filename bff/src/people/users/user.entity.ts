import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { defaultLanguage, languages, type Language } from '@bank/contracts/language';
import { roles, type Role } from '@bank/contracts/permissions';
import { kycStatuses, userStatuses } from '@bank/contracts/users';

@Entity('users')
export class UserEntity {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id: number;

  @Column({ type: 'varchar', length: 254 })
  email: string;

  @Column({ type: 'varchar', length: 40 })
  username: string;

  @Column({ name: 'first_name', type: 'varchar', length: 80 })
  firstName: string;

  @Column({ name: 'last_name', type: 'varchar', length: 80 })
  lastName: string;

  @Column({ type: 'varchar', length: 30, nullable: true })
  phone: string | null;

  /** Selected only explicitly, so that it cannot leak. */
  @Column({ name: 'password_hash', type: 'varchar', length: 200, select: false })
  passwordHash: string;

  @Column({ type: 'enum', enum: roles, default: 'user' })
  role: Role;

  @Column({ type: 'enum', enum: userStatuses, default: 'active' })
  status: (typeof userStatuses)[number];

  @Column({ name: 'kyc_status', type: 'enum', enum: kycStatuses, default: 'pending' })
  kycStatus: (typeof kycStatuses)[number];

  @Column({ name: 'kyc_submitted_at', type: 'datetime', precision: 3, nullable: true })
  kycSubmittedAt: Date | null;

  /** The language of mails. */
  @Column({ type: 'enum', enum: languages, default: defaultLanguage })
  language: Language;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;

  /** Set for a deleted user, whose e-mail and username are free again. */
  @Column({ name: 'deleted_at', type: 'datetime', precision: 3, nullable: true })
  deletedAt: Date | null;
}
