import { randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import type { RowDataPacket } from 'mysql2/promise';
import type { StaffRole } from '../../libs/contracts/permissions';
import { demonstrationPeople } from '../../libs/contracts/demo';
import { noteChange } from './database';
import { call } from './http';

type Credentials = { access_token: string; refresh_token: string; user: { id: number } };

/** The password of the customers of `newCustomer`. */
export const newPassword = 'long-enough-for-a-test';

export interface SignedIn {
  id: number;
  token: string;
}

export interface NewCustomer extends SignedIn {
  refreshToken: string;
  username: string;
  email: string;
}

/** The databases of the banks that this process started, by the address of their customer site. */
const databases = new Map<string, string>();

/** Has `newCustomer` know the database of a bank. */
export const rememberBank = (shellUrl: string, databaseUrl: string) => databases.set(shellUrl, databaseUrl);

/** Makes a customer's e-mail address verified and their identity approved, as of now. */
export const approveIdentity = (shellUrl: string, { id }: Pick<SignedIn, 'id'>): Promise<void> =>
  updateUser(shellUrl, id, `kyc_status = 'approved', email_verified_at = UTC_TIMESTAMP(3)`);

/** Makes a customer's e-mail address verified. */
export const verifyEmail = (shellUrl: string, { id }: Pick<SignedIn, 'id'>): Promise<void> =>
  updateUser(shellUrl, id, 'email_verified_at = UTC_TIMESTAMP(3)');

async function updateUser(shellUrl: string, id: number, assignments: string): Promise<void> {
  const uri = databases.get(shellUrl);
  if (uri === undefined) throw new Error(`no bank was started at ${shellUrl}`);
  const connection = await mysql.createConnection({ uri, timezone: 'Z' });
  try {
    await connection.query(`UPDATE users SET ${assignments} WHERE id = ?`, [id]);
  } finally {
    await connection.end();
  }
}

/**
 * Signs up a new customer with an empty account, whose address is verified and whose identity is approved unless the test
 * asks for a fresh one, or for one of whom only the address is verified.
 */
export async function newCustomer(
  shellUrl: string,
  person: Record<string, string> = {},
  { verified = true }: { verified?: boolean | 'email' } = {},
): Promise<NewCustomer> {
  const name = `c${randomBytes(6).toString('hex')}`;
  const identity = { username: name, email: `${name}@example.org`, ...person };
  const { status, body } = await call<Credentials>('POST', `${shellUrl}/api/auth/signup`, {
    body: { password: newPassword, first_name: 'Test', last_name: 'Client', ...identity },
  });
  if (status !== 201) throw new Error(`sign-up answered ${status} ${JSON.stringify(body)}`);
  if (verified === 'email') await verifyEmail(shellUrl, body.user);
  else if (verified) await approveIdentity(shellUrl, body.user);
  const { username, email } = identity;
  return { id: body.user.id, token: body.access_token, refreshToken: body.refresh_token, username, email };
}

/** Signs in one of the demonstration's people; the bank must be seeded. */
export async function demonstrationPerson(
  shellUrl: string,
  username: (typeof demonstrationPeople)[number]['username'],
): Promise<SignedIn> {
  const password = demonstrationPeople.find((person) => person.username === username)?.password;
  const { body } = await call<Credentials>('POST', `${shellUrl}/api/auth/login`, {
    body: { username, email: username, password },
  });
  return { id: body.user.id, token: body.access_token };
}

/**
 * Makes a customer an administrator, an owner by default, whose open sessions count as opened by two factors; the roles
 * apply from the next call.
 */
export async function promote(
  database: TestConnection,
  { id }: SignedIn,
  staffRoles: StaffRole[] = ['owner'],
): Promise<void> {
  await database.rows("UPDATE users SET role = 'admin', staff_roles = ? WHERE id = ?", [
    staffRoles.join(','),
    id,
  ]);
  await database.rows('UPDATE sessions SET factors = 2 WHERE user_id = ?', [id]);
}

/** Makes a person's sessions older than the five minutes for which a sign-in is proof enough. */
export async function ageSessions(database: TestConnection, { id }: Pick<SignedIn, 'id'>): Promise<void> {
  await database.rows('UPDATE sessions SET created_at = created_at - INTERVAL 301 SECOND WHERE user_id = ?', [
    id,
  ]);
}

export type TestConnection = ReturnType<typeof connectTo>;

/** Connects to a bank's database beside the server. */
export function connectTo(uri: string) {
  const pool = mysql.createPool({
    uri,
    connectionLimit: 4,
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: true,
  });
  return {
    async rows(sql: string, values: unknown[] = []): Promise<Record<string, string>[]> {
      noteChange(uri, sql);
      const [found] = await pool.query<RowDataPacket[]>(sql, values);
      return found as Record<string, string>[];
    },
    end: () => pool.end(),
  };
}
