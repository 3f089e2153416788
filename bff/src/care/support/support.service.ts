import { Injectable } from '@nestjs/common';
import type { Language } from '@bank/contracts/language';
import { responseHours, type ContactRequest, type TicketCreated } from '@bank/contracts/support';
import type { Transcript } from '@bank/contracts/tickets';
import { AuditService } from '../../platform/audit/audit.service';
import { AddressLimits } from '../../platform/security/address-limits.service';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { RequestContext } from '../../platform/http/request-context';
import { EventsService } from '../../platform/events/events.service';
import { AttachmentsService } from './attachments.service';
import { Database, type Transaction } from '../../platform/database/database';
import { hourMs } from '../../platform/time/durations';

const insertTicket = `
  INSERT INTO tickets (reference, user_id, first_name, last_name, email, phone, category, priority, subject, message,
    language, conversation, answer_by, created_at)
  VALUES (?)`;

/** A message to support, of a customer or a visitor. */
type FiledMessage = Pick<
  ContactRequest,
  'firstName' | 'lastName' | 'email' | 'category' | 'priority' | 'subject' | 'message'
> & {
  /** Null for a visitor. */
  userId: number | null;
  phone: string | null;
  conversation: Transcript | null;
  language: Language;
  /** Null where no request filed it. */
  requestId: string | null;
};

@Injectable()
export class SupportService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly limits: AddressLimits,
    private readonly attachments: AttachmentsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly random: RandomSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Files a message as a ticket and returns its reference. What people wrote stays out of the log.
   * @throws ApiException INVALID_FIELDS for a file that is missing or belongs to another message, ADDRESS_LIMIT_REACHED,
   * IDEMPOTENCY_KEY_REUSED.
   */
  async contact(request: ContactRequest, context: RequestContext): Promise<TicketCreated> {
    const { attachments, conversation = null, ...written } = request;
    const { idempotency, language, requestId } = context;
    const { userId } = idempotency;
    if (!(await this.idempotency.isUsed(idempotency)))
      await this.limits.take(this.database, 'tickets', context.address);
    return this.idempotency.once(idempotency, async (tx) => {
      const message = { ...written, phone: written.phone ?? null, conversation, userId, language, requestId };
      const { id, reference } = await this.file(tx, message);
      await this.attachments.claim(tx, id, attachments);
      return { ticketId: reference };
    });
  }

  /** Files a message as a ticket, with its line of the log; it appears in the lists of staff when the transaction commits. */
  async file(tx: Transaction, message: FiledMessage): Promise<{ id: number; reference: string }> {
    const { userId, firstName, lastName, email, phone, category, priority, subject } = message;
    const reference = this.random.reference('BPCS', 8);
    const now = this.clock.now();
    const answerBy = new Date(now.getTime() + responseHours[priority] * hourMs);
    const chat = message.conversation && JSON.stringify(message.conversation);
    const writer = [userId, firstName, lastName, email, phone];
    const words = [category, priority, subject, message.message, message.language, chat];
    const { insertId: id } = await tx.write(insertTicket, [[reference, ...writer, ...words, answerBy, now]]);
    this.events.emit(tx, 'administrators', 'ticket_queue', { id, status: 'open' });
    await this.audit.record(tx, {
      action: 'ticket.created',
      type: 'info',
      values: { reference, category, priority },
      userId,
      requestId: message.requestId,
    });
    return { id, reference };
  }
}
