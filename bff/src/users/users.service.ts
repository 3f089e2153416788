import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { defaultLanguage, type Language } from '@bank/contracts/language';
import type { Role } from '@bank/contracts/permissions';
import type { kycStatuses, User, userStatuses } from '@bank/contracts/users';
import { Clock } from '../common/clock';
import { databaseErrorNumber, duplicateKey } from '../common/database-error';
import { Failure } from '../common/failure';
import { literally } from '../common/search';

export interface NewUser {
  email: string;
  username: string;
  first_name: string;
  last_name: string;
  phone?: string | undefined;
  passwordHash: string;
  language: Language;
  role?: Role;
  status?: (typeof userStatuses)[number];
  kyc_status?: (typeof kycStatuses)[number];
}

export type ChangedUser = Pick<NewUser, 'email' | 'username' | 'first_name' | 'last_name' | 'phone'> &
  Pick<User, 'role' | 'status' | 'kyc_status'>;

/** What signing in needs to know of the person that an identifier names; no hash when the password has run out. */
export interface Credentials {
  id: number;
  email: string;
  passwordHash: string | undefined;
  status: (typeof userStatuses)[number];
}

type UserRow = Omit<User, 'kyc_submitted_at' | 'created_at' | 'must_change_password'> & {
  temporary_password_until: Date | null;
  kyc_submitted_at: Date | null;
  created_at: Date;
};

/** The columns of `users` that `wireUser` reads. */
export const userColumns =
  'id, email, username, first_name, last_name, phone, role, status, kyc_status, kyc_submitted_at, created_at, temporary_password_until';

/** The user object of the wire contract from a row with `userColumns`. */
export const wireUser = ({ temporary_password_until: temporary, ...row }: UserRow): User => ({
  ...row,
  ...(temporary && { must_change_password: true }),
  kyc_submitted_at: row.kyc_submitted_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

const insertUser = `
  INSERT INTO users (email, username, first_name, last_name, phone, password_hash, language, role, status,
                     kyc_status, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const updateUser = `
  UPDATE users SET email = ?, username = ?, first_name = ?, last_name = ?, phone = ?, role = ?, status = ?,
    kyc_status = ? WHERE id = ?`;

@Injectable()
export class UsersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a person and answers their id.
   * @throws Failure EMAIL_TAKEN or USERNAME_TAKEN, whoever was first, also among simultaneous calls.
   */
  async create(runner: QueryRunner, user: NewUser): Promise<number> {
    try {
      const inserted = (await runner.query(insertUser, [
        user.email,
        user.username,
        user.first_name,
        user.last_name,
        user.phone ?? null,
        user.passwordHash,
        user.language,
        user.role ?? 'user',
        user.status ?? 'active',
        user.kyc_status ?? 'pending',
        this.clock.now(),
      ])) as { insertId: number | string };
      return Number(inserted.insertId);
    } catch (error) {
      throw databaseErrorNumber(error) === duplicateKey ? takenBy(error as Error) : error;
    }
  }

  /**
   * A username that nobody has, made of the first part of an e-mail, with a number where that is needed. Somebody may
   * take it before it is written: `create` tells.
   */
  async freeUsername(runner: QueryRunner, email: string): Promise<string> {
    const start = email.slice(0, email.indexOf('@')).replace(/[^a-z0-9._-]|^[._-]+/g, '');
    const stem = (start.length < 3 ? `client${start}` : start).slice(0, 32);
    const rows = (await runner.query('SELECT username_key AS username FROM users WHERE username_key LIKE ?', [
      `${literally(stem)}%`,
    ])) as { username: string }[];
    const taken = new Set(rows.map(({ username }) => username.toLowerCase()));
    let free = stem;
    for (let number = 2; taken.has(free); number += 1) free = `${stem}${number}`;
    return free;
  }

  /**
   * Replaces what administrators write of a person.
   * @throws Failure EMAIL_TAKEN or USERNAME_TAKEN.
   */
  async update(runner: QueryRunner, id: number, user: ChangedUser): Promise<void> {
    const { email, username, first_name, last_name, phone, role, status, kyc_status } = user;
    try {
      await runner.query(updateUser, [
        ...[email, username, first_name, last_name, phone ?? null, role, status, kyc_status],
        id,
      ]);
    } catch (error) {
      throw databaseErrorNumber(error) === duplicateKey ? takenBy(error as Error) : error;
    }
  }

  /**
   * Says early, before a password is hashed, that an e-mail or username belongs to somebody.
   * @throws Failure EMAIL_TAKEN or USERNAME_TAKEN.
   */
  async refuseTaken(runner: QueryRunner | DataSource, email: string, username: string): Promise<void> {
    const [taken] = (await runner.query(
      `SELECT EXISTS (SELECT 1 FROM users WHERE email_key = ?) AS email,
              EXISTS (SELECT 1 FROM users WHERE username_key = ?) AS username`,
      [email, username],
    )) as [{ email: number | string; username: number | string }];
    const fields = {
      ...(Number(taken.email) && { email: 'EMAIL_TAKEN' }),
      ...(Number(taken.username) && { username: 'USERNAME_TAKEN' }),
    };
    if ('email' in fields) throw new Failure('EMAIL_TAKEN', { fields });
    if ('username' in fields) throw new Failure('USERNAME_TAKEN', { fields });
  }

  /**
   * The user object of somebody who is not deleted.
   * @throws Failure NOT_FOUND.
   */
  async read(runner: QueryRunner | DataSource, id: number): Promise<User> {
    const [row] = (await runner.query(
      `SELECT ${userColumns} FROM users WHERE id = ? AND deleted_at IS NULL`,
      [id],
    )) as UserRow[];
    if (!row) throw new Failure('NOT_FOUND');
    return wireUser(row);
  }

  /** The language in which a person's mails are written. */
  async languageOf(id: number, runner: QueryRunner | DataSource = this.dataSource): Promise<Language> {
    const [row] = (await runner.query('SELECT language FROM users WHERE id = ?', [id])) as {
      language: Language;
    }[];
    return row?.language ?? defaultLanguage;
  }

  /** The person whose e-mail or username is the identifier; a username never holds an `@`, an e-mail always. */
  async credentialsOf(dataSource: DataSource, identifier: string): Promise<Credentials | undefined> {
    const key = identifier.includes('@') ? 'email_key' : 'username_key';
    const [row] = (await dataSource.query(
      `SELECT id, email, IF(temporary_password_until <= ?, NULL, password_hash) AS passwordHash, status
       FROM users WHERE ${key} = ?`,
      [this.clock.now(), identifier],
    )) as (Omit<Credentials, 'passwordHash'> & { passwordHash: string | null })[];
    return row && { ...row, passwordHash: row.passwordHash ?? undefined };
  }

  /**
   * Replaces a person's password by another's digest. One that somebody else set is temporary: it signs in until then,
   * and the person must choose their own.
   */
  async setPassword(
    runner: QueryRunner,
    id: number,
    passwordHash: string,
    temporaryUntil: Date | null = null,
  ): Promise<void> {
    await runner.query('UPDATE users SET password_hash = ?, temporary_password_until = ? WHERE id = ?', [
      ...[passwordHash, temporaryUntil, id],
    ]);
  }
}

function takenBy(error: Error): Failure {
  return error.message.includes('users_username')
    ? new Failure('USERNAME_TAKEN', { fields: { username: 'USERNAME_TAKEN' } })
    : new Failure('EMAIL_TAKEN', { fields: { email: 'EMAIL_TAKEN' } });
}
