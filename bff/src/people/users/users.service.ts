import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defaultLanguage, languages, type Language } from '@bank/contracts/language';
import { roles, type Role, type StaffRole } from '@bank/contracts/permissions';
import { kycStatuses, userStatuses, type User } from '@bank/contracts/users';
import { flag, moment, rowOf, text, whole } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { databaseErrorNumber, duplicateKey } from '../../platform/database/database-error';
import { beginningWith } from '../../platform/database/search';
import { ApiException } from '../../platform/errors/api-exception';
import { Clock } from '../../platform/time/clock.service';
import { activeUser } from './active-user';
import { storedAs, storedStaffRoles } from './staff-roles';

export interface NewUser {
  email: string;
  username: string;
  first_name: string;
  last_name: string;
  phone?: string | undefined;
  passwordHash: string;
  language: Language;
  role?: Role;
  staff_roles?: readonly StaffRole[] | undefined;
  status?: (typeof userStatuses)[number];
  kyc_status?: (typeof kycStatuses)[number];
}

export type ChangedUser = Pick<
  NewUser,
  'email' | 'username' | 'first_name' | 'last_name' | 'phone' | 'staff_roles'
> &
  Pick<User, 'role' | 'status' | 'kyc_status'>;

/** The columns of a user object. */
export const userRow = rowOf({
  id: whole,
  email: text,
  username: text,
  first_name: text,
  last_name: text,
  phone: text.nullable(),
  role: z.enum(roles),
  staff_roles: storedStaffRoles,
  status: z.enum(userStatuses),
  kyc_status: z.enum(kycStatuses),
  kyc_submitted_at: moment.nullable(),
  created_at: moment,
  temporary_password_until: moment.nullable(),
  email_verified_at: moment.nullable(),
  phone_verified_at: moment.nullable(),
});

export const userColumns = Object.keys(userRow.shape);

/** The user object of the wire contract. */
export const toUserDto = ({
  temporary_password_until: temporary,
  email_verified_at: emailVerified,
  phone_verified_at: phoneVerified,
  staff_roles: staffRoles,
  ...row
}: z.infer<typeof userRow>): User => ({
  ...row,
  ...(row.role === 'admin' && { staff_roles: staffRoles }),
  email_verified: emailVerified !== null,
  phone_verified: phoneVerified !== null,
  ...(temporary && { must_change_password: true }),
  kyc_submitted_at: row.kyc_submitted_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

const credentialsRow = rowOf({
  id: whole,
  email: text,
  passwordHash: text.nullable().transform((hash) => hash ?? undefined),
  status: z.enum(userStatuses),
});

/** The columns for signing in; without a hash if the temporary password expired or the user is blocked. */
export type Credentials = z.infer<typeof credentialsRow>;

const insertUser = `
  INSERT INTO users (email, username, first_name, last_name, phone, password_hash, language, role, staff_roles,
                     status, kyc_status, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const updateUser = `
  UPDATE users SET email = ?, username = ?, first_name = ?, last_name = ?, phone = ?, role = ?, staff_roles = ?,
    status = ?, kyc_status = ? WHERE id = ?`;

const revived = `
  UPDATE users SET status = ?, deleted_at = NULL,
    kyc_submitted_at = IF(kyc_status = 'pending', NULL, kyc_submitted_at) WHERE id = ?`;

const endDebits =
  'UPDATE scheduled_payments SET active = 0, deleted_at = ? WHERE user_id = ? AND deleted_at IS NULL';
const beginErasure = `
  INSERT INTO ended_relations (user_id, ended_at, due_at, ended_by, former_status) VALUES (?, ?, ?, ?, ?)`;
const endedRelation = `
  SELECT ended_by AS endedBy, former_status AS formerStatus FROM ended_relations WHERE user_id = ? FOR UPDATE`;
/** Null in the rows of older servers, which ended the relations of active customers. */
const endedRow = rowOf({
  endedBy: z.enum(['customer', 'administrator']).nullable(),
  formerStatus: z.enum(userStatuses).nullable(),
});

const statusRow = rowOf({ status: z.enum(userStatuses) });
const usernameRow = rowOf({ username: text });
const takenRow = rowOf({ email: flag, username: flag });
const languageRow = rowOf({ language: z.enum(languages) });

@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Adds a user and returns their id. @throws ApiException EMAIL_TAKEN, USERNAME_TAKEN. */
  async create(tx: Transaction, user: NewUser): Promise<number> {
    try {
      const { insertId } = await tx.write(insertUser, [
        user.email,
        user.username,
        user.first_name,
        user.last_name,
        user.phone ?? null,
        user.passwordHash,
        user.language,
        user.role ?? 'user',
        storedAs(user),
        user.status ?? 'active',
        user.kyc_status ?? 'pending',
        this.clock.now(),
      ]);
      return insertId;
    } catch (error) {
      throw databaseErrorNumber(error) === duplicateKey ? takenBy(error as Error) : error;
    }
  }

  /** A free username from the local part of an e-mail, with a number if needed; `create` throws if it is taken by then. */
  async freeUsername(tx: Transaction, email: string): Promise<string> {
    const start = email.slice(0, email.indexOf('@')).replace(/[^a-z0-9._-]|^[._-]+/g, '');
    const stem = (start.length < 3 ? `client${start}` : start).slice(0, 32);
    const sql = 'SELECT username_key AS username FROM users WHERE username_key LIKE ?';
    const rows = await tx.rows(usernameRow, sql, [beginningWith(stem)]);
    const taken = new Set(rows.map(({ username }) => username.toLowerCase()));
    let free = stem;
    for (let number = 2; taken.has(free); number += 1) free = `${stem}${number}`;
    return free;
  }

  /** Replaces the fields that administrators edit. @throws ApiException EMAIL_TAKEN, USERNAME_TAKEN. */
  async update(tx: Transaction, id: number, user: ChangedUser): Promise<void> {
    const { email, username, first_name, last_name, phone, role, status, kyc_status } = user;
    try {
      const values = [email, username, first_name, last_name, phone ?? null, role];
      await tx.write(updateUser, [...values, storedAs(user), status, kyc_status, id]);
    } catch (error) {
      throw databaseErrorNumber(error) === duplicateKey ? takenBy(error as Error) : error;
    }
  }

  /**
   * Refuses a taken e-mail or username early, before a password is hashed.
   * @throws ApiException EMAIL_TAKEN, USERNAME_TAKEN.
   */
  async refuseTaken(connection: Connection, email: string, username: string): Promise<void> {
    const taken = await connection.row(
      takenRow,
      `SELECT EXISTS (SELECT 1 FROM users WHERE email_key = ?) AS email,
              EXISTS (SELECT 1 FROM users WHERE username_key = ?) AS username`,
      [email, username],
    );
    const fields = {
      ...(taken?.email && { email: 'EMAIL_TAKEN' }),
      ...(taken?.username && { username: 'USERNAME_TAKEN' }),
    };
    if ('email' in fields) throw new ApiException('EMAIL_TAKEN', { fields });
    if ('username' in fields) throw new ApiException('USERNAME_TAKEN', { fields });
  }

  /** @throws ApiException NOT_FOUND also for a deleted user. */
  async read(connection: Connection, id: number): Promise<User> {
    const sql = `SELECT ${userColumns.join(', ')} FROM users WHERE id = ? AND deleted_at IS NULL`;
    const row = await connection.found(userRow, sql, [id]);
    return toUserDto(row);
  }

  async languageOf(id: number, connection: Connection = this.database): Promise<Language> {
    const row = await connection.row(languageRow, 'SELECT language FROM users WHERE id = ?', [id]);
    return row?.language ?? defaultLanguage;
  }

  /** The user with an e-mail or username; only e-mails contain an `@`. */
  async credentialsOf(database: Database, identifier: string): Promise<Credentials | undefined> {
    const key = identifier.includes('@') ? 'email_key' : 'username_key';
    return database.row(
      credentialsRow,
      `SELECT id, email, status,
         IF(temporary_password_until <= ? OR password_blocked_at IS NOT NULL, NULL, password_hash) AS passwordHash
       FROM users WHERE ${key} = ?`,
      [this.clock.now(), identifier],
    );
  }

  /**
   * Whether credentials that were read before still open a session. Until the transaction ends, what replaces or blocks the
   * password, or deactivates the user, waits, and then ends the session.
   */
  stillOpen(tx: Transaction, { id, passwordHash = '' }: Credentials): Promise<boolean> {
    return tx.exists(
      `SELECT 1 FROM users WHERE id = ? AND password_hash = ? AND password_blocked_at IS NULL
         AND ${activeUser('users')} FOR UPDATE`,
      [id, passwordHash],
    );
  }

  /** Replaces a user's password hash. One that an administrator set is temporary: the user must change it after signing in. */
  async setPassword(
    tx: Transaction,
    id: number,
    passwordHash: string,
    temporaryUntil: Date | null = null,
  ): Promise<void> {
    const sql =
      'UPDATE users SET password_hash = ?, temporary_password_until = ?, password_blocked_at = NULL WHERE id = ?';
    await tx.write(sql, [passwordHash, temporaryUntil, id]);
  }

  /** Makes a user's password worthless until it is replaced: it opens no session, and proves nothing. */
  async blockPassword(tx: Transaction, id: number): Promise<void> {
    const sql = 'UPDATE users SET password_blocked_at = COALESCE(password_blocked_at, ?) WHERE id = ?';
    await tx.write(sql, [this.clock.now(), id]);
  }

  /**
   * Ends a person's relation: they can no longer be found and sign in, their e-mail and username are free, and the erasure of
   * their data begins; their scheduled debits end. End their sessions with it. One that has ended stays as it is: an administrator may delete a person whose
   * closing has not come to its end.
   */
  async end(tx: Transaction, id: number, by: 'customer' | 'administrator'): Promise<void> {
    const now = this.clock.now();
    const former = await tx.row(statusRow, 'SELECT status FROM users WHERE id = ? FOR UPDATE', [id]);
    const end = `UPDATE users SET status = 'inactive', deleted_at = ? WHERE id = ? AND deleted_at IS NULL`;
    if ((await tx.write(end, [now, id])).affectedRows === 0) return;
    await tx.write(endDebits, [now, id]);
    await tx.write(beginErasure, [id, now, now, by, former?.status ?? null]);
  }

  /**
   * Undoes `end` before contact data is erased, and restores the status from before; false when an administrator ended the
   * relation, or somebody else has the e-mail or the username by now. An identity file that waited left the queue with the
   * relation: it has to be sent again.
   */
  async revive(tx: Transaction, id: number): Promise<boolean> {
    const ended = await tx.row(endedRow, endedRelation, [id]);
    if (ended?.endedBy === 'administrator') return false;
    try {
      await tx.write(revived, [ended?.formerStatus ?? 'active', id]);
    } catch (error) {
      if (databaseErrorNumber(error) === duplicateKey) return false;
      throw error;
    }
    await tx.write('DELETE FROM ended_relations WHERE user_id = ?', [id]);
    return true;
  }
}

function takenBy(error: Error): ApiException {
  return error.message.includes('users_username')
    ? new ApiException('USERNAME_TAKEN', { fields: { username: 'USERNAME_TAKEN' } })
    : new ApiException('EMAIL_TAKEN', { fields: { email: 'EMAIL_TAKEN' } });
}
