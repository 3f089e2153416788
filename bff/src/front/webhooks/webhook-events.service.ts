import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PartnerMode } from '@bank/contracts/partner-applications';
import { webhookDays, type WebhookType } from '@bank/contracts/partner-servers';
import { idRow } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';

const webhookOf = `
  SELECT w.id FROM partner_webhooks w JOIN partners p ON p.id = w.partner_id
  WHERE w.partner_id = ? AND w.mode = ? AND w.url IS NOT NULL AND p.status = 'active'`;
const insert = `
  INSERT INTO webhook_messages (webhook_id, message_id, type, body, created_at, next_try_at, retry_until) VALUES (?)`;

/** An event for a partner; `data` holds nothing of a person but the application's id. */
export interface NewEvent {
  partnerId: number;
  mode: PartnerMode;
  type: WebhookType;
  data: object;
}

/** Events for partners' servers, stored with what causes them; `WebhookSender` sends them once that is committed. */
@Injectable()
export class WebhookEvents {
  constructor(private readonly clock: Clock) {}

  /** Stores an event in the caller's transaction and returns its id; undefined for a partner that is off or has no address. */
  async add(tx: Transaction, { partnerId, mode, type, data }: NewEvent): Promise<string | undefined> {
    const webhook = await tx.row(idRow, webhookOf, [partnerId, mode]);
    if (!webhook) return undefined;
    const now = this.clock.now();
    const id = `msg_${randomUUID().replaceAll('-', '')}`;
    const body = JSON.stringify({ type, timestamp: now.toISOString(), livemode: mode === 'live', data });
    await tx.write(insert, [[webhook.id, id, type, body, now, now, this.retryUntil()]]);
    return id;
  }

  /** Until when an event that is sent from now on is tried again. */
  retryUntil(): Date {
    return new Date(this.clock.now().getTime() + webhookDays * dayMs);
  }
}
