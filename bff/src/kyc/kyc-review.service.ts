import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { KycQueue, KycQueueQuery, KycReviewRequest, KycSubmission } from '@bank/contracts/kyc';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import { AuditService } from '../audit/audit.service';
import type { Actor, Author } from '../common/actor';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { wholeNumber } from '../common/money-column';
import { inTransaction } from '../common/transaction';
import { EventsService } from '../events/events.service';
import { NotificationsService } from '../notifications/notifications.service';
import { submissionColumns, wireSubmission, type SubmissionRow } from './kyc.sql';

const submissions = 'kyc_submissions s JOIN users u ON u.id = s.user_id AND u.deleted_at IS NULL';
/** The same, read in the order of the index of each state. */
const queued =
  'kyc_submissions s FORCE INDEX (kyc_submissions_queue) JOIN users u ON u.id = s.user_id AND u.deleted_at IS NULL';
const listedStates = ['pending', 'approved', 'rejected'];
const review = `
  UPDATE kyc_submissions SET status = ?, reason = ?, reviewed_at = ?, reviewed_by = ? WHERE id = ?`;

/** The administrators' side of verifications. */
@Injectable()
export class KycReviewService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  /**
   * One page of the submissions: what waits by how long it has waited, what was decided the newest first. Superseded
   * ones, and those of people who have left, are in no list. Of more than `countedRows` the rest is not counted.
   */
  async queue({ page, limit, status }: KycQueueQuery): Promise<KycQueue> {
    const states = status === 'all' ? listedStates : [status];
    const order = status === 'approved' || status === 'rejected' ? 'DESC' : 'ASC';
    const skipped = (page - 1) * limit;
    const heads = states.map(
      () => `(SELECT STRAIGHT_JOIN s.id FROM ${queued} WHERE s.status = ? ORDER BY s.id ${order} LIMIT ?)`,
    );
    const total = await this.count(states);
    const rows = (await this.dataSource.query(
      `SELECT STRAIGHT_JOIN ${submissionColumns}
       FROM (SELECT id FROM (${heads.join(' UNION ALL ')}) heads ORDER BY id ${order} LIMIT ? OFFSET ?) found
         JOIN ${submissions} AND s.id = found.id ORDER BY s.id ${order}`,
      [...states.flatMap((state) => [state, skipped + limit]), limit, skipped],
    )) as SubmissionRow[];
    return { submissions: rows.map(wireSubmission), pagination: paginateCounted(page, limit, total) };
  }

  /** Up to one row more than `countedRows`; only of fewer is each one's owner looked at. */
  private async count(states: string[]): Promise<number> {
    const count = async (from: string): Promise<number> => {
      const [row] = (await this.dataSource.query(
        `SELECT COUNT(*) AS total FROM (SELECT 1 FROM ${from} WHERE s.status IN (?) LIMIT ?) counted`,
        [states, countedRows + 1],
      )) as [{ total: string }];
      return wholeNumber(row.total);
    };
    const most = await count('kyc_submissions s');
    return most > countedRows ? most : count(queued);
  }

  /**
   * One submission.
   * @throws Failure NOT_FOUND also when the person has sent another one in its place.
   */
  async one(id: number, runner: QueryRunner | DataSource = this.dataSource): Promise<KycSubmission> {
    const [row] = (await runner.query(
      `SELECT ${submissionColumns} FROM ${submissions} WHERE s.id = ? AND s.status <> 'superseded'`,
      [id],
    )) as SubmissionRow[];
    if (!row) throw new Failure('NOT_FOUND');
    return wireSubmission(row);
  }

  /**
   * Decides on a submission, once, and tells the person.
   * @throws Failure NOT_FOUND, KYC_NOT_PENDING when it was decided or sent again, FORBIDDEN for one's own.
   */
  review(actor: Actor, id: number, request: KycReviewRequest, call: Call): Promise<KycSubmission> {
    const by = { ...actor, requestId: call.requestId };
    return inTransaction(this.dataSource, (runner) => this.decide(runner, by, id, request));
  }

  /** Decides on a submission as part of the caller's transaction; see `review`. */
  async decide(
    runner: QueryRunner,
    { userId: reviewer, email, requestId }: Author,
    id: number,
    request: KycReviewRequest,
  ): Promise<KycSubmission> {
    const userId = await this.lockPending(runner, id);
    if (userId === reviewer) throw new Failure('FORBIDDEN');
    const { status, reason = null } = request;
    await runner.query(review, [status, reason, this.clock.now(), reviewer, id]);
    await runner.query('UPDATE users SET kyc_status = ? WHERE id = ?', [status, userId]);
    await this.audit.record(runner, {
      action: `kyc.${status}`,
      type: status === 'approved' ? 'info' : 'warning',
      message: `Dossier de vérification ${id} du client ${userId} ${status === 'approved' ? 'accepté' : 'refusé'}.`,
      ...{ userId: reviewer, email, requestId },
    });
    await this.tell(runner, userId, id, request);
    return this.one(id, runner);
  }

  /**
   * Decides on what a person sent and nobody has reviewed yet, if anything, as part of the caller's transaction; see
   * `review`.
   */
  async decideWaiting(
    runner: QueryRunner,
    by: Author,
    userId: number,
    status: KycReviewRequest['status'],
  ): Promise<void> {
    const [waiting] = (await runner.query(
      `SELECT id FROM kyc_submissions WHERE user_id = ? AND status = 'pending'`,
      [userId],
    )) as { id: string }[];
    if (waiting) await this.decide(runner, by, wholeNumber(waiting.id), { status });
  }

  /** Locks the owner first, as a submission does, so that the two take turns; answers whose it is. */
  private async lockPending(runner: QueryRunner, id: number): Promise<number> {
    const [found] = (await runner.query(`SELECT s.user_id FROM ${submissions} WHERE s.id = ?`, [id])) as {
      user_id: number;
    }[];
    if (!found) throw new Failure('NOT_FOUND');
    await runner.query('SELECT 1 FROM users WHERE id = ? FOR UPDATE', [found.user_id]);
    const [row] = (await runner.query('SELECT status FROM kyc_submissions WHERE id = ? FOR UPDATE', [
      id,
    ])) as { status: string }[];
    if (row?.status !== 'pending') throw new Failure('KYC_NOT_PENDING');
    return Number(found.user_id);
  }

  private async tell(runner: QueryRunner, userId: number, id: number, { status, reason }: KycReviewRequest) {
    const values: Record<string, string> = reason === undefined ? {} : { reason };
    this.notifications.notify(
      runner,
      userId,
      status === 'approved'
        ? { type: 'success', key: 'kyc_approved', values: {} }
        : { type: 'error', key: reason === undefined ? 'kyc_rejected' : 'kyc_rejected_because', values },
    );
    this.events.emitAll(runner, [
      { to: userId, type: 'kyc', data: { status } },
      { to: 'administrators', type: 'kyc_queue', data: { id, status } },
    ]);
  }
}
