import { Injectable } from '@nestjs/common';
import type { ApprovalObstacle } from '@bank/contracts/approvals';
import { flag, rowOf } from '../../platform/database/columns';
import type { Connection, Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';

/** An administrator's change of another user's role or credentials. */
type AuthorityChange =
  | 'created'
  | 'promoted'
  | 'reactivated'
  | 'email'
  | 'password'
  | 'password_link'
  | 'factors_reset';

/** How long an administrator whose authority another one changed may not be the second approver. */
const waitMilliseconds = dayMs;

/** How long an administrator who could have signed in as a user may not approve that user's orders. */
const involvedMilliseconds = 30 * waitMilliseconds;

const involved = `
  SELECT 1 FROM authority_changes
  WHERE user_id = ? AND changed_by = ? AND act IN ('created', 'email', 'password') AND created_at > ? LIMIT 1`;

const insertChange = `
  INSERT INTO authority_changes (user_id, changed_by, act, created_at) VALUES (?, ?, ?, ?)`;

/** Whether the second approver is too new, or either of the two changed the other's authority. */
const obstacles = `
  SELECT EXISTS (SELECT 1 FROM authority_changes WHERE user_id = ? AND created_at > ?)
    OR EXISTS (SELECT 1 FROM authority_changes WHERE user_id = ? AND changed_by = ?)
    OR EXISTS (SELECT 1 FROM authority_changes WHERE user_id = ? AND changed_by = ?) AS dependent`;

const dependentRow = rowOf({ dependent: flag });

/** The rule of who may be the second approver, for payments and for changes by administrators. */
@Injectable()
export class SecondApproverService {
  constructor(private readonly clock: Clock) {}

  /**
   * Refuses as the second approver the first one, an administrator whose authority another one changed within 24 hours, and
   * one who ever changed the authority of the first or the reverse.
   * @throws ApiException SECOND_APPROVER_REQUIRED, APPROVER_TOO_NEW.
   */
  async demand(tx: Transaction, first: number, second: number): Promise<void> {
    const obstacle = await this.obstacle(tx, first, second);
    if (obstacle) throw new ApiException(obstacle);
  }

  /** Why `second` may not approve after `first`; null when they may. */
  async obstacle(connection: Connection, first: number, second: number): Promise<ApprovalObstacle | null> {
    if (first === second) return 'SECOND_APPROVER_REQUIRED';
    const since = new Date(this.clock.now().getTime() - waitMilliseconds);
    const values = [second, since, second, first, first, second];
    const row = await connection.row(dependentRow, obstacles, values);
    return row?.dependent ? 'APPROVER_TOO_NEW' : null;
  }

  /**
   * Refuses to let an administrator approve an order of a user whom they created, or whose e-mail or password they changed,
   * in the last 30 days, since they may have signed in as that user.
   * @throws ApiException APPROVER_INVOLVED.
   */
  async refuseInvolved(tx: Transaction, orderedBy: number, approver: number): Promise<void> {
    const since = new Date(this.clock.now().getTime() - involvedMilliseconds);
    if (await tx.exists(involved, [orderedBy, approver, since])) throw new ApiException('APPROVER_INVOLVED');
  }

  /** Whether a user's authority was changed since a moment. */
  isTouchedSince(tx: Transaction, userId: number, since: Date): Promise<boolean> {
    const sql = 'SELECT 1 FROM authority_changes WHERE user_id = ? AND created_at >= ? LIMIT 1';
    return tx.exists(sql, [userId, since]);
  }

  /** Records a change of a user's authority in the transaction that makes it. */
  async record(tx: Transaction, userId: number, changedBy: number, act: AuthorityChange): Promise<void> {
    await tx.write(insertChange, [userId, changedBy, act, this.clock.now()]);
  }
}
