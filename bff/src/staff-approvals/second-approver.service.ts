import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { ApprovalObstacle } from '@bank/contracts/approvals';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { send } from '../common/statements';

/** What an administrator did to somebody else's role or credentials. */
export type AuthorityChange = 'created' | 'promoted' | 'reactivated' | 'email' | 'password' | 'password_link';

/** How long an administrator whose authority was touched by another one counts as nobody's second. */
const waitMilliseconds = 24 * 60 * 60_000;

/** How long an administrator who could have signed in as somebody judges none of their orders. */
const involvedMilliseconds = 30 * waitMilliseconds;

const involved = `
  SELECT 1 FROM authority_changes
  WHERE user_id = ? AND changed_by = ? AND act IN ('email', 'password') AND created_at > ? LIMIT 1`;

const insertChange = `
  INSERT INTO authority_changes (user_id, changed_by, act, created_at) VALUES (?, ?, ?, ?)`;

/** Whether the second one is too new, or either of the two had a hand in the other's authority. */
const obstacles = `
  SELECT EXISTS (SELECT 1 FROM authority_changes WHERE user_id = ? AND created_at > ?)
    OR EXISTS (SELECT 1 FROM authority_changes WHERE user_id = ? AND changed_by = ?)
    OR EXISTS (SELECT 1 FROM authority_changes WHERE user_id = ? AND changed_by = ?) AS dependent`;

/** The one rule of who may give the second approval, of payments and of what members of staff change. */
@Injectable()
export class SecondApproverService {
  constructor(private readonly clock: Clock) {}

  /**
   * Refuses an administrator as the second one beside the first: the same person, one who was created, promoted, let in
   * again or whose credentials were changed by another administrator within 24 hours, and two of whom one ever did so to
   * the other.
   * @throws Failure SECOND_APPROVER_REQUIRED, APPROVER_TOO_NEW.
   */
  async demand(runner: QueryRunner, first: number, second: number): Promise<void> {
    const obstacle = await this.obstacle(runner, first, second);
    if (obstacle) throw new Failure(obstacle);
  }

  /** Why somebody may not be the second one beside the first; null when they may. */
  async obstacle(runner: QueryRunner, first: number, second: number): Promise<ApprovalObstacle | null> {
    if (first === second) return 'SECOND_APPROVER_REQUIRED';
    const since = new Date(this.clock.now().getTime() - waitMilliseconds);
    const [row] = await send<[{ dependent: number | string }]>(runner, obstacles, [
      ...[second, since],
      ...[second, first],
      ...[first, second],
    ]);
    return Number(row.dependent) ? 'APPROVER_TOO_NEW' : null;
  }

  /**
   * Refuses an administrator as the judge of what somebody ordered whose e-mail or password they changed in the last 30
   * days: they may have signed in as them.
   * @throws Failure APPROVER_INVOLVED.
   */
  async refuseInvolved(runner: QueryRunner, orderedBy: number, approver: number): Promise<void> {
    const since = new Date(this.clock.now().getTime() - involvedMilliseconds);
    const found = await send<unknown[]>(runner, involved, [orderedBy, approver, since]);
    if (found.length > 0) throw new Failure('APPROVER_INVOLVED');
  }

  /** Whether an administrator touched somebody's authority since a moment. */
  async isTouchedSince(runner: QueryRunner, userId: number, since: Date): Promise<boolean> {
    const found = (await runner.query(
      'SELECT 1 FROM authority_changes WHERE user_id = ? AND created_at >= ? LIMIT 1',
      [userId, since],
    )) as unknown[];
    return found.length > 0;
  }

  /** Writes down that an administrator touched somebody's authority, as part of the transaction that does it. */
  async note(runner: QueryRunner, userId: number, changedBy: number, act: AuthorityChange): Promise<void> {
    await runner.query(insertChange, [userId, changedBy, act, this.clock.now()]);
  }
}
