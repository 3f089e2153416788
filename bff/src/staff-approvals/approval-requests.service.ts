import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type {
  ApprovalKind,
  ApprovalObstacle,
  AwaitingApproval,
  StaffApproval,
  StaffApprovalList,
  StaffApprovalQuery,
} from '@bank/contracts/approvals';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import { AuditService } from '../audit/audit.service';
import type { Author } from '../common/actor';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { wholeNumber } from '../common/money-column';
import { EventsService } from '../events/events.service';
import { NotificationsService } from '../notifications/notifications.service';
import * as rows from './approval-rows';
import { SecondApproverService } from './second-approver.service';

/** What is asked for: of whom (nobody yet for a creation), and what. */
export interface NewApproval {
  kind: ApprovalKind;
  subjectId: number | null;
  payload: rows.ApprovalPayload;
}

const dayMilliseconds = 24 * 60 * 60_000;

/** How long a request may wait. */
const waitingDays = 7;

/** More administrators than anybody has; each is told of what waits. */
const mostTold = 100;

const insertApproval = `
  INSERT INTO staff_approvals (kind, subject_id, payload, requested_by, requested_at, expires_at) VALUES (?)`;
/** What waits for a second member of staff, as it is asked for and read. */
@Injectable()
export class ApprovalRequestsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly second: SecondApproverService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** Writes a request down in the transaction that found it necessary, and tells the other administrators. */
  async request(
    runner: QueryRunner,
    { kind, subjectId, payload }: NewApproval,
    by: Author,
  ): Promise<AwaitingApproval> {
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + waitingDays * dayMilliseconds);
    const inserted = (await runner.query(insertApproval, [
      [kind, subjectId, JSON.stringify(payload), by.userId, now, expiresAt],
    ])) as { insertId: number | string };
    const id = wholeNumber(inserted.insertId);
    const approval = await this.one(runner, id, by.userId);
    const message = requestSentence(id, { kind, subjectId, payload });
    await this.audit.record(runner, { action: 'approval.requested', type: 'warning', message, ...by });
    await this.tellOthers(runner, by.userId, { id: String(id), requester: approval.requested_by.name });
    this.events.emit(runner, 'administrators', 'approval_queue', { id, status: 'pending' });
    return { success: true, awaiting: 'second_approval', approval };
  }

  /** One page of all requests: what waits comes first, then the newest. Each says why the reader may not approve it. */
  async list({ page, limit, status }: StaffApprovalQuery, readerId: number): Promise<StaffApprovalList> {
    const now = this.clock.now();
    const filter = filters[status];
    const values = filter.includes('?') ? [now] : [];
    const runner = this.dataSource.createQueryRunner();
    try {
      const [counted] = (await runner.query(
        `SELECT COUNT(*) AS total FROM (SELECT 1 FROM staff_approvals s WHERE ${filter} LIMIT ?) counted`,
        [...values, countedRows + 1],
      )) as [{ total: string }];
      const found = (await runner.query(
        `${rows.namedApprovals} WHERE ${filter}
         ORDER BY (s.status = 'pending' AND s.expires_at > ?) DESC, s.id DESC LIMIT ? OFFSET ?`,
        [...values, now, limit, (page - 1) * limit],
      )) as rows.NamedRow[];
      const approvals: StaffApproval[] = [];
      for (const row of found) approvals.push(await this.wire(runner, row, readerId));
      return { approvals, pagination: paginateCounted(page, limit, wholeNumber(counted.total)) };
    } finally {
      await runner.release();
    }
  }

  /** One request as somebody reads it. @throws Failure NOT_FOUND. */
  async one(runner: QueryRunner, id: number, readerId: number): Promise<StaffApproval> {
    const [row] = (await runner.query(`${rows.namedApprovals} WHERE s.id = ?`, [id])) as rows.NamedRow[];
    if (!row) throw new Failure('NOT_FOUND');
    return this.wire(runner, row, readerId);
  }

  private async wire(runner: QueryRunner, row: rows.NamedRow, readerId: number): Promise<StaffApproval> {
    const now = this.clock.now();
    const obstacle = rows.isPending(row, now) ? await this.obstacle(runner, row, readerId) : null;
    return rows.wireApproval(row, now, obstacle);
  }

  private async tellOthers(runner: QueryRunner, requester: number, values: Record<string, string>) {
    const others = (await runner.query(
      `SELECT id FROM users WHERE role = 'admin' AND status = 'active' AND deleted_at IS NULL AND id <> ? LIMIT ?`,
      [requester, mostTold],
    )) as { id: number }[];
    for (const { id } of others) {
      this.notifications.notify(runner, id, { type: 'info', key: 'approval_waiting', values });
    }
  }

  /** Why somebody may not approve a request; null when they may. */
  async obstacle(
    runner: QueryRunner,
    { requested_by, subject_id }: rows.ApprovalRow,
    readerId: number,
  ): Promise<ApprovalObstacle | null> {
    if (subject_id === readerId) return 'OWN_USER_CHANGE';
    return this.second.obstacle(runner, requested_by, readerId);
  }
}

const filters: Record<StaffApprovalQuery['status'], string> = {
  all: 'TRUE',
  pending: `s.status = 'pending' AND s.expires_at > ?`,
  expired: `s.status = 'pending' AND s.expires_at <= ?`,
  approved: `s.status = 'approved'`,
  refused: `s.status = 'refused'`,
};

function requestSentence(id: number, { kind, subjectId, payload }: NewApproval): string {
  const email = payload.changes.find(({ field }) => field === 'email')?.to;
  const what = {
    user_created: `création de l’utilisateur ${email}`,
    user_changed: `modification de l’utilisateur ${subjectId}`,
    limits_changed: `plafonds de l’utilisateur ${subjectId}`,
  }[kind];
  return `Demande ${id} : ${what} à valider par un second administrateur.`;
}
