import { Injectable } from '@nestjs/common';
import type { Role } from '@bank/contracts/permissions';
import { Demonstration } from '../../platform/bank-settings/demonstration.service';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { Actor } from '../../platform/http/actor';

/** The second factors: an application's codes or a passkey; parameters: the user, twice. */
const anyFactor = `
  SELECT 1 FROM two_factor WHERE user_id = ? AND enabled_at IS NOT NULL
  UNION ALL SELECT 1 FROM passkeys WHERE user_id = ? LIMIT 1`;

/** The second factors enrolled since a moment; parameters: the user and the moment, twice. */
const enrolledSince = `
  SELECT 1 FROM two_factor WHERE user_id = ? AND enabled_at >= ?
  UNION ALL SELECT 1 FROM passkeys WHERE user_id = ? AND created_at >= ? LIMIT 1`;

/**
 * What gives approvals, added since a moment, also what is gone by now: the activity log keeps it; parameters: the user and the
 * moment.
 */
const approversSince = `
  SELECT 1 FROM audit_log
  WHERE user_id = ? AND action IN ('two_factor.enabled', 'passkey.added', 'phone.verified') AND created_at >= ? LIMIT 1`;

const removeApplicationSince =
  'DELETE FROM two_factor WHERE user_id = ? AND COALESCE(enabled_at, created_at) >= ?';

/**
 * Administrators prove themselves by two factors, except in the demonstration, whose passwords are on the sign-in page.
 * Their sessions of one factor reach nothing but what adds or uses a second.
 */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly database: Database,
    private readonly demonstration: Demonstration,
  ) {}

  /** Whether a session opened by so many factors lacks one for the role. */
  async isMissing(role: Role, factors: number, connection?: Connection): Promise<boolean> {
    return role === 'admin' && factors < 2 && !(await this.demonstration.isDemonstration(connection));
  }

  /** Whether a user has a second factor. */
  has(connection: Connection, userId: number): Promise<boolean> {
    return connection.exists(anyFactor, [userId, userId]);
  }

  /** Whether the factors that a user had at a moment are gone by now, or were joined by another one. */
  async haveChangedSince(tx: Transaction, userId: number, moment: Date): Promise<boolean> {
    const isEnrolled = await tx.exists(enrolledSince, [userId, moment, userId, moment]);
    return isEnrolled || !(await this.has(tx, userId));
  }

  /** Whether a user added a second factor or verified a telephone since a moment, which may be gone by now. */
  hadNewSince(tx: Transaction, userId: number, moment: Date): Promise<boolean> {
    return tx.exists(approversSince, [userId, moment]);
  }

  /** Removes all second factors of a user who lost them; end their sessions with it. */
  async remove(tx: Transaction, userId: number): Promise<void> {
    for (const table of ['recovery_codes', 'two_factor', 'passkeys']) {
      await tx.write(`DELETE FROM ${table} WHERE user_id = ?`, [userId]);
    }
  }

  /**
   * Removes the second factors of a user that were added since a moment, an unfinished set-up included, and the recovery codes
   * of the application with them; whether there were any.
   */
  async removeSince(tx: Transaction, userId: number, moment: Date): Promise<boolean> {
    const application = await tx.write(removeApplicationSince, [userId, moment]);
    if (application.affectedRows > 0)
      await tx.write('DELETE FROM recovery_codes WHERE user_id = ?', [userId]);
    const passkeys = await tx.write('DELETE FROM passkeys WHERE user_id = ? AND created_at >= ?', [
      userId,
      moment,
    ]);
    return application.affectedRows + passkeys.affectedRows > 0;
  }

  /**
   * Refuses to add a factor to an administrator who has one and did not use it: who knows only the password would go round it.
   * @throws ApiException SECOND_FACTOR_REQUIRED.
   */
  async refuseWeak(actor: Actor): Promise<void> {
    if (await this.isWeak(actor)) throw new ApiException('SECOND_FACTOR_REQUIRED');
  }

  /** Whether an administrator's session did not use the second factor that they have. */
  async isWeak({ userId, lacksFactor }: Actor): Promise<boolean> {
    return Boolean(lacksFactor) && (await this.has(this.database, userId));
  }

  /** Counts the session in which a factor was added as one of two factors. */
  async strengthen(tx: Transaction, { sessionId }: Actor): Promise<void> {
    await tx.write('UPDATE sessions SET factors = 2 WHERE id = ?', [sessionId]);
  }
}
