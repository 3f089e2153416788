import { Injectable } from '@nestjs/common';
import type { ContactRequest, TicketCreated } from '@bank/contracts/support';
import { AuditService } from '../audit/audit.service';
import type { Call } from '../common/call';
import { Chance } from '../common/chance';
import { Clock } from '../common/clock';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import { TicketEntity } from './ticket.entity';

/** Messages to support. */
@Injectable()
export class SupportService {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly chance: Chance,
    private readonly clock: Clock,
  ) {}

  /**
   * Files a message as a ticket and answers its reference. What people wrote stays out of the log.
   * @throws Failure IDEMPOTENCY_KEY_REUSED.
   */
  contact(request: ContactRequest, keyed: KeyedCall, call: Call): Promise<TicketCreated> {
    const { firstName, lastName, email, phone, category, priority, subject, message } = request;
    return this.idempotency.once(keyed, async (runner) => {
      const reference = this.chance.reference('BPCS', 8);
      await runner.manager.insert(TicketEntity, {
        reference,
        userId: keyed.userId,
        firstName,
        lastName,
        email,
        phone: phone ?? null,
        category,
        priority,
        subject,
        message,
        createdAt: this.clock.now(),
      });
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
