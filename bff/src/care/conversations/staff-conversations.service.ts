import { Injectable } from '@nestjs/common';
import {
  type CloseConversationRequest,
  conversationLimit,
  type ConversationList,
  type ConversationMessageRequest,
  type ConversationSummary,
  type StaffConversation,
} from '@bank/contracts/conversations';
import { AuditService } from '../../platform/audit/audit.service';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { ConversationEndings } from './conversation-endings.service';
import { ConversationsService, ticketOf } from './conversations.service';
import * as sql from './conversations.sql';
import { PresenceService } from './presence.service';

const mostListed = 100;

/** Staff's actions in conversations: the first to answer has it, and nobody else writes in it. */
@Injectable()
export class StaffConversationsService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly conversations: ConversationsService,
    private readonly endings: ConversationEndings,
    private readonly presence: PresenceService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** The open conversations, at most a hundred. */
  async list({ actor }: RequestContext): Promise<ConversationList> {
    const rows = await this.database.rows(sql.conversationRow, sql.selectOpen, [mostListed]);
    const { present, own } = await this.presence.present(actor.userId);
    return { conversations: rows.map(toSummary), available: own, present };
  }

  /** One conversation, also after its end. @throws ApiException NOT_FOUND. */
  async one(id: number, connection: Connection = this.database): Promise<StaffConversation> {
    const row = await connection.found(sql.conversationRow, sql.selectOne, [id]);
    const lines = await connection.rows(sql.lineRow, sql.selectLines, [id, conversationLimit]);
    return { ...toSummary(row), ticket: ticketOf(row), lines, before: row.beforeLines };
  }

  /**
   * Takes a waiting conversation, which makes the caller available; repeated, it changes nothing.
   * @throws ApiException NOT_FOUND, CONVERSATION_ENDED, WORK_TAKEN.
   */
  take(id: number, context: RequestContext): Promise<StaffConversation> {
    return this.work(id, context, (tx) => this.presence.appear(tx, context));
  }

  /**
   * Writes in a conversation, which takes it and makes the caller available. With its last possible message the conversation
   * becomes a message to support.
   * @throws ApiException NOT_FOUND, CONVERSATION_ENDED, WORK_TAKEN, IDEMPOTENCY_KEY_REUSED.
   */
  answer(
    id: number,
    { text }: ConversationMessageRequest,
    context: RequestContext,
  ): Promise<StaffConversation> {
    return this.work(id, context, async (tx, conversation) => {
      await this.presence.appear(tx, context);
      await tx.write(sql.insertMessage, [
        [id, context.actor.userId, 1, text, this.clock.now(), conversation.visitorUntil],
      ]);
      await tx.write(sql.answered, [id]);
      if ((await tx.count(sql.countMessages, [id])) >= conversationLimit)
        await this.endings.asTicket(tx, conversation, context.requestId);
    });
  }

  /** Ends a conversation. @throws ApiException NOT_FOUND, CONVERSATION_ENDED, WORK_TAKEN. */
  close(id: number, request: CloseConversationRequest, context: RequestContext): Promise<StaffConversation> {
    return this.work(id, context, async (tx, conversation) => {
      if (request.as === 'ticket') await this.endings.asTicket(tx, conversation, context.requestId);
      else await this.endings.done(tx, conversation);
      await this.log(tx, 'conversation.closed', id, context);
    });
  }

  /** Works on a conversation that is the caller's or becomes it, locked, once for a key; returns it as it then is. */
  private work(
    id: number,
    context: RequestContext,
    work: (tx: Transaction, conversation: sql.Locked) => Promise<void>,
  ): Promise<StaffConversation> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const conversation = await tx.found(sql.lockedRow, sql.lockOne, [id]);
      const { state, staffId } = conversation;
      if (state === 'ended') throw new ApiException('CONVERSATION_ENDED');
      if (state === 'live' && staffId !== context.actor.userId) throw new ApiException('WORK_TAKEN');
      if (state === 'waiting') {
        await tx.write(sql.take, [context.actor.userId, await this.conversations.answerSeconds(tx), id]);
        await this.log(tx, 'conversation.taken', id, context);
      }
      await work(tx, conversation);
      this.endings.changed(tx, conversation);
      return this.one(id, tx);
    });
  }

  private log(
    tx: Transaction,
    action: 'conversation.taken' | 'conversation.closed',
    id: number,
    context: RequestContext,
  ): Promise<void> {
    return this.audit.record(tx, { action, type: 'info', values: { id }, ...authorOf(context) });
  }
}

const toSummary = (row: sql.ConversationRow): ConversationSummary => ({
  id: row.id,
  state: row.state,
  customer: row.customerId === null ? null : { id: row.customerId, name: row.customer },
  visitor:
    row.customerId === null ? { name: row.visitorName, email: row.visitorEmail, partner: row.partner } : null,
  staff: row.staffId === null ? null : { id: row.staffId, name: row.staff },
  language: row.language,
  created_at: row.created_at,
  answer_until: row.answer_until,
});
