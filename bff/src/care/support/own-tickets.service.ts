import { Injectable } from '@nestjs/common';
import {
  type OwnTicket,
  type OwnTicketList,
  type OwnTicketListQuery,
  ownTicketSummary,
} from '@bank/contracts/own-tickets';
import { paginate } from '@bank/contracts/pagination';
import { isoMoment, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { notFoundFor } from '../../platform/http/not-found';

const columns = `
  t.id, t.reference, t.category, t.subject, t.status, t.created_at, t.answer_by,
  (SELECT MAX(a.created_at) FROM ticket_answers a WHERE a.ticket_id = t.id) AS answered_at`;
const selectList = `SELECT ${columns} FROM tickets t WHERE t.user_id = ? ORDER BY t.id DESC LIMIT ? OFFSET ?`;
const selectOne = `SELECT ${columns}, t.message FROM tickets t WHERE t.id = ? AND t.user_id = ?`;
const selectAttachments = 'SELECT id, name, size FROM ticket_attachments WHERE ticket_id = ? ORDER BY id';
const selectAnswers = 'SELECT id, message, created_at FROM ticket_answers WHERE ticket_id = ? ORDER BY id';

const moments = { created_at: isoMoment, answer_by: isoMoment, answered_at: isoMoment.nullable() };
const summaryRow = rowOf({ ...ownTicketSummary.shape, id: whole, ...moments });
const ticketRow = rowOf({ ...summaryRow.shape, message: text });
const attachmentRow = rowOf({ id: whole, name: text, size: whole });
const answerRow = rowOf({ id: whole, message: text, created_at: isoMoment });

/** What customers see of their messages to support: only those that they sent while signed in. */
@Injectable()
export class OwnTicketsService {
  constructor(private readonly database: Database) {}

  /** One page of the user's messages, newest first. */
  async list(userId: number, { page, limit }: OwnTicketListQuery): Promise<OwnTicketList> {
    const total = await this.database.count('SELECT COUNT(*) FROM tickets WHERE user_id = ?', [userId]);
    const tickets = await this.database.rows(summaryRow, selectList, [userId, limit, (page - 1) * limit]);
    return { tickets, pagination: paginate(page, limit, total) };
  }

  /** One of the user's messages with its answers. @throws ApiException NOT_FOUND. */
  async one(userId: number, id: number): Promise<OwnTicket> {
    const ticket = await this.database.row(ticketRow, selectOne, [id, userId]);
    if (!ticket) throw await notFoundFor(this.database, 'tickets', id, userId);
    const attachments = await this.database.rows(attachmentRow, selectAttachments, [id]);
    return { ...ticket, attachments, answers: await this.database.rows(answerRow, selectAnswers, [id]) };
  }
}
