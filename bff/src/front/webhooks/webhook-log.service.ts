import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import { type PartnerMode, partnerModes } from '@bank/contracts/partner-applications';
import {
  messageStatuses,
  webhookFailures,
  type WebhookLog,
  type WebhookLogQuery,
  type WebhookMessage,
  webhookTypes,
} from '@bank/contracts/partner-servers';
import { AuditService } from '../../platform/audit/audit.service';
import { idRow, isoMoment, rowOf, text, whole } from '../../platform/database/columns';
import { countCapped } from '../../platform/database/count-capped';
import { type Connection, Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { Clock } from '../../platform/time/clock.service';
import { changeLine, type WebhookCaller } from './webhook-author';
import type { WebhookPlace } from './webhook-addresses.service';
import { WebhookEvents } from './webhook-events.service';

const nameRow = rowOf({ name: text });
const selectName = 'SELECT name FROM partners WHERE id = ?';
const selectWebhooks = 'SELECT id FROM partner_webhooks WHERE partner_id = ?';
const newest = `
  (SELECT id FROM webhook_messages FORCE INDEX (webhook_messages_listed) WHERE webhook_id = ? ORDER BY id DESC LIMIT ?)`;
const ofPartner = 'webhook_messages m JOIN partner_webhooks w ON w.id = m.webhook_id WHERE w.partner_id = ?';
const columns = `
  m.message_id AS id, m.type, w.mode, m.tries, m.answer_status, m.failure, m.created_at, m.last_try_at, m.next_try_at,
  CASE WHEN m.delivered_at IS NOT NULL THEN 'delivered'
    WHEN m.next_try_at IS NULL OR m.retry_until < ? THEN 'failed' ELSE 'waiting' END AS status`;
const messageRow = rowOf({
  id: text,
  type: z.enum(webhookTypes),
  mode: z.enum(partnerModes),
  status: z.enum(messageStatuses),
  tries: whole,
  answer_status: whole.nullable(),
  failure: z.enum(webhookFailures).nullable(),
  created_at: isoMoment,
  last_try_at: isoMoment.nullable(),
  next_try_at: isoMoment.nullable(),
});
const again = `
  UPDATE webhook_messages m JOIN partner_webhooks w ON w.id = m.webhook_id
  SET m.next_try_at = ?, m.retry_until = ?, m.delivered_at = NULL, m.failure = NULL, m.answer_status = NULL
  WHERE m.message_id = ? AND w.partner_id = ? AND w.url IS NOT NULL`;

/** The events of a partner, and what staff and their own servers do with them. */
@Injectable()
export class WebhookLogService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly events: WebhookEvents,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * One page of a partner's events of the last 30 days, of one mode or both, newest first; counts at most `countedRows`.
   * @throws ApiException NOT_FOUND.
   */
  async list(partnerId: number, { page, limit }: WebhookLogQuery, mode?: PartnerMode): Promise<WebhookLog> {
    await this.database.found(nameRow, selectName, [partnerId]);
    const [ofMode, values] = mode ? [' AND mode = ?', [partnerId, mode]] : ['', [partnerId]];
    const webhooks = await this.database.rows(idRow, selectWebhooks + ofMode, values);
    const ids = webhooks.map(({ id }) => id);
    const total = await countCapped(
      this.database,
      countedRows + 1,
      ids.map((id) => ({ from: 'webhook_messages WHERE webhook_id = ?', values: [id] })),
    );
    const skipped = (page - 1) * limit;
    const messages = ids.length > 0 && skipped < countedRows ? await this.page(ids, { skipped, limit }) : [];
    return { messages, pagination: paginateCounted(page, limit, total) };
  }

  /** By one range of the index for each webhook, so that a page takes no longer with millions of events. */
  private page(
    webhooks: number[],
    { skipped, limit }: { skipped: number; limit: number },
  ): Promise<WebhookMessage[]> {
    return this.database.rows(
      messageRow,
      `SELECT ${columns}
       FROM (${webhooks.map(() => newest).join(' UNION ALL ')} ORDER BY id DESC LIMIT ? OFFSET ?) found
         JOIN webhook_messages m ON m.id = found.id JOIN partner_webhooks w ON w.id = m.webhook_id
       ORDER BY m.id DESC`,
      [this.clock.now(), ...webhooks.flatMap((id) => [id, skipped + limit]), limit, skipped],
    );
  }

  /**
   * Sends an event again, under its id, and tries again for another three days.
   * @param mode refuses one of the other mode
   * @throws ApiException NOT_FOUND for another partner's, WEBHOOK_WITHOUT_ADDRESS, IDEMPOTENCY_KEY_REUSED.
   */
  resend(
    partnerId: number,
    messageId: string,
    caller: WebhookCaller,
    mode?: PartnerMode,
  ): Promise<WebhookMessage> {
    return this.idempotency.once(caller.idempotency, async (tx) => {
      const { name } = await tx.found(nameRow, selectName, [partnerId]);
      const found = await this.read(tx, partnerId, messageId);
      if (mode && found.mode !== mode) throw new ApiException('NOT_FOUND');
      const values = [this.clock.now(), this.events.retryUntil(), messageId, partnerId];
      const { affectedRows } = await tx.write(again, values);
      if (affectedRows === 0) throw new ApiException('WEBHOOK_WITHOUT_ADDRESS');
      await this.audit.record(tx, {
        action: 'partner.webhook_resent',
        type: 'info',
        ...changeLine(caller, 'partner.webhook_resent', { name, id: messageId }),
      });
      return this.read(tx, partnerId, messageId);
    });
  }

  /** Sends an event without meaning. @throws ApiException NOT_FOUND, WEBHOOK_WITHOUT_ADDRESS, IDEMPOTENCY_KEY_REUSED. */
  test({ id: partnerId, mode }: WebhookPlace, caller: WebhookCaller): Promise<WebhookMessage> {
    return this.idempotency.once(caller.idempotency, async (tx) => {
      const { name } = await tx.found(nameRow, selectName, [partnerId]);
      const messageId = await this.events.add(tx, { partnerId, mode, type: 'webhook.test', data: {} });
      if (!messageId) throw new ApiException('WEBHOOK_WITHOUT_ADDRESS');
      await this.audit.record(tx, {
        action: 'partner.webhook_tested',
        type: 'info',
        ...changeLine(caller, 'partner.webhook_tested', { name, mode }),
      });
      return this.read(tx, partnerId, messageId);
    });
  }

  private read(connection: Connection, partnerId: number, messageId: string): Promise<WebhookMessage> {
    const sql = `SELECT ${columns} FROM ${ofPartner} AND m.message_id = ?`;
    return connection.found(messageRow, sql, [this.clock.now(), partnerId, messageId]);
  }
}
