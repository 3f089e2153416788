import { Injectable } from '@nestjs/common';
import { conversationLimit } from '@bank/contracts/conversations';
import {
  type OpenVisitorConversationRequest,
  type VisitorAddress,
  type VisitorConversation,
  type VisitorConversationAnswer,
  visitorsWaiting,
} from '@bank/contracts/visitor-conversations';
import { digest } from '../../platform/security/secrets';
import { AuditService } from '../../platform/audit/audit.service';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { isDuplicateOf } from '../../platform/database/database-error';
import { ApiException } from '../../platform/errors/api-exception';
import type { IdempotencyKey } from '../../platform/http/idempotency-key';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { RequestContext } from '../../platform/http/request-context';
import { AddressLimits } from '../../platform/security/address-limits.service';
import type { FramePartner } from '../../platform/security/frame-visitors';
import { Clock } from '../../platform/time/clock.service';
import { ConversationEndings } from './conversation-endings.service';
import { ConversationsService } from './conversations.service';
import * as sql from './conversations.sql';
import { PresenceService } from './presence.service';

/** Of staff only: no visitor is one of those who are available. */
const noStaff = 0;

/** The visitor's place: the partner whose page shows the widget, or null on the bank's own pages. */
type Place = FramePartner | null;
type Opened = Omit<OpenVisitorConversationRequest, 'secret'>;

/** A visitor's conversation with a person of the bank: the secret that their browser made is its only key. */
@Injectable()
export class VisitorConversations {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly limits: AddressLimits,
    private readonly presence: PresenceService,
    private readonly conversations: ConversationsService,
    private readonly endings: ConversationEndings,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** The conversation of a secret; null when it opens none. */
  async read(secret: string, place: Place): Promise<VisitorConversationAnswer> {
    return { conversation: await this.find(this.database, digest(secret), place) };
  }

  /**
   * Asks for a person: it waits for one where somebody is available and not too many visitors wait, and is a message to support
   * where an address was left; otherwise nothing is kept.
   * @param spend what the call spends, in its transaction
   * @throws ApiException ADDRESS_LIMIT_REACHED, CONVERSATION_ENDED for a secret of an ended one, IDEMPOTENCY_KEY_REUSED.
   */
  async open(
    { secret, ...opened }: OpenVisitorConversationRequest,
    place: Place,
    context: RequestContext,
    spend: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
  ): Promise<VisitorConversationAnswer> {
    const key = digest(secret);
    if (!(await this.idempotency.isUsed(keyOf(key, context))))
      await this.limits.take(this.database, 'visitor_talks', context.address);
    return this.once(key, context, async (tx) => {
      const before = await this.find(tx, key, place);
      if (before?.state === 'ended') throw new ApiException('CONVERSATION_ENDED');
      if (before) return { conversation: before };
      const isOpen = await this.isOpenToVisitors(tx);
      if (!isOpen && !opened.visitor?.email) return { conversation: null };
      const isNew = await this.insert(tx, { key, opened, place, isOpen }, context);
      if (isNew) {
        await spend(tx);
        await this.announce(tx, { key, place, isOpen }, context);
      }
      return { conversation: await this.find(tx, key, place) };
    });
  }

  /** Writes in the open conversation. @throws ApiException CONVERSATION_ENDED, TOO_MANY_REQUESTS, IDEMPOTENCY_KEY_REUSED. */
  async write(
    secret: string,
    text: string,
    place: Place,
    context: RequestContext,
  ): Promise<VisitorConversationAnswer> {
    const key = digest(secret);
    if (!(await this.idempotency.isUsed(keyOf(key, context))))
      await this.limits.takeOfVisitor(this.database, 'live_messages', key);
    return this.work(key, place, context, async (tx, conversation) => {
      const { id, state, visitorUntil } = conversation;
      if (state === 'ended') throw new ApiException('CONVERSATION_ENDED');
      await tx.write(sql.insertMessage, [[id, null, 0, text, this.clock.now(), visitorUntil]]);
      await tx.write(sql.awaitAnswer, [await this.conversations.answerSeconds(tx), id]);
      if ((await tx.count(sql.countMessages, [id])) >= conversationLimit)
        await this.endings.asTicket(tx, conversation, context.requestId);
      else this.endings.changed(tx, conversation);
    });
  }

  /**
   * Keeps where to answer by e-mail; one that ended because nobody answered becomes a message to support.
   * @throws ApiException CONVERSATION_ENDED, IDEMPOTENCY_KEY_REUSED.
   */
  leaveAddress(
    secret: string,
    { name, email }: VisitorAddress,
    place: Place,
    context: RequestContext,
  ): Promise<VisitorConversationAnswer> {
    return this.work(digest(secret), place, context, async (tx, conversation) => {
      const { id, state, awaitsAddress } = conversation;
      if (state === 'ended' && !awaitsAddress) throw new ApiException('CONVERSATION_ENDED');
      await tx.write(sql.leaveAddress, [name ?? null, email, this.clock.now(), id]);
      if (!awaitsAddress) return this.endings.changed(tx, conversation);
      const known = { ...conversation, visitorName: name ?? null, visitorEmail: email };
      await this.endings.asTicket(tx, known, context.requestId);
    });
  }

  /** Ends the open conversation, with nothing left to answer. @throws ApiException CONVERSATION_ENDED. */
  end(secret: string, place: Place, context: RequestContext): Promise<VisitorConversationAnswer> {
    return this.work(digest(secret), place, context, async (tx, conversation) => {
      if (conversation.state === 'ended') throw new ApiException('CONVERSATION_ENDED');
      await this.endings.done(tx, conversation);
    });
  }

  private async isOpenToVisitors(tx: Transaction): Promise<boolean> {
    const { present } = await this.presence.present(noStaff, tx);
    return present > 0 && (await tx.count(sql.countWaitingVisitors, [visitorsWaiting])) < visitorsWaiting;
  }

  private async insert(
    tx: Transaction,
    { key, opened, place, isOpen }: { key: Buffer; opened: Opened; place: Place; isOpen: boolean },
    context: RequestContext,
  ): Promise<boolean> {
    const { lines, visitor } = opened;
    const consented = visitor ? this.clock.now() : null;
    const person = [visitor?.name ?? null, visitor?.email ?? null, consented];
    const from = [place?.id ?? null, place?.name ?? null];
    const seconds = isOpen ? await this.conversations.answerSeconds(tx) : null;
    const row = [key, ...person, ...from, 'waiting', context.language, JSON.stringify(lines), seconds];
    try {
      await tx.write(sql.insertVisitors, row);
      return true;
    } catch (error) {
      // Another call with the secret was faster: the conversation is its.
      if (isDuplicateOf(error, 'conversations_visitor')) return false;
      throw error;
    }
  }

  private async announce(
    tx: Transaction,
    { key, place, isOpen }: { key: Buffer; place: Place; isOpen: boolean },
    { requestId }: RequestContext,
  ): Promise<void> {
    const found = [key, place?.id ?? null];
    const conversation = await tx.found(sql.lockedRow, sql.lockVisitors, found);
    const values = { id: conversation.id };
    await this.audit.record(tx, { action: 'conversation.visitor_asked', type: 'info', values, requestId });
    if (isOpen) this.endings.changed(tx, conversation);
    else await this.endings.asTicket(tx, conversation, requestId);
  }

  /** Works on the conversation of a secret, locked, once for a key; returns it as it then is. */
  private work(
    key: Buffer,
    place: Place,
    context: RequestContext,
    work: (tx: Transaction, conversation: sql.Locked) => Promise<void>,
  ): Promise<VisitorConversationAnswer> {
    return this.once(key, context, async (tx) => {
      const found = [key, place?.id ?? null];
      const conversation = await tx.row(sql.lockedRow, sql.lockVisitors, found);
      if (!conversation) throw new ApiException('CONVERSATION_ENDED');
      await work(tx, conversation);
      return { conversation: await this.find(tx, key, place) };
    });
  }

  private once<T>(key: Buffer, context: RequestContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.idempotency.once(keyOf(key, context), work);
  }

  private async find(connection: Connection, key: Buffer, place: Place): Promise<VisitorConversation | null> {
    const parameters = [key, place?.id ?? null];
    const row = await connection.row(sql.conversationRow, sql.selectVisitors, parameters);
    if (!row?.visitorUntil) return null;
    const { id, state, created_at, answer_until, staffFirstName: staff, reference } = row;
    const isOver = state === 'ended';
    return {
      state,
      created_at,
      answer_until,
      staff,
      reference,
      expires_at: row.visitorUntil,
      has_address: row.visitorEmail !== null,
      awaits_address: row.awaitsAddress,
      lines: isOver ? [] : await connection.rows(sql.lineRow, sql.selectLines, [id, conversationLimit]),
    };
  }
}

/** The repeated calls of one secret are known by its digest: those of others behind the same address are not theirs. */
const keyOf = (key: Buffer, { idempotency }: RequestContext): IdempotencyKey => ({
  ...idempotency,
  client: `visitor:${key.toString('base64url')}`,
});
