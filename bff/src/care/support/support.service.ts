import { Injectable } from '@nestjs/common';
import { responseHours, type ContactRequest, type TicketCreated } from '@bank/contracts/support';
import { AuditService } from '../../platform/audit/audit.service';
import { AddressLimits } from '../../platform/security/address-limits.service';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { RequestContext } from '../../platform/http/request-context';
import { wholeNumber } from '../../platform/database/money-column';
import { EventsService } from '../../platform/events/events.service';
import { AttachmentsService } from './attachments.service';
import { TicketEntity } from './ticket.entity';
import { Database } from '../../platform/database/database';

const hour = 3_600_000;

/** Messages to support. */
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
    const { attachments, conversation, phone, ...typed } = request;
    const { category, priority, email } = typed;
    const { idempotency } = context;
    const { userId } = idempotency;
    await this.limits.take(this.database, 'tickets', context.address);
    return this.idempotency.once(idempotency, async (tx) => {
      const reference = this.random.reference('BPCS', 8);
      const now = this.clock.now();
      const { identifiers } = await tx.entities.insert(TicketEntity, {
        ...typed,
        reference,
        userId,
        phone: phone ?? null,
        language: context.language,
        conversation: conversation ? JSON.stringify(conversation) : null,
        createdAt: now,
        answerBy: new Date(now.getTime() + responseHours[priority] * hour),
      });
      const id = wholeNumber(String(identifiers[0]?.id));
      await this.attachments.claim(tx, id, attachments);
      this.events.emit(tx, 'administrators', 'ticket_queue', { id, status: 'open' });
      await this.audit.record(tx, {
        action: 'ticket.created',
        type: 'info',
        text: 'ticket.created',
        values: { reference, category, priority },
        userId,
        email,
        requestId: context.requestId,
      });
      return { ticketId: reference };
    });
  }
}
