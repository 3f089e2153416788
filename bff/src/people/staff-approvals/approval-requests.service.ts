import { Injectable } from '@nestjs/common';
import type {
  ApprovalField,
  ApprovalKind,
  ApprovalObstacle,
  AwaitingApproval,
  StaffApproval,
  StaffApprovalList,
  StaffApprovalQuery,
} from '@bank/contracts/approvals';
import type { LogFacts, LogValues } from '@bank/contracts/log-texts';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import { allows, type Holder } from '@bank/contracts/permissions';
import { AuditService } from '../../platform/audit/audit.service';
import { rowOf, whole } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { EventsService } from '../../platform/events/events.service';
import type { AuditAuthor } from '../../platform/http/actor';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';
import { NotificationsService } from '../notifications/notifications.service';
import { activeUser } from '../users/active-user';
import { storedStaffRoles } from '../users/staff-roles';
import { StaffRolesService } from '../users/staff-roles.service';
import * as rows from './approvals.sql';
import { SecondApproverService } from './second-approver.service';

export interface NewApproval {
  kind: ApprovalKind;
  /** Null for the creation of a user, for settings of the bank and for a file. */
  subjectId: number | null;
  payload: Omit<rows.ApprovalPayload, 'passwordLink'> & { passwordLink?: boolean };
}

/** The lifetime of a request. */
const waitingDays = 7;

const maxNotified = 100;

const kindsAboutUsers: ApprovalKind[] = ['user_changed', 'limits_changed'];
const isAdministrator = `SELECT 1 FROM users WHERE id = ? AND role = 'admin'`;

const colleagueRow = rowOf({ id: whole, staff_roles: storedStaffRoles });
const selectColleagues = `
  SELECT id, staff_roles FROM users
  WHERE role = 'admin' AND ${activeUser('users')} AND id <> ?`;

const insertApproval = `
  INSERT INTO staff_approvals (kind, subject_id, payload, requested_by, requested_at, expires_at) VALUES (?)`;

@Injectable()
export class ApprovalRequestsService {
  constructor(
    private readonly database: Database,
    private readonly second: SecondApproverService,
    private readonly staff: StaffRolesService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** Stores a request in the caller's transaction, and notifies the colleagues who may decide about it. */
  async request(tx: Transaction, request: NewApproval, author: AuditAuthor): Promise<AwaitingApproval> {
    const { kind, subjectId, payload } = request;
    const { userId } = author;
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + waitingDays * dayMs);
    const { insertId: id } = await tx.write(insertApproval, [
      [kind, subjectId, JSON.stringify({ passwordLink: false, ...payload }), userId, now, expiresAt],
    ]);
    const row = await tx.found(rows.namedRow, `${rows.namedApprovals} WHERE s.id = ?`, [id]);
    const approval = await this.toDto(tx, row, userId);
    const facts = requestFacts(id, request);
    await this.audit.record(tx, { action: 'approval.requested', type: 'warning', ...facts, ...author });
    await this.notifyOthers(tx, row);
    this.events.emit(tx, 'administrators', 'approval_queue', { id, status: 'pending' });
    return { success: true, awaiting: 'second_approval', approval };
  }

  /** One page of the requests, pending ones first, then the newest, each with the reader's obstacle to approving it. */
  async list({ page, limit, status }: StaffApprovalQuery, readerId: number): Promise<StaffApprovalList> {
    const now = this.clock.now();
    const filter = filters[status];
    const values = filter.includes('?') ? [now] : [];
    const total = await this.database.count(
      `SELECT COUNT(*) FROM (SELECT 1 FROM staff_approvals s WHERE ${filter} LIMIT ?) counted`,
      [...values, countedRows + 1],
    );
    const found = await this.database.rows(
      rows.namedRow,
      `${rows.namedApprovals} WHERE ${filter}
         ORDER BY (s.status = 'pending' AND s.expires_at > ?) DESC, s.id DESC LIMIT ? OFFSET ?`,
      [...values, now, limit, (page - 1) * limit],
    );
    const approvals: StaffApproval[] = [];
    for (const row of found) approvals.push(await this.toDto(this.database, row, readerId));
    return { approvals, pagination: paginateCounted(page, limit, total) };
  }

  /** One request for a reader. @throws ApiException NOT_FOUND. */
  async one(tx: Connection, id: number, readerId: number): Promise<StaffApproval> {
    const row = await tx.found(rows.namedRow, `${rows.namedApprovals} WHERE s.id = ?`, [id]);
    return this.toDto(tx, row, readerId);
  }

  private async toDto(connection: Connection, row: rows.NamedRow, readerId: number): Promise<StaffApproval> {
    const now = this.clock.now();
    const obstacle = rows.isPending(row, now) ? await this.obstacle(connection, row, readerId) : null;
    return rows.toStaffApprovalDto(row, now, obstacle);
  }

  /** Notifies the colleagues whose staff roles let them make the change. */
  private async notifyOthers(tx: Transaction, row: rows.NamedRow): Promise<void> {
    const others = await tx.rows(colleagueRow, selectColleagues, [row.requested_by]);
    const values = { id: String(row.id), requester: row.requester ?? '' };
    let notified = 0;
    const isForOwners = await this.isForOwners(tx, row);
    for (const { id, staff_roles: held } of others) {
      if (notified === maxNotified) return;
      const colleague = { role: 'admin', staffRoles: await this.staff.acting(held, tx) } as const;
      if (!mayDecide(row, colleague, isForOwners)) continue;
      this.notifications.notify(tx, id, { type: 'info', key: 'approval_waiting', values });
      notified += 1;
    }
  }

  /** Why a reader may not approve a request; null when they may. */
  async obstacle(
    connection: Connection,
    row: rows.ApprovalRow,
    readerId: number,
  ): Promise<ApprovalObstacle | null> {
    if (row.subject_id === readerId) return 'OWN_USER_CHANGE';
    const reader = await this.staff.holder(connection, readerId);
    if (!reader || !(await this.isWithinRoles(connection, row, reader))) return 'OUTSIDE_ROLES';
    return this.second.obstacle(connection, row.requested_by, readerId);
  }

  /** Whether a person's staff roles let them make the requested change; that of a colleague is for owners. */
  async isWithinRoles(connection: Connection, row: rows.ApprovalRow, holder: Holder): Promise<boolean> {
    return mayDecide(row, holder, await this.isForOwners(connection, row));
  }

  /** Whether the request is to change a colleague. */
  private async isForOwners(
    connection: Connection,
    { kind, subject_id }: rows.ApprovalRow,
  ): Promise<boolean> {
    return kindsAboutUsers.includes(kind) && (await connection.exists(isAdministrator, [subject_id]));
  }
}

const mayDecide = (row: rows.ApprovalRow, holder: Holder, isForOwners: boolean) =>
  rows.allowsChange(row, holder) && (!isForOwners || allows(holder, 'staff:manage', 'change'));

const filters: Record<StaffApprovalQuery['status'], string> = {
  all: 'TRUE',
  pending: `s.status = 'pending' AND s.expires_at > ?`,
  expired: `s.status = 'pending' AND s.expires_at <= ?`,
  approved: `s.status = 'approved'`,
  refused: `s.status = 'refused'`,
};

function requestFacts(id: number, { kind, subjectId, payload }: NewApproval): LogFacts {
  const wanted = (name: ApprovalField) => String(payload.changes.find(({ field }) => field === name)?.to);
  const facts: Record<ApprovalKind, () => LogValues> = {
    // The log outlives the request, and names people by number alone.
    user_created: () => ({}),
    user_changed: () => ({ user: String(subjectId) }),
    limits_changed: () => ({ user: String(subjectId) }),
    factors_reset: () => ({ user: String(subjectId) }),
    credit_file: () => ({ file: payload.file?.messageId ?? '' }),
    customer_message: () => ({ message: payload.message?.titleFr ?? '' }),
    payment_settings_changed: () => ({ limit: wanted('automatic_limit') }),
    rule_published: () => ({ rule: wanted('rule') }),
    dispute_refund: () => ({ amount: String(payload.changes[0]?.to) }),
  };
  return { text: `approval.requested_${kind}`, values: { id, ...facts[kind]() } };
}
