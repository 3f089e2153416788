import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { responseHours, type ContactRequest, type TicketCreated } from '@bank/contracts/support';
import { AuditService } from '../audit/audit.service';
import { AddressLimits } from '../common/address-limits';
import type { Call } from '../common/call';
import { Chance } from '../common/chance';
import { Clock } from '../common/clock';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import { wholeNumber } from '../common/money-column';
import { EventsService } from '../events/events.service';
import { AttachmentsService } from './attachments.service';
import { TicketEntity } from './ticket.entity';

const hour = 3_600_000;

/** Messages to support. */
@Injectable()
export class SupportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly idempotency: Idempotency,
    private readonly limits: AddressLimits,
    private readonly attachments: AttachmentsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly chance: Chance,
    private readonly clock: Clock,
  ) {}

  /**
   * Files a message as a ticket and answers its reference. What people wrote stays out of the log.
   * @throws Failure INVALID_FIELDS for a file that is not there or belongs to another message, ADDRESS_LIMIT_REACHED for too many from one
   * address, IDEMPOTENCY_KEY_REUSED.
   */
  async contact(request: ContactRequest, keyed: KeyedCall, call: Call): Promise<TicketCreated> {
    const { attachments, conversation, phone, ...typed } = request;
    const { category, priority, email } = typed;
    await this.limits.take(this.dataSource, 'tickets', call.address);
    return this.idempotency.once(keyed, async (runner) => {
      const reference = this.chance.reference('BPCS', 8);
      const now = this.clock.now();
      const { identifiers } = await runner.manager.insert(TicketEntity, {
        ...typed,
        reference,
        userId: keyed.userId,
        phone: phone ?? null,
        language: call.language,
        conversation: conversation ? JSON.stringify(conversation) : null,
        createdAt: now,
        answerBy: new Date(now.getTime() + responseHours[priority] * hour),
      });
      const id = wholeNumber(String(identifiers[0]?.id));
      await this.attachments.claim(runner, id, attachments);
      this.events.emit(runner, 'administrators', 'ticket_queue', { id, status: 'open' });
      await this.audit.record(runner, {
        action: 'ticket.created',
        type: 'info',
        message: `Message au support ${reference} (${category}, ${priority}).`,
        userId: keyed.userId,
        email,
        requestId: call.requestId,
      });
      return { ticketId: reference };
    });
  }
}
