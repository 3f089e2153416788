import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import type { ChatLines } from '@bank/contracts/support';
import type {
  Ticket,
  TicketAnswerRequest,
  TicketList,
  TicketListQuery,
  TicketStatus,
  TicketStatusRequest,
  TicketSummary,
} from '@bank/contracts/tickets';
import { AuditService } from '../audit/audit.service';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import { wholeNumber } from '../common/money-column';
import { beginningWith } from '../common/search';
import type { Written } from '../common/statements';
import { inTransaction } from '../common/transaction';
import { EventsService } from '../events/events.service';
import { AnswerMailer } from './answer-mailer';

const summaryColumns = `
  t.id, t.reference, t.first_name AS firstName, t.last_name AS lastName, t.email, t.category, t.priority, t.subject,
  t.status, t.created_at, t.answer_by`;
const oneTicket = `
  SELECT ${summaryColumns}, t.phone, t.language, t.message, t.conversation, u.id AS customerId,
    CONCAT(u.first_name, ' ', u.last_name) AS customerName, u.email AS customerEmail
  FROM tickets t LEFT JOIN users u ON u.id = t.user_id AND u.deleted_at IS NULL WHERE t.id = ?`;
const attachmentsOf = 'SELECT id, name, size FROM ticket_attachments WHERE ticket_id = ? ORDER BY id';
const answersOf = `
  SELECT a.id, CONCAT(u.first_name, ' ', u.last_name) AS author, a.message, a.created_at, a.mailed_at
  FROM ticket_answers a JOIN users u ON u.id = a.author_id WHERE a.ticket_id = ? ORDER BY a.id`;
const insertAnswer = `
  INSERT INTO ticket_answers (ticket_id, author_id, message, created_at, mail_at) VALUES (?, ?, ?, ?, ?)`;

type SummaryRow = Omit<TicketSummary, 'id' | 'created_at' | 'answer_by'> & {
  id: string;
  created_at: Date;
  answer_by: Date;
};
type TicketRow = SummaryRow &
  Pick<Ticket, 'phone' | 'language' | 'message'> & {
    conversation: string | null;
    customerId: number | null;
    customerName: string;
    customerEmail: string;
  };
interface AnswerRow {
  id: string;
  author: string;
  message: string;
  created_at: Date;
  mailed_at: Date | null;
}

/** The administrators' side of messages to support. */
@Injectable()
export class TicketsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly idempotency: Idempotency,
    private readonly mailer: AnswerMailer,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** One page of the tickets, those whose answer was promised soonest first; closed ones and `all` the newest first. */
  async list({ page, limit, status, search }: TicketListQuery): Promise<TicketList> {
    const conditions = [
      ...(status === 'all' ? [] : ['t.status = ?']),
      ...(search === undefined ? [] : ['(t.reference LIKE ? OR t.email LIKE ?)']),
    ];
    const typed = search === undefined ? [] : [beginningWith(search), beginningWith(search)];
    const values = [...(status === 'all' ? [] : [status]), ...typed];
    const from = `FROM tickets t ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`;
    const order = status === 'open' || status === 'answered' ? 't.answer_by, t.id' : 't.id DESC';
    const rows = (await this.dataSource.query(
      `SELECT ${summaryColumns} ${from} ORDER BY ${order} LIMIT ? OFFSET ?`,
      [...values, limit, (page - 1) * limit],
    )) as SummaryRow[];
    const [found, open] = await Promise.all([
      this.count(from, values),
      this.count(`FROM tickets t WHERE t.status = 'open'`, []),
    ]);
    return {
      tickets: rows.map(wireSummary),
      pagination: paginateCounted(page, limit, found),
      open: Math.min(open, countedRows),
    };
  }

  /** One ticket with its files and answers. @throws Failure NOT_FOUND. */
  async one(id: number, runner: QueryRunner | DataSource = this.dataSource): Promise<Ticket> {
    const [row] = (await runner.query(oneTicket, [id])) as TicketRow[];
    if (!row) throw new Failure('NOT_FOUND');
    const files = (await runner.query(attachmentsOf, [id])) as { id: string; name: string; size: number }[];
    const answers = (await runner.query(answersOf, [id])) as AnswerRow[];
    return {
      ...wireSummary(row),
      customer: customerOf(row),
      ...{ phone: row.phone, language: row.language, message: row.message },
      conversation: row.conversation === null ? null : (JSON.parse(row.conversation) as ChatLines),
      attachments: files.map((file) => ({ ...file, id: wholeNumber(file.id) })),
      answers: answers.map((answer) => ({
        ...answer,
        id: wholeNumber(answer.id),
        created_at: answer.created_at.toISOString(),
        mailed_at: answer.mailed_at?.toISOString() ?? null,
      })),
    };
  }

  /**
   * Answers a ticket, by e-mail in the person's language; it leaves once this is committed, and is tried again while
   * the mail server is away.
   * @throws Failure NOT_FOUND, IDEMPOTENCY_KEY_REUSED.
   */
  async answer(
    actor: Actor,
    id: number,
    { message }: TicketAnswerRequest,
    keyed: KeyedCall,
    call: Call,
  ): Promise<Ticket> {
    let written: number | undefined;
    const ticket = await this.idempotency.once(keyed, async (runner) => {
      const reference = await this.lock(runner, id);
      const now = this.clock.now();
      const { insertId } = (await runner.query(insertAnswer, [
        id,
        actor.userId,
        message,
        now,
        now,
      ])) as Written;
      written = wholeNumber(insertId);
      const text = `Réponse au message ${reference}.`;
      await this.move(runner, { id, status: 'answered', action: 'ticket.answered', text }, actor, call);
      return this.one(id, runner);
    });
    if (written !== undefined) this.mailer.sendSoon(written);
    return ticket;
  }

  /** Closes a ticket, or opens it again. @throws Failure NOT_FOUND. */
  setStatus(actor: Actor, id: number, { status }: TicketStatusRequest, call: Call): Promise<Ticket> {
    return inTransaction(this.dataSource, async (runner) => {
      const reference = await this.lock(runner, id);
      const text = `Message ${reference} ${status === 'closed' ? 'clos' : 'rouvert'}.`;
      const action = status === 'closed' ? 'ticket.closed' : 'ticket.reopened';
      await this.move(runner, { id, status, action, text }, actor, call);
      return this.one(id, runner);
    });
  }

  private async lock(runner: QueryRunner, id: number): Promise<string> {
    const [row] = (await runner.query('SELECT reference FROM tickets WHERE id = ? FOR UPDATE', [id])) as {
      reference: string;
    }[];
    if (!row) throw new Failure('NOT_FOUND');
    return row.reference;
  }

  private async move(
    runner: QueryRunner,
    { id, status, action, text }: { id: number; status: TicketStatus; action: string; text: string },
    { userId, email }: Actor,
    { requestId }: Call,
  ): Promise<void> {
    await runner.query('UPDATE tickets SET status = ? WHERE id = ?', [status, id]);
    await this.audit.record(runner, { action, type: 'info', message: text, userId, email, requestId });
    this.events.emit(runner, 'administrators', 'ticket_queue', { id, status });
  }

  private async count(from: string, values: unknown[]): Promise<number> {
    const [{ total }] = (await this.dataSource.query(
      `SELECT COUNT(*) AS total FROM (SELECT 1 ${from} LIMIT ?) counted`,
      [...values, countedRows + 1],
    )) as [{ total: string }];
    return wholeNumber(total);
  }
}

const customerOf = ({ customerId: id, customerName: name, customerEmail: email }: TicketRow) =>
  id === null ? null : { id, name, email };

const wireSummary = ({ id, created_at, answer_by, ...row }: SummaryRow): TicketSummary => ({
  id: wholeNumber(id),
  reference: row.reference,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  category: row.category,
  priority: row.priority,
  subject: row.subject,
  status: row.status,
  created_at: created_at.toISOString(),
  answer_by: answer_by.toISOString(),
});
