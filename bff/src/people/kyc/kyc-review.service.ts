import { Injectable } from '@nestjs/common';
import type { KycQueue, KycQueueQuery, KycReviewRequest, KycSubmission } from '@bank/contracts/kyc';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import { kycStatuses } from '@bank/contracts/users';
import type { z } from 'zod';
import { AuditService } from '../../platform/audit/audit.service';
import { idRow, rowOf, text, whole } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import type { AuditAuthor } from '../../platform/http/actor';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { BankCases } from '../cases/bank-cases.service';
import { ApplicationDecisions } from './application-decisions';
import { NotificationsService } from '../notifications/notifications.service';
import { takenBy } from '../work/taken-by';
import { RuleCases } from '../rules/rule-cases.service';
import { lockUser } from '../users/lock-user';
import { submissionCause, submissionLink } from './identity-case';
import { requireDecidable } from './decidable';
import { staffColumns, staffRow, toStaffSubmissionDto } from './kyc.sql';

const submissions = 'kyc_submissions s JOIN users u ON u.id = s.user_id AND u.deleted_at IS NULL';
/** The same, by the index of each status. */
const queued =
  'kyc_submissions s FORCE INDEX (kyc_submissions_queue) JOIN users u ON u.id = s.user_id AND u.deleted_at IS NULL';
const review = `
  UPDATE kyc_submissions SET status = ?, reason = ?, reviewed_at = ?, reviewed_by = ? WHERE id = ?`;

/** The moment of the last approval stays when a later decision is another one. */
const decided = `
  UPDATE users SET kyc_status = ?, identity_approved_at = COALESCE(?, identity_approved_at) WHERE id = ?`;

const unmarked = 'SELECT kind FROM documents WHERE id = ? AND submission_id = ? AND fault IS NULL FOR UPDATE';
const kindRow = rowOf({ kind: text });
const mark = 'UPDATE documents SET fault = ?, fault_text = ? WHERE id = ?';

const ownerRow = rowOf({ userId: whole });
const statusRow = rowOf({ status: text });

@Injectable()
export class KycReviewService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly notifications: NotificationsService,
    private readonly cases: BankCases,
    private readonly rules: RuleCases,
    private readonly applications: ApplicationDecisions,
    private readonly clock: Clock,
  ) {}

  /**
   * One page of the submissions: pending ones oldest first, decided ones newest first, without superseded ones and those of
   * deleted users. Counts at most `countedRows`.
   */
  async queue(query: KycQueueQuery, { actor }: RequestContext): Promise<KycQueue> {
    const { page, limit, status } = query;
    const states = status === 'all' ? [...kycStatuses] : [status];
    if (query.mine === 'mine') return this.mine(states, query, actor.userId);
    const order = status === 'approved' || status === 'rejected' ? 'DESC' : 'ASC';
    const skipped = (page - 1) * limit;
    const heads = states.map(
      () => `(SELECT STRAIGHT_JOIN s.id FROM ${queued} WHERE s.status = ? ORDER BY s.id ${order} LIMIT ?)`,
    );
    const total = await this.count(states);
    const rows = await this.database.rows(
      staffRow,
      `SELECT STRAIGHT_JOIN ${staffColumns}
       FROM (SELECT id FROM (${heads.join(' UNION ALL ')}) heads ORDER BY id ${order} LIMIT ? OFFSET ?) found
         JOIN ${submissions} AND s.id = found.id ORDER BY s.id ${order}`,
      [...states.flatMap((state) => [state, skipped + limit]), limit, skipped],
    );
    return toQueue(rows, actor.userId, paginateCounted(page, limit, total));
  }

  /** The same among the caller's own assignments, oldest first. */
  private async mine(states: string[], { page, limit }: KycQueueQuery, userId: number): Promise<KycQueue> {
    const held = takenBy('kyc', userId, this.clock.now());
    const from = `FROM (${held.sql}) held JOIN ${submissions} AND s.id = held.id WHERE s.status IN (?)`;
    const values = [...held.values, states];
    const total = await this.database.count(`SELECT COUNT(*) ${from}`, values);
    const rows = await this.database.rows(
      staffRow,
      `SELECT ${staffColumns} ${from} ORDER BY s.id LIMIT ? OFFSET ?`,
      [...values, limit, (page - 1) * limit],
    );
    return toQueue(rows, userId, paginateCounted(page, limit, total));
  }

  /** Counts up to `countedRows` + 1; excludes deleted users only when fewer are found. */
  private async count(states: string[]): Promise<number> {
    const count = (from: string) =>
      this.database.count(
        `SELECT COUNT(*) FROM (SELECT 1 FROM ${from} WHERE s.status IN (?) LIMIT ?) counted`,
        [states, countedRows + 1],
      );
    const total = await count('kyc_submissions s');
    return total > countedRows ? total : count(queued);
  }

  /** One submission, as a member of staff reads it. @throws ApiException NOT_FOUND also for a superseded one. */
  async one(id: number, readerId: number, connection: Connection = this.database): Promise<KycSubmission> {
    const row = await connection.found(
      staffRow,
      `SELECT ${staffColumns} FROM ${submissions} WHERE s.id = ? AND s.status <> 'superseded'`,
      [id],
    );
    return toStaffSubmissionDto(row, readerId);
  }

  /**
   * Decides on a submission, once, and notifies the user.
   * @throws ApiException NOT_FOUND, KYC_NOT_PENDING when it was decided or superseded, FORBIDDEN for one's own, INVALID_FIELDS.
   */
  review(context: RequestContext, id: number, request: KycReviewRequest): Promise<KycSubmission> {
    return this.database.transaction((tx) => this.decide(tx, authorOf(context), id, request));
  }

  /** Decides on a submission in the caller's transaction; see `review`. */
  async decide(
    tx: Transaction,
    reviewer: AuditAuthor,
    id: number,
    request: KycReviewRequest,
  ): Promise<KycSubmission> {
    const userId = await this.lockPending(tx, id);
    if (userId === reviewer.userId) throw new ApiException('FORBIDDEN');
    await this.settle(tx, { id, userId }, request, reviewer);
    return this.one(id, reviewer.userId, tx);
  }

  /**
   * Approves a submission that the automated check found nothing against, in the caller's transaction.
   * @throws ApiException NOT_FOUND, KYC_NOT_PENDING when it was decided or superseded.
   */
  async approveByRules(tx: Transaction, id: number): Promise<void> {
    const userId = await this.lockPending(tx, id);
    await this.settle(tx, { id, userId }, { status: 'approved' });
  }

  private async settle(
    tx: Transaction,
    { id, userId }: { id: number; userId: number },
    request: KycReviewRequest,
    reviewer?: AuditAuthor,
  ): Promise<void> {
    await requireDecidable(tx, userId);
    const { status, reason = null } = request;
    const now = this.clock.now();
    await tx.write(review, [status, reason, now, reviewer?.userId ?? null, id]);
    const faulty = await this.markFaulty(tx, id, request);
    await tx.write(decided, [status, status === 'approved' ? now : null, userId]);
    await this.applications.decided(tx, userId, status);
    await this.audit.record(tx, {
      action: reviewer ? `kyc.${status}` : 'kyc.approved_by_rules',
      type: status === 'approved' ? 'info' : 'warning',
      values: { id, user: userId },
      ...reviewer,
    });
    const decision = status === 'approved' ? 'accepted' : 'refused';
    const by = reviewer?.userId ?? null;
    const caseId = await this.cases.end(tx, submissionCause(id), decision, by, [submissionLink(id)]);
    // Asking for a document again is no finding of fraud.
    if (caseId !== undefined && faulty === '') await this.rules.turnOut(tx, caseId, decision);
    this.publishAndNotify(tx, userId, request, faulty);
    this.events.emit(tx, 'administrators', 'kyc_queue', { id, status });
  }

  /**
   * Marks the documents to send again, and returns their kinds and faults, such as `identity:expired`; empty without any.
   * @throws ApiException INVALID_FIELDS for a document of another submission, and for one that is named twice.
   */
  private async markFaulty(
    tx: Transaction,
    id: number,
    { documents = [] }: KycReviewRequest,
  ): Promise<string> {
    const marked: string[] = [];
    for (const [index, { id: document, fault, text: words = null }] of documents.entries()) {
      const kind = (await tx.row(kindRow, unmarked, [document, id]))?.kind;
      if (!kind)
        throw new ApiException('INVALID_FIELDS', { fields: { [`documents.${index}`]: 'NOT_VALID' } });
      await tx.write(mark, [fault, words, document]);
      marked.push(`${kind}:${fault}`);
    }
    return marked.join(',');
  }

  /** Decides on a user, and on their pending submission, if any, in the caller's transaction; see `review`. */
  async decidePending(
    tx: Transaction,
    reviewer: AuditAuthor,
    userId: number,
    status: KycReviewRequest['status'],
  ): Promise<void> {
    const sql = `SELECT id FROM kyc_submissions WHERE user_id = ? AND status = 'pending'`;
    const pending = await tx.row(idRow, sql, [userId]);
    if (pending) {
      await this.decide(tx, reviewer, pending.id, { status });
      return;
    }
    await this.applications.decided(tx, userId, status);
    this.publishAndNotify(tx, userId, { status });
  }

  /** Locks the user before the submission, as `KycService.file` does, and returns the user's id. */
  private async lockPending(tx: Transaction, id: number): Promise<number> {
    const owner = `SELECT s.user_id AS userId FROM ${submissions} WHERE s.id = ?`;
    const found = await tx.found(ownerRow, owner, [id]);
    await lockUser(tx, found.userId);
    const lock = 'SELECT status FROM kyc_submissions WHERE id = ? FOR UPDATE';
    const submission = await tx.row(statusRow, lock, [id]);
    if (submission?.status !== 'pending') throw new ApiException('KYC_NOT_PENDING');
    return found.userId;
  }

  private publishAndNotify(
    tx: Transaction,
    userId: number,
    { status, reason }: KycReviewRequest,
    documents = '',
  ): void {
    const values = { ...(reason !== undefined && { reason }), ...(documents !== '' && { documents }) };
    const rejected = documents === '' ? 'kyc_rejected' : 'kyc_rejected_documents';
    this.notifications.notify(
      tx,
      userId,
      status === 'approved'
        ? { type: 'success', key: 'kyc_approved', values: {} }
        : { type: 'error', key: reason === undefined ? rejected : `${rejected}_because`, values },
    );
    this.events.emit(tx, userId, 'kyc', { status });
  }
}

const toQueue = (
  rows: z.infer<typeof staffRow>[],
  readerId: number,
  pagination: KycQueue['pagination'],
): KycQueue => ({ submissions: rows.map((row) => toStaffSubmissionDto(row, readerId)), pagination });
