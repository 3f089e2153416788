import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AwaitingApproval } from '@bank/contracts/approvals';
import {
  type CountMessageRequest,
  type CustomerMessage,
  type CustomerMessageList,
  type CustomerMessageListQuery,
  type MessageChannel,
  type MessageCount,
  messageChannels,
  type NewMessageRequest,
} from '@bank/contracts/customer-messages';
import { paginate } from '@bank/contracts/pagination';
import { AuditService } from '../../platform/audit/audit.service';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { demandApproval } from '../../platform/http/approval';
import { ApiException } from '../../platform/errors/api-exception';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Idempotency } from '../../platform/http/idempotency.service';
import { Clock } from '../../platform/time/clock.service';
import { ApprovalRequestsService } from '../../people/staff-approvals/approval-requests.service';
import { subjectOf } from '../../people/staff-approvals/approvals.sql';
import {
  type ApprovedRequest,
  StaffApprovalsService,
} from '../../people/staff-approvals/staff-approvals.service';
import { TextMessages } from '../../ports/text-messages/text-messages';
import * as sql from './customer-messages.sql';
import { segmentFilter } from './segment';

/** The newest customers, from whom the size of a segment is extrapolated. */
const counted = 20_000;

/** Messages to segments of customers: one person writes, another approves, then the job sends. */
@Injectable()
export class CustomerMessagesService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly requests: ApprovalRequestsService,
    private readonly approvals: StaffApprovalsService,
    private readonly textMessages: TextMessages,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.approvals.register('customer_message', (tx, request, context) => this.start(tx, request, context));
  }

  /** One page of the messages, newest first, with what arrived of each. */
  async list({ page, limit }: CustomerMessageListQuery): Promise<CustomerMessageList> {
    const total = await this.database.count('SELECT COUNT(*) FROM customer_messages');
    const rows = await this.database.rows(
      sql.messageRow,
      `${sql.selectMessages} ORDER BY m.id DESC LIMIT ? OFFSET ?`,
      [this.clock.now(), limit, (page - 1) * limit],
    );
    const messages = await this.withReports(this.database, rows);
    return { messages, pagination: paginate(page, limit, total), channels: this.channels() };
  }

  /** @throws ApiException NOT_FOUND. */
  async one(id: number, connection: Connection = this.database): Promise<CustomerMessage> {
    const row = await connection.found(sql.messageRow, `${sql.selectMessages} WHERE m.id = ?`, [
      this.clock.now(),
      id,
    ]);
    const [message] = await this.withReports(connection, [row]);
    if (!message) throw new ApiException('NOT_FOUND');
    return message;
  }

  /** How many customers a message would go to now. */
  async count({ purpose, segment }: CountMessageRequest): Promise<MessageCount> {
    const last = await this.database.count('SELECT COALESCE(MAX(id), 0) FROM users');
    const filter = segmentFilter(segment, purpose, this.clock.now());
    const from = Math.max(0, last - counted);
    const found = await this.database.count(`SELECT COUNT(*) FROM users u WHERE u.id > ? AND ${filter.sql}`, [
      from,
      ...filter.values,
    ]);
    if (from === 0) return { count: found, estimated: false };
    return { count: Math.round((found * last) / counted), estimated: true };
  }

  /**
   * Stores a message that another person has to approve.
   * @throws ApiException NOT_CONFIGURED for text messages without a sender, APPROVAL_REQUIRED.
   */
  async submit(message: NewMessageRequest, context: RequestContext): Promise<AwaitingApproval> {
    if (message.channels.some((channel) => !this.channels().includes(channel)))
      throw new ApiException('NOT_CONFIGURED');
    return this.idempotency.once(context.idempotency, async (tx) => {
      await demandApproval(tx, context);
      const id = await this.insert(tx, message, context.actor.userId);
      const stored = await tx.found(sql.lockedRow, sql.lockMessage, [id]);
      const about = { id, titleFr: message.title_fr, titleEn: message.title_en, digest: digestOf(stored) };
      const payload = { changes: [], motive: null, language: context.language };
      const awaiting = await this.requests.request(
        tx,
        { kind: 'customer_message', subjectId: null, payload: { ...payload, message: about } },
        authorOf(context),
      );
      await tx.write(sql.awaitApproval, [awaiting.approval.id, id]);
      return awaiting;
    });
  }

  /** Ends the sending of a message; those who have it keep it. @throws ApiException NOT_FOUND, MESSAGE_NOT_SENDING. */
  stop(id: number, context: RequestContext): Promise<CustomerMessage> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const { state } = await tx.found(sql.lockedRow, sql.lockMessage, [id]);
      if (state !== 'sending') throw new ApiException('MESSAGE_NOT_SENDING');
      await tx.write(sql.stop, [this.clock.now(), id]);
      const logged = { action: 'customer_message.stopped', type: 'warning', values: { id } } as const;
      await this.audit.record(tx, { ...logged, ...authorOf(context) });
      return this.one(id, tx);
    });
  }

  private channels(): MessageChannel[] {
    return messageChannels.filter((channel) => channel !== 'sms' || this.textMessages.isConfigured);
  }

  private async insert(tx: Transaction, message: NewMessageRequest, userId: number): Promise<number> {
    const { purpose, channels, title_fr, title_en, text_fr, text_en, segment, per_minute } = message;
    const words = [purpose === 'marketing', channels.join(','), title_fr, title_en, text_fr, text_en];
    const { insertId: writtenId } = await tx.write(sql.insertWords, [words]);
    const row = [writtenId, JSON.stringify(segment), per_minute, userId, this.clock.now()];
    return (await tx.write(sql.insertMessage, [row])).insertId;
  }

  /** Lets an approved message be sent; its words and segment must be those that were asked about. */
  private async start(
    tx: Transaction,
    { payload, requestedBy }: ApprovedRequest,
    context: RequestContext,
  ): Promise<() => void> {
    const { id, digest } = subjectOf(payload, 'message');
    const message = await tx.found(sql.lockedRow, sql.lockMessage, [id]);
    const isSame = digestOf(message) === digest && message.authorId === requestedBy;
    if (message.state !== 'awaiting' || !isSame) throw new ApiException('APPROVAL_OUTDATED');
    const now = this.clock.now();
    await tx.write(sql.start, [now, now, message.id]);
    const logged = {
      action: 'customer_message.started',
      type: 'warning',
      values: { id: message.id },
    } as const;
    await this.audit.record(tx, { ...logged, ...authorOf(context) });
    return () => undefined;
  }

  private async withReports(connection: Connection, rows: sql.MessageRow[]): Promise<CustomerMessage[]> {
    if (rows.length === 0) return [];
    const counts = await connection.rows(sql.reportRow, sql.selectReport, [rows.map((row) => row.writtenId)]);
    return rows.map(({ writtenId, marketing, title_fr, title_en, text_fr, text_en, ...row }) => ({
      ...row,
      purpose: marketing ? 'marketing' : 'service',
      title: { fr: title_fr, en: title_en },
      text: { fr: text_fr, en: text_en },
      report: counts
        .filter((each) => each.writtenId === writtenId)
        .map(({ channel, outcome, count }) => ({ channel, outcome, count })),
    }));
  }
}

/** The digest of all that a second person approves. */
const digestOf = ({
  segment,
  marketing,
  channels,
  title_fr,
  title_en,
  text_fr,
  text_en,
  per_minute,
}: sql.LockedMessage) =>
  createHash('sha256')
    .update(JSON.stringify([segment, marketing, channels, title_fr, title_en, text_fr, text_en, per_minute]))
    .digest('hex');
