import type { Connection } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';

/** Whether a file of the user `u`, a row of `users`, may be decided: until the e-mail address is verified it waits. */
export const isDecidable = (u: string) => `${u}.email_verified_at IS NOT NULL`;

const decidable = `SELECT 1 FROM users WHERE id = ? AND ${isDecidable('users')}`;

/**
 * Every decision on an identity file, by a person or by the machine, asks this first: a file that was sent waits undecided
 * until its sender's e-mail address is verified (the bank and the world, section 4).
 * @throws ApiException KYC_EMAIL_UNVERIFIED.
 */
export async function requireDecidable(connection: Connection, userId: number): Promise<void> {
  if (!(await connection.exists(decidable, [userId]))) throw new ApiException('KYC_EMAIL_UNVERIFIED');
}
