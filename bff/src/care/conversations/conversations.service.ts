import { Injectable } from '@nestjs/common';
import {
  conversationLimit,
  type ConversationMessageRequest,
  conversationSeconds,
  type NewestConversation,
  type OpenConversationRequest,
  type OwnConversation,
} from '@bank/contracts/conversations';
import { AuditService } from '../../platform/audit/audit.service';
import { BankSettingsService } from '../../platform/bank-settings/bank-settings.service';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { AddressLimits } from '../../platform/security/address-limits.service';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';
import { lockUser } from '../../people/users/lock-user';
import { ConversationEndings } from './conversation-endings.service';
import * as sql from './conversations.sql';
import { PresenceService } from './presence.service';

/** A customer's conversation with a person of the bank. */
@Injectable()
export class ConversationsService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly limits: AddressLimits,
    private readonly presence: PresenceService,
    private readonly endings: ConversationEndings,
    private readonly settings: BankSettingsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** The person's newest conversation of the last day. */
  async newest(userId: number, connection: Connection = this.database): Promise<NewestConversation> {
    const since = new Date(this.clock.now().getTime() - dayMs);
    const row = await connection.row(sql.conversationRow, sql.selectNewest, [userId, since]);
    return { conversation: row ? await this.asOwn(row, connection) : null };
  }

  /**
   * Asks for a person: it waits for one where somebody is available, and is a message to support at once where nobody is. An
   * open conversation goes on.
   * @throws ApiException TOO_MANY_REQUESTS, IDEMPOTENCY_KEY_REUSED.
   */
  async open({ lines }: OpenConversationRequest, context: RequestContext): Promise<OwnConversation> {
    const { userId } = context.actor;
    await this.count('conversations', context);
    return this.idempotency.once(context.idempotency, async (tx) => {
      // Two pages that ask at once wait for each other here.
      await lockUser(tx, userId);
      const open = await tx.row(sql.lockedRow, sql.lockOpen, [userId]);
      if (open) return this.one(open.id, tx);
      const { present } = await this.presence.present(userId, tx);
      const seconds = present > 0 ? await this.answerSeconds(tx) : null;
      const row = [userId, userId, 'waiting', context.language, JSON.stringify(lines), seconds];
      const { insertId: id } = await tx.write(sql.insert, row);
      const logged = { action: 'conversation.asked', type: 'info', values: { id } } as const;
      await this.audit.record(tx, { ...logged, ...authorOf(context) });
      const conversation = await tx.found(sql.lockedRow, sql.lockOne, [id]);
      if (present > 0) this.endings.changed(tx, conversation);
      else await this.endings.asTicket(tx, conversation, context.requestId);
      return this.one(id, tx);
    });
  }

  /**
   * Writes in the open conversation; with its last possible message it becomes a message to support.
   * @throws ApiException CONVERSATION_ENDED, TOO_MANY_REQUESTS, IDEMPOTENCY_KEY_REUSED.
   */
  async write({ text }: ConversationMessageRequest, context: RequestContext): Promise<OwnConversation> {
    const { userId } = context.actor;
    await this.count('live_messages', context);
    return this.work(context, async (tx, conversation) => {
      const { id } = conversation;
      await tx.write(sql.insertMessage, [[id, userId, 0, text, this.clock.now(), null]]);
      await tx.write(sql.awaitAnswer, [await this.answerSeconds(tx), id]);
      if ((await tx.count(sql.countMessages, [id])) >= conversationLimit)
        await this.endings.asTicket(tx, conversation, context.requestId);
      else this.endings.changed(tx, conversation);
    });
  }

  /** Ends the open conversation, with nothing left to answer. @throws ApiException CONVERSATION_ENDED. */
  end(context: RequestContext): Promise<OwnConversation> {
    return this.work(context, (tx, conversation) => this.endings.done(tx, conversation));
  }

  /** Within how many seconds a person must answer. */
  async answerSeconds(tx: Transaction): Promise<number> {
    return Number((await this.settings.read('conversation_seconds', tx)) ?? conversationSeconds);
  }

  /** Counts a call that is not a repeated one. @throws ApiException TOO_MANY_REQUESTS. */
  private async count(
    limit: 'conversations' | 'live_messages',
    { actor, idempotency }: RequestContext,
  ): Promise<void> {
    if (await this.idempotency.isUsed(idempotency)) return;
    await this.limits.takeOfPerson(this.database, limit, actor.userId);
  }

  /** Works on the caller's open conversation, locked, once for a key; returns it as it then is. */
  private work(
    context: RequestContext,
    work: (tx: Transaction, conversation: sql.Locked) => Promise<void>,
  ): Promise<OwnConversation> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const conversation = await tx.row(sql.lockedRow, sql.lockOpen, [context.actor.userId]);
      if (!conversation) throw new ApiException('CONVERSATION_ENDED');
      await work(tx, conversation);
      return this.one(conversation.id, tx);
    });
  }

  private async one(id: number, tx: Transaction): Promise<OwnConversation> {
    return this.asOwn(await tx.found(sql.conversationRow, sql.selectOne, [id]), tx);
  }

  private async asOwn(row: sql.ConversationRow, connection: Connection): Promise<OwnConversation> {
    const { id, state, created_at, answer_until, staffFirstName: staff } = row;
    const lines = await connection.rows(sql.lineRow, sql.selectLines, [id, conversationLimit]);
    return { id, state, created_at, answer_until, staff, ticket: ticketOf(row), lines };
  }
}

/** The message to support that a conversation became. */
export const ticketOf = ({ ticketId, reference }: sql.ConversationRow) =>
  ticketId === null || reference === null ? null : { id: ticketId, reference };
