import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  type CreditFile,
  type CreditFileDetail,
  type CreditFileList,
  type CreditFileQuery,
  creditFileStates,
  creditFileSummary,
} from '@bank/contracts/credit-files';
import { toDecimal } from '@bank/contracts/money';
import { paginate } from '@bank/contracts/pagination';
import { isoMoment, jsonOf, minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import { type Connection, Database } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { ApprovalRequestsService } from '../../people/staff-approvals/approval-requests.service';

const files = `
  SELECT f.id, f.source, f.message_id, f.sender, f.name, f.state, f.fault, f.credits, f.total, f.booked,
    f.booked_total, f.refused, f.summary, f.uploaded_by, f.approval_id, f.received_at, f.finished_at,
    CONCAT(u.first_name, ' ', u.last_name) AS uploader, s.status AS decision, s.expires_at
  FROM credit_files f LEFT JOIN users u ON u.id = f.uploaded_by LEFT JOIN staff_approvals s ON s.id = f.approval_id`;
const fileRow = rowOf({
  id: whole,
  source: z.enum(['rail', 'staff']),
  message_id: text,
  sender: text,
  name: text.nullable(),
  state: z.enum(creditFileStates),
  fault: text.nullable(),
  credits: whole,
  total: minor,
  booked: whole,
  booked_total: minor,
  refused: whole,
  summary: jsonOf(creditFileSummary),
  uploaded_by: whole.nullable(),
  uploader: text.nullable(),
  approval_id: whole.nullable(),
  decision: text.nullable(),
  expires_at: moment.nullable(),
  received_at: isoMoment,
  finished_at: isoMoment.nullable(),
});
type FileRow = z.output<typeof fileRow>;

/** Files of credits as administrators read them. */
@Injectable()
export class CreditFileListService {
  constructor(
    private readonly database: Database,
    private readonly requests: ApprovalRequestsService,
    private readonly clock: Clock,
  ) {}

  now(): Date {
    return this.clock.now();
  }

  /** One page of the files, newest first. */
  async page({ page, limit }: CreditFileQuery): Promise<CreditFileList> {
    const total = await this.database.count('SELECT COUNT(*) FROM credit_files');
    const rows = await this.database.rows(fileRow, `${files} ORDER BY f.id DESC LIMIT ? OFFSET ?`, [
      limit,
      (page - 1) * limit,
    ]);
    return { files: rows.map((row) => this.toDto(row)), pagination: paginate(page, limit, total) };
  }

  /** One file for a reader. @throws ApiException NOT_FOUND. */
  async one(connection: Connection, id: number, readerId: number): Promise<CreditFileDetail> {
    const row = await connection.found(fileRow, `${files} WHERE f.id = ?`, [id]);
    const { summary, approval_id, state, uploaded_by } = row;
    const approval = approval_id === null ? null : await this.requests.one(connection, approval_id, readerId);
    const can_submit = state === 'uploaded' && uploaded_by === readerId;
    return { ...this.toDto(row), summary, approval, can_submit };
  }

  read(id: number, readerId: number): Promise<CreditFileDetail> {
    return this.one(this.database, id, readerId);
  }

  private toDto(row: FileRow): CreditFile {
    const { id, source, message_id, sender, name, fault, credits, booked, received_at, finished_at } = row;
    return {
      id,
      source,
      message_id,
      sender,
      name,
      fault,
      credits,
      booked,
      received_at,
      finished_at,
      state: this.stateOf(row),
      returned: row.refused,
      total: toDecimal(row.total),
      booked_total: toDecimal(row.booked_total),
      uploaded_by: row.uploaded_by === null ? null : { id: row.uploaded_by, name: row.uploader ?? '' },
    };
  }

  private stateOf({ state, decision, expires_at }: FileRow): CreditFile['state'] {
    if (state !== 'awaiting') return state;
    if (decision === 'refused') return 'refused';
    return expires_at !== null && expires_at <= this.clock.now() ? 'expired' : state;
  }
}
