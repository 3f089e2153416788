import { Injectable } from '@nestjs/common';
import {
  type ApprovalKind,
  isAboutMoney,
  type RefuseRequest,
  type StaffApproval,
} from '@bank/contracts/approvals';
import { AuditService } from '../../platform/audit/audit.service';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { demandApproval } from '../../platform/http/approval';
import { Idempotency } from '../../platform/http/idempotency.service';
import { EventsService } from '../../platform/events/events.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { StaffRolesService } from '../users/staff-roles.service';
import { NotificationsService } from '../notifications/notifications.service';
import { ApprovalRequestsService } from './approval-requests.service';
import * as rows from './approvals.sql';

export interface ApprovedRequest {
  id: number;
  subjectId: number | null;
  payload: rows.ApprovalPayload;
  requestedBy: number;
  requestedAt: Date;
}

/** Applies an approved request in the transaction and returns what to run after the commit. */
type ApplyApproved = (
  tx: Transaction,
  request: ApprovedRequest,
  approver: RequestContext,
) => Promise<() => void>;

const decideApproval = `
  UPDATE staff_approvals SET status = ?, decided_by = ?, decided_at = ?, reason = ? WHERE id = ?`;

@Injectable()
export class StaffApprovalsService {
  private readonly kinds = new Map<ApprovalKind, ApplyApproved>();

  constructor(
    private readonly requests: ApprovalRequestsService,
    private readonly idempotency: Idempotency,
    private readonly staff: StaffRolesService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  register(kind: ApprovalKind, apply: ApplyApproved): void {
    this.kinds.set(kind, apply);
  }

  /**
   * Approves a request, once, and applies it, atomically.
   * @throws ApiException NOT_FOUND, APPROVAL_NOT_PENDING, SECOND_APPROVER_REQUIRED, APPROVER_TOO_NEW, APPROVAL_REQUIRED;
   * OWN_USER_CHANGE for a request about the approver; APPROVAL_OUTDATED when the data has changed since or the requester is no
   * longer an administrator with the roles for it; OUTSIDE_ROLES when the approver's roles do not allow the change; and what the
   * change throws.
   */
  async approve(context: RequestContext, id: number): Promise<StaffApproval> {
    let afterwards = () => undefined as void;
    const approved = await this.idempotency.once(context.idempotency, async (tx) => {
      const row = await this.lock(tx, id);
      const obstacle = await this.requests.obstacle(tx, row, context.actor.userId);
      if (obstacle) throw new ApiException(obstacle);
      await this.requireEntitled(tx, row);
      await demandApproval(tx, context);
      const apply = this.kinds.get(row.kind);
      if (!apply) throw new Error(`no handler for approvals of the kind ${row.kind}`);
      afterwards = await apply(tx, approvedRequest(row), context);
      return this.decide(tx, row, 'approved', context, null);
    });
    afterwards();
    return approved;
  }

  /** Names the person whom an approved request created, with whose data it is erased. */
  async created(tx: Transaction, { id }: ApprovedRequest, userId: number): Promise<void> {
    await tx.write('UPDATE staff_approvals SET subject_id = ? WHERE id = ?', [userId, id]);
  }

  /**
   * Refuses a request, once; its requester may withdraw it so.
   * @throws ApiException NOT_FOUND, APPROVAL_NOT_PENDING, OUTSIDE_ROLES when the colleague's roles do not allow the change,
   * OWN_USER_CHANGE when it is about money of their own, APPROVAL_REQUIRED.
   */
  refuse(context: RequestContext, id: number, { reason }: RefuseRequest): Promise<StaffApproval> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const row = await this.lock(tx, id);
      await this.refuseOutsiders(tx, row, context.actor.userId);
      await demandApproval(tx, context);
      return this.decide(tx, row, 'refused', context, reason);
    });
  }

  /** Locks a pending request, which serialises simultaneous decisions. */
  private async lock(tx: Transaction, id: number): Promise<rows.ApprovalRow> {
    const sql = 'SELECT * FROM staff_approvals WHERE id = ? FOR UPDATE';
    const row = await tx.found(rows.approvalRow, sql, [id]);
    if (!rows.isPending(row, this.clock.now())) throw new ApiException('APPROVAL_NOT_PENDING');
    return row;
  }

  /** Refuses those who may not make the change themselves or whose own money it is about, except its requester. */
  private async refuseOutsiders(tx: Transaction, row: rows.ApprovalRow, userId: number): Promise<void> {
    if (row.requested_by === userId) return;
    if (row.subject_id === userId && isAboutMoney(row.payload.changes))
      throw new ApiException('OWN_USER_CHANGE');
    const holder = await this.staff.holder(tx, userId);
    if (!holder || !(await this.requests.isWithinRoles(tx, row, holder)))
      throw new ApiException('OUTSIDE_ROLES');
  }

  /** The requester must still be an administrator whose roles allow the change. */
  private async requireEntitled(tx: Transaction, row: rows.ApprovalRow): Promise<void> {
    const requester = await this.staff.holder(tx, row.requested_by);
    const isAdministrator = requester?.role === 'admin';
    if (!isAdministrator || !(await this.requests.isWithinRoles(tx, row, requester)))
      throw new ApiException('APPROVAL_OUTDATED');
  }

  private async decide(
    tx: Transaction,
    { id, requested_by }: rows.ApprovalRow,
    status: 'approved' | 'refused',
    context: RequestContext,
    reason: string | null,
  ): Promise<StaffApproval> {
    const { userId } = context.actor;
    await tx.write(decideApproval, [status, userId, this.clock.now(), reason, id]);
    await this.audit.record(tx, {
      action: `approval.${status}` as const,
      type: 'warning',
      values: status === 'approved' ? { id } : { id, reason: reason ?? '' },
      ...authorOf(context),
    });
    if (requested_by !== userId) {
      const values = { id: String(id), reason: reason ?? '' };
      const type = status === 'approved' ? 'success' : 'warning';
      this.notifications.notify(tx, requested_by, { type, key: `approval_${status}`, values });
    }
    this.events.emit(tx, 'administrators', 'approval_queue', { id, status });
    return this.requests.one(tx, id, userId);
  }
}

const approvedRequest = (row: rows.ApprovalRow): ApprovedRequest => ({
  id: row.id,
  subjectId: row.subject_id,
  payload: row.payload,
  requestedBy: row.requested_by,
  requestedAt: row.requested_at,
});
