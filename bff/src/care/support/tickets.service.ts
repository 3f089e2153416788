import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { languages } from '@bank/contracts/language';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import {
  ticketStatuses,
  ticketSummary,
  transcript,
  type Ticket,
  type TicketAnswerQuery,
  type TicketAnswerRequest,
  type TicketList,
  type TicketListQuery,
  type TicketStatus,
  type TicketStatusRequest,
} from '@bank/contracts/tickets';
import { searchedReference } from '@bank/contracts/typed-search';
import { AuditService } from '../../platform/audit/audit.service';
import { Clock } from '../../platform/time/clock.service';
import { Idempotency } from '../../platform/http/idempotency.service';
import { ApiException } from '../../platform/errors/api-exception';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import type { Act } from '../../platform/http/slices.service';
import { flag, isoMoment, jsonOf, rowOf, text, whole } from '../../platform/database/columns';
import { beginningWith } from '../../platform/database/search';
import { EventsService } from '../../platform/events/events.service';
import { takenBy } from '../../people/work/taken-by';
import { AnswerMailer } from './answer-mailer.service';
import { type Connection, Database, type Transaction } from '../../platform/database/database';

const lockedRow = rowOf({ reference: text, status: z.enum(ticketStatuses) });

const summaryColumns = `
  t.id, t.reference, t.first_name AS firstName, t.last_name AS lastName, t.email, t.category, t.priority, t.subject,
  t.status, t.created_at, t.answer_by`;
const oneTicket = `
  SELECT ${summaryColumns}, t.phone, t.language, t.message, t.conversation, u.id AS customerId,
    CONCAT(u.first_name, ' ', u.last_name) AS customerName, u.email AS customerEmail
  FROM tickets t LEFT JOIN users u ON u.id = t.user_id AND u.deleted_at IS NULL WHERE t.id = ?`;
const attachmentsOf = 'SELECT id, name, size FROM ticket_attachments WHERE ticket_id = ? ORDER BY id';
const answersOf = `
  SELECT a.id, CONCAT(u.first_name, ' ', u.last_name) AS author, a.message, a.created_at, a.mailed_at,
    a.mail_at IS NULL AND a.mailed_at IS NULL AS mail_failed
  FROM ticket_answers a JOIN users u ON u.id = a.author_id WHERE a.ticket_id = ? ORDER BY a.id`;
const answerSince = 'SELECT 1 FROM ticket_answers WHERE ticket_id = ? AND id > ? LIMIT 1';
const insertAnswer = `
  INSERT INTO ticket_answers (ticket_id, author_id, message, created_at, mail_at) VALUES (?, ?, ?, ?, ?)`;

const summaryRow = rowOf({ ...ticketSummary.shape, id: whole, created_at: isoMoment, answer_by: isoMoment });
const ticketRow = rowOf({
  ...summaryRow.shape,
  phone: text.nullable(),
  language: z.enum(languages),
  message: text,
  conversation: jsonOf(transcript).nullable(),
  customerId: whole.nullable(),
  customerName: text.nullable(),
  customerEmail: text.nullable(),
});
const attachmentRow = rowOf({ id: whole, name: text, size: whole });
const answerRow = rowOf({
  id: whole,
  author: text,
  message: text,
  created_at: isoMoment,
  mailed_at: isoMoment.nullable(),
  mail_failed: flag,
});

interface TicketMove {
  id: number;
  reference: string;
  status: TicketStatus;
  action: 'ticket.answered' | 'ticket.closed' | 'ticket.reopened';
}

@Injectable()
export class TicketsService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly mailer: AnswerMailer,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** One page of the tickets: those to be answered soonest first; closed ones and `all` by newest. */
  async list(
    { page, limit, status, search, mine }: TicketListQuery,
    { actor }: RequestContext,
  ): Promise<TicketList> {
    const held = takenBy('ticket', actor.userId, this.clock.now());
    const conditions = [
      ...(status === 'all' ? [] : ['t.status = ?']),
      ...(search === undefined ? [] : ['(t.reference LIKE ? OR t.email LIKE ?)']),
      ...(mine === 'mine' ? [`t.id IN (${held.sql})`] : []),
    ];
    const typed =
      search === undefined ? [] : [beginningWith(searchedReference(search)), beginningWith(search)];
    const values = [...(status === 'all' ? [] : [status]), ...typed, ...(mine === 'mine' ? held.values : [])];
    const from = `FROM tickets t ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`;
    const order = status === 'open' || status === 'answered' ? 't.answer_by, t.id' : 't.id DESC';
    const tickets = await this.database.rows(
      summaryRow,
      `SELECT ${summaryColumns} ${from} ORDER BY ${order} LIMIT ? OFFSET ?`,
      [...values, limit, (page - 1) * limit],
    );
    const [found, open] = await Promise.all([
      this.count(from, values),
      this.count(`FROM tickets t WHERE t.status = 'open'`, []),
    ]);
    return {
      tickets,
      pagination: paginateCounted(page, limit, found),
      open: Math.min(open, countedRows),
    };
  }

  /** One ticket with its files and answers. @throws ApiException NOT_FOUND. */
  async one(id: number, tx: Connection = this.database): Promise<Ticket> {
    const row = await tx.found(ticketRow, oneTicket, [id]);
    const { customerId, customerName, customerEmail, ...ticket } = row;
    const customer =
      customerId === null || customerName === null || customerEmail === null
        ? null
        : { id: customerId, name: customerName, email: customerEmail };
    const attachments = await tx.rows(attachmentRow, attachmentsOf, [id]);
    const answers = await tx.rows(answerRow, answersOf, [id]);
    return { ...ticket, customer, attachments, answers };
  }

  /**
   * Answers a ticket by e-mail in the person's language; it is sent after the commit, and retried while the mail server
   * is away; an answer that cannot be sent opens the ticket again.
   * @throws ApiException NOT_FOUND, TICKET_ANSWERED when there is an answer since the newest that was `seen`,
   * IDEMPOTENCY_KEY_REUSED.
   */
  async answer(
    id: number,
    { message, seen }: TicketAnswerRequest & TicketAnswerQuery,
    context: RequestContext,
  ): Promise<Ticket> {
    let answerId: number | undefined;
    const ticket = await this.idempotency.once(context.idempotency, async (tx) => {
      const { reference } = await this.lock(tx, id);
      if (seen !== undefined && (await tx.exists(answerSince, [id, seen])))
        throw new ApiException('TICKET_ANSWERED');
      const now = this.clock.now();
      answerId = (await tx.write(insertAnswer, [id, context.actor.userId, message, now, now])).insertId;
      await this.move(tx, { id, reference, status: 'answered', action: 'ticket.answered' }, context);
      return this.one(id, tx);
    });
    if (answerId !== undefined) this.mailer.sendSoon(answerId);
    return ticket;
  }

  /**
   * Closes a ticket, or opens it again, a no-op when it is so already; `undo` makes it what it was before the closing.
   * @throws ApiException NOT_FOUND.
   */
  setStatus(id: number, request: TicketStatusRequest, context: RequestContext): Promise<Ticket> {
    return this.database.transaction(async (tx) => {
      await this.change(tx, { id, ...(await this.lock(tx, id)) }, request, context);
      return this.one(id, tx);
    });
  }

  /** As `setStatus`, once for a key, for one of several: what is so already stays `unchanged`. @throws ApiException NOT_FOUND. */
  setStatusOnce(id: number, request: TicketStatusRequest, context: RequestContext): Promise<Act> {
    return this.idempotency.once(context.idempotency, async (tx): Promise<Act> => {
      const { reference, status } = await this.lock(tx, id);
      if ((status === 'closed') === (request.status === 'closed')) return { outcome: 'unchanged' };
      await this.change(tx, { id, reference, status }, request, context);
      return { outcome: 'done' };
    });
  }

  private async change(
    tx: Transaction,
    { id, reference, status: current }: Omit<TicketMove, 'action'>,
    request: TicketStatusRequest,
    context: RequestContext,
  ): Promise<void> {
    const answered = 'SELECT 1 FROM ticket_answers WHERE ticket_id = ? LIMIT 1';
    const wasAnswered = request.status === 'open' && request.undo && (await tx.exists(answered, [id]));
    const status = wasAnswered ? 'answered' : request.status;
    if (status === current) return;
    const action = status === 'closed' ? 'ticket.closed' : 'ticket.reopened';
    await this.move(tx, { id, reference, status, action }, context);
  }

  private lock(tx: Transaction, id: number): Promise<z.output<typeof lockedRow>> {
    return tx.found(lockedRow, 'SELECT reference, status FROM tickets WHERE id = ? FOR UPDATE', [id]);
  }

  private async move(
    tx: Transaction,
    { id, reference, status, action }: TicketMove,
    context: RequestContext,
  ): Promise<void> {
    await tx.write('UPDATE tickets SET status = ? WHERE id = ?', [status, id]);
    await this.audit.record(tx, { action, type: 'info', values: { reference }, ...authorOf(context) });
    this.events.emit(tx, 'administrators', 'ticket_queue', { id, status });
  }

  private count(from: string, values: unknown[]): Promise<number> {
    const sql = `SELECT COUNT(*) FROM (SELECT 1 ${from} LIMIT ?) counted`;
    return this.database.count(sql, [...values, countedRows + 1]);
  }
}
