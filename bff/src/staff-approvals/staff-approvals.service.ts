import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { ApprovalKind, RefuseRequest, StaffApproval } from '@bank/contracts/approvals';
import type { Proof } from '@bank/contracts/proof';
import { AuditService } from '../audit/audit.service';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import type { KeyedCall } from '../common/idempotency';
import { EventsService } from '../events/events.service';
import { NotificationsService } from '../notifications/notifications.service';
import { ApprovalRequestsService } from './approval-requests.service';
import * as rows from './approval-rows';
import { ProvenCalls, type Author } from './proven-calls.service';

/** A request that was approved, as the one who applies it needs it. */
export interface ApprovedRequest {
  subjectId: number | null;
  payload: rows.ApprovalPayload;
  requestedBy: number;
  requestedAt: Date;
}

/** Applies an approved request in the given transaction; what it answers is done once that has committed. */
export type ApplyApproved = (
  runner: QueryRunner,
  request: ApprovedRequest,
  approver: Author,
) => Promise<() => void>;

const decideApproval = `
  UPDATE staff_approvals SET status = ?, decided_by = ?, decided_at = ?, reason = ? WHERE id = ?`;

/** What waits for a second member of staff, as it is decided: approved once by somebody eligible, or refused. */
@Injectable()
export class StaffApprovalsService {
  private readonly kinds = new Map<ApprovalKind, ApplyApproved>();

  constructor(
    private readonly requests: ApprovalRequestsService,
    private readonly proven: ProvenCalls,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** Says how approved requests of a kind are applied. */
  register(kind: ApprovalKind, apply: ApplyApproved): void {
    this.kinds.set(kind, apply);
  }

  /**
   * Approves a request, once, and applies it; all or nothing.
   * @throws Failure NOT_FOUND, APPROVAL_NOT_PENDING, SECOND_APPROVER_REQUIRED, APPROVER_TOO_NEW, OWN_USER_CHANGE for a
   * request about the approver, APPROVAL_OUTDATED when what it changes has changed since or the requester is no longer an
   * administrator, PROOF_REQUIRED and what a proof throws, and what the change itself does.
   */
  async approve(id: number, proof: Proof, keyed: KeyedCall, author: Author): Promise<StaffApproval> {
    let afterwards = () => undefined as void;
    const approved = await this.proven.once({ author, keyed, proof }, async (runner, demandProof) => {
      const row = await this.lock(runner, id);
      const { userId } = author.actor;
      const obstacle = await this.requests.obstacle(runner, row, userId);
      if (obstacle) throw new Failure(obstacle);
      await this.keepRequester(runner, row.requested_by);
      demandProof();
      const apply = this.kinds.get(row.kind);
      if (!apply) throw new Error(`nobody applies requests of the kind ${row.kind}`);
      afterwards = await apply(runner, approvedRequest(row), author);
      return this.decide(runner, row, 'approved', author, null);
    });
    afterwards();
    return approved;
  }

  /**
   * Refuses a request, once; whoever made it may take it back so.
   * @throws Failure NOT_FOUND, APPROVAL_NOT_PENDING, PROOF_REQUIRED and what a proof throws.
   */
  refuse(id: number, request: RefuseRequest, keyed: KeyedCall, author: Author): Promise<StaffApproval> {
    const { reason, ...proof } = request;
    return this.proven.once({ author, keyed, proof }, async (runner, demandProof) => {
      const row = await this.lock(runner, id);
      demandProof();
      return this.decide(runner, row, 'refused', author, reason);
    });
  }

  /** Of two who decide at once the second waits here, and finds it decided. */
  private async lock(runner: QueryRunner, id: number): Promise<rows.ApprovalRow> {
    const [row] = (await runner.query('SELECT * FROM staff_approvals WHERE id = ? FOR UPDATE', [
      id,
    ])) as rows.ApprovalRow[];
    if (!row) throw new Failure('NOT_FOUND');
    if (!rows.isPending(row, this.clock.now())) throw new Failure('APPROVAL_NOT_PENDING');
    return row;
  }

  /** What somebody asked for who has lost their office since is no longer one administrator's will. */
  private async keepRequester(runner: QueryRunner, requestedBy: number): Promise<void> {
    const found = (await runner.query(
      `SELECT 1 FROM users WHERE id = ? AND role = 'admin' AND status = 'active' AND deleted_at IS NULL`,
      [requestedBy],
    )) as unknown[];
    if (found.length === 0) throw new Failure('APPROVAL_OUTDATED');
  }

  private async decide(
    runner: QueryRunner,
    { id, requested_by }: rows.ApprovalRow,
    status: 'approved' | 'refused',
    author: Author,
    reason: string | null,
  ): Promise<StaffApproval> {
    const { userId } = author.actor;
    await runner.query(decideApproval, [status, userId, this.clock.now(), reason, id]);
    const sentence =
      status === 'approved'
        ? `Demande ${id} validée par un second administrateur.`
        : `Demande ${id} refusée. Motif : ${reason}`;
    await this.log(runner, author, `approval.${status}`, sentence);
    if (requested_by !== userId) {
      const values = { id: String(id), reason: reason ?? '' };
      const type = status === 'approved' ? 'success' : 'warning';
      this.notifications.notify(runner, requested_by, { type, key: `approval_${status}`, values });
    }
    this.events.emit(runner, 'administrators', 'approval_queue', { id, status });
    return this.requests.one(runner, id, userId);
  }

  private log(runner: QueryRunner, { actor, call }: Author, action: string, message: string): Promise<void> {
    const { userId, email } = actor;
    const { requestId } = call;
    return this.audit.record(runner, {
      ...{ action, type: 'warning', message },
      ...{ userId, email, requestId },
    });
  }
}

const approvedRequest = (row: rows.ApprovalRow): ApprovedRequest => ({
  subjectId: row.subject_id,
  payload: rows.payloadOf(row),
  requestedBy: row.requested_by,
  requestedAt: row.requested_at,
});
