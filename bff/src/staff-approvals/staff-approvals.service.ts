import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type {
  ApprovalKind,
  ApprovalObstacle,
  AwaitingApproval,
  RefuseRequest,
  StaffApproval,
  StaffApprovalList,
  StaffApprovalQuery,
} from '@bank/contracts/approvals';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import type { Proof } from '@bank/contracts/proof';
import { AuditService } from '../audit/audit.service';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import type { KeyedCall } from '../common/idempotency';
import { wholeNumber } from '../common/money-column';
import { EventsService } from '../events/events.service';
import { NotificationsService } from '../notifications/notifications.service';
import * as rows from './approval-rows';
import { ProvenCalls, type Author } from './proven-calls.service';
import { SecondApproverService } from './second-approver.service';

/** What is asked for: of whom (nobody yet for a creation), and what. */
export interface NewApproval {
  kind: ApprovalKind;
  subjectId: number | null;
  payload: rows.ApprovalPayload;
}

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

const dayMilliseconds = 24 * 60 * 60_000;

/** How long a request may wait. */
const waitingDays = 7;

/** More administrators than anybody has; each is told of what waits. */
const mostTold = 100;

const insertApproval = `
  INSERT INTO staff_approvals (kind, subject_id, payload, requested_by, requested_at, expires_at) VALUES (?)`;
const decideApproval = `
  UPDATE staff_approvals SET status = ?, decided_by = ?, decided_at = ?, reason = ? WHERE id = ?`;

/** What waits for a second member of staff: it is asked for, listed, approved once by somebody eligible, or refused. */
@Injectable()
export class StaffApprovalsService {
  private readonly kinds = new Map<ApprovalKind, ApplyApproved>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly proven: ProvenCalls,
    private readonly second: SecondApproverService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** Says how approved requests of a kind are applied. */
  register(kind: ApprovalKind, apply: ApplyApproved): void {
    this.kinds.set(kind, apply);
  }

  /** Writes a request down in the transaction that found it necessary, and tells the other administrators. */
  async request(
    runner: QueryRunner,
    { kind, subjectId, payload }: NewApproval,
    { actor, call }: Author,
  ): Promise<AwaitingApproval> {
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + waitingDays * dayMilliseconds);
    const inserted = (await runner.query(insertApproval, [
      [kind, subjectId, JSON.stringify(payload), actor.userId, now, expiresAt],
    ])) as { insertId: number | string };
    const id = wholeNumber(inserted.insertId);
    const approval = await this.one(runner, id, actor.userId);
    await this.log(
      runner,
      { actor, call },
      'approval.requested',
      requestSentence(id, { kind, subjectId, payload }),
    );
    await this.tellOthers(runner, actor.userId, { id: String(id), requester: approval.requested_by.name });
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
      const obstacle = await this.obstacle(runner, row, userId);
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

  private async obstacle(
    runner: QueryRunner,
    { requested_by, subject_id }: rows.ApprovalRow,
    readerId: number,
  ): Promise<ApprovalObstacle | null> {
    if (subject_id === readerId) return 'OWN_USER_CHANGE';
    return this.second.obstacle(runner, requested_by, readerId);
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
    return this.one(runner, id, userId);
  }

  private async one(runner: QueryRunner, id: number, readerId: number): Promise<StaffApproval> {
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
