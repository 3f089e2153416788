import { Injectable } from '@nestjs/common';
import { conversationLimit } from '@bank/contracts/conversations';
import type { Language } from '@bank/contracts/language';
import type { Transcript } from '@bank/contracts/tickets';
import en from '../../../locales/conversations.en.json';
import fr from '../../../locales/conversations.fr.json';
import { AuditService } from '../../platform/audit/audit.service';
import { Database, type Transaction } from '../../platform/database/database';
import { EventsService } from '../../platform/events/events.service';
import { processQueue } from '../../platform/tasks/process-queue';
import { SupportService } from '../support/support.service';
import * as sql from './conversations.sql';

const texts: Record<Language, typeof fr> = { fr, en };

/** How conversations end: done, or as a message to support with everything that was said. */
@Injectable()
export class ConversationEndings {
  constructor(
    private readonly database: Database,
    private readonly support: SupportService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  /** Ends a locked conversation, with nothing left to answer. */
  async done(tx: Transaction, conversation: sql.Locked): Promise<void> {
    await this.end(tx, conversation, { ticket: null });
    this.changed(tx, conversation);
  }

  /**
   * Ends a locked conversation as a message to support. Without an address to write to, it waits for one (see
   * `VisitorConversations`).
   */
  async asTicket(tx: Transaction, conversation: sql.Locked, requestId: string | null = null): Promise<void> {
    const { id, userId, language } = conversation;
    const person = await this.senderOf(tx, conversation);
    if (!person) {
      await this.end(tx, conversation, { ticket: null, awaitsAddress: true });
      return this.changed(tx, conversation);
    }
    const said = await this.transcriptOf(tx, conversation);
    const asked = said.findLast(({ type }) => type === 'user')?.content;
    const ticket = await this.support.file(tx, {
      ...person,
      userId,
      language,
      requestId,
      category: 'other',
      priority: 'normal',
      subject: texts[language].subject,
      message: asked ?? texts[language].nothing_said,
      conversation: said,
    });
    await this.end(tx, conversation, { ticket: ticket.id });
    const values = { id, reference: ticket.reference };
    await this.audit.record(tx, { action: 'conversation.became_ticket', type: 'info', values, userId });
    this.changed(tx, conversation);
  }

  /** Ends a conversation as a message to support if that member of staff still answers it. */
  async handBack(id: number, staffId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const conversation = await tx.row(sql.lockedRow, sql.lockOne, [id]);
      if (conversation?.state === 'live' && conversation.staffId === staffId)
        await this.asTicket(tx, conversation);
    });
  }

  /** Ends those that nobody answered in time or whose member of staff is gone, and returns how many. */
  async endDue(stopping: AbortSignal): Promise<number> {
    const ended = await processQueue(
      this.database,
      {
        claim: (tx, except) => tx.row(sql.lockedRow, sql.claimDue, [except]),
        work: (tx, conversation: sql.Locked) => this.asTicket(tx, conversation),
      },
      stopping,
    );
    return ended.length;
  }

  /** Refreshes the pages of the customer and of staff. */
  changed(tx: Transaction, { id, userId }: Pick<sql.Locked, 'id' | 'userId'>): void {
    const receivers = userId === null ? (['administrators'] as const) : ([userId, 'administrators'] as const);
    this.events.emitAll(
      tx,
      receivers.map((to) => ({ to, type: 'conversation', data: { id } })),
    );
  }

  private async end(
    tx: Transaction,
    { id }: sql.Locked,
    { ticket, awaitsAddress = false }: { ticket: number | null; awaitsAddress?: boolean },
  ): Promise<void> {
    // The visitor may come back to leave the address only later.
    await tx.write(sql.end, [ticket, awaitsAddress, awaitsAddress, id]);
  }

  /** The sender of the message to support; undefined for a visitor without an address. */
  private async senderOf(
    tx: Transaction,
    { userId, language, visitorName, visitorEmail: email }: sql.Locked,
  ) {
    if (userId !== null) return tx.found(sql.personRow, sql.selectPerson, [userId]);
    const firstName = visitorName ?? texts[language].visitor;
    return email === null ? undefined : { firstName, lastName: '', email, phone: null };
  }

  private async transcriptOf(tx: Transaction, { id, beforeLines }: sql.Locked): Promise<Transcript> {
    const lines = await tx.rows(sql.lineRow, sql.selectLines, [id, conversationLimit]);
    return [
      ...beforeLines,
      ...lines.map(({ from, name, text, at }) => ({
        type: from === 'staff' ? ('staff' as const) : ('user' as const),
        content: text,
        timestamp: at,
        ...(from === 'staff' && { name }),
      })),
    ];
  }
}
