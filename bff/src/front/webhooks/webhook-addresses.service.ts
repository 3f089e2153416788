import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { partnerModes, type PartnerMode } from '@bank/contracts/partner-applications';
import {
  oldSecretHours,
  type SaveWebhookRequest,
  type Webhook,
  type Webhooks as WebhookList,
  type WebhookWithSecret,
} from '@bank/contracts/partner-servers';
import { AuditService } from '../../platform/audit/audit.service';
import { LastChanges } from '../../platform/audit/last-changes.service';
import { Config } from '../../platform/config/config';
import { isoMoment, moment, rowOf, text, whole } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { Clock } from '../../platform/time/clock.service';
import { newWebhookSecret } from '../../ports/webhooks/webhook-signature';
import { Webhooks } from '../../ports/webhooks/webhooks';
import { changeLine, type WebhookCaller } from './webhook-author';
import { sealedSecret } from './webhook-secrets';
import { hourMs } from '../../platform/time/durations';

/** A partner's webhook of one mode. */
export interface WebhookPlace {
  id: number;
  mode: PartnerMode;
}

const select = `
  SELECT mode, url, secret_set_at, IF(old_secret_until > ?, old_secret_until, NULL) AS old_secret_until
  FROM partner_webhooks WHERE partner_id = ?`;
const row = rowOf({
  mode: z.enum(partnerModes),
  url: text.nullable(),
  secret_set_at: isoMoment,
  old_secret_until: isoMoment.nullable(),
});
const lockPartner = 'SELECT name FROM partners WHERE id = ? FOR UPDATE';
const nameRow = rowOf({ name: text });
const insert = 'INSERT INTO partner_webhooks (partner_id, mode, url, secret, secret_set_at) VALUES (?)';
const update = 'UPDATE partner_webhooks SET url = ? WHERE partner_id = ? AND mode = ?';
/** The replaced secrets that still sign beside the two of the row; a request's header has room for these. */
const mostOlder = 6;
const olderSecrets = `
  SELECT COUNT(*) AS count, MIN(o.expires_at) AS firstEnd
  FROM partner_webhooks w JOIN older_webhook_secrets o ON o.webhook_id = w.id AND o.expires_at > ?
  WHERE w.partner_id = ? AND w.mode = ?`;
const olderRow = rowOf({ count: whole, firstEnd: moment.nullable() });
const olderEnds = `
  SELECT o.expires_at FROM partner_webhooks w JOIN older_webhook_secrets o ON o.webhook_id = w.id
  WHERE o.expires_at > ? AND w.partner_id = ? AND w.mode = ? ORDER BY o.expires_at`;
const endRow = rowOf({ expires_at: isoMoment });
const keepOlder = `
  INSERT INTO older_webhook_secrets (webhook_id, secret, expires_at)
  SELECT id, old_secret, old_secret_until FROM partner_webhooks
  WHERE partner_id = ? AND mode = ? AND old_secret IS NOT NULL AND old_secret_until > ?`;
const replaceSecret = `
  UPDATE partner_webhooks SET old_secret = secret, old_secret_until = ?, secret = ?, secret_set_at = ?
  WHERE partner_id = ? AND mode = ?`;

/** Where partners' events go, as staff or their own servers set it; each change is logged in its transaction. */
@Injectable()
export class WebhookAddresses {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly webhooks: Webhooks,
    private readonly audit: AuditService,
    private readonly changes: LastChanges,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** The webhooks of a partner, one for each mode. @throws ApiException NOT_FOUND. */
  async list(partnerId: number): Promise<WebhookList> {
    await this.database.found(nameRow, 'SELECT name FROM partners WHERE id = ?', [partnerId]);
    return {
      webhooks: await Promise.all(
        partnerModes.map((mode) => this.read(this.database, { id: partnerId, mode })),
      ),
    };
  }

  /**
   * Sets where events go; the first time with a new secret. Without an address none are stored any more, and those that
   * wait stay where they are.
   * @throws ApiException NOT_FOUND, INVALID_FIELDS for an address that is not of the public internet, PARTNER_CHANGED when
   * somebody else has set another one since it was read.
   */
  save(
    place: WebhookPlace,
    { url, seen }: SaveWebhookRequest,
    caller: WebhookCaller,
  ): Promise<WebhookWithSecret> {
    if (url !== null && !this.webhooks.isUsable(url))
      throw new ApiException('INVALID_FIELDS', { fields: { url: 'WEBHOOK_ADDRESS' } });
    return this.database.transaction(async (tx) => {
      const { name } = await tx.found(nameRow, lockPartner, [place.id]);
      const before = await this.read(tx, place);
      if (seen !== undefined && before.url !== seen && before.url !== url)
        throw new ApiException('PARTNER_CHANGED', { by: await this.lastAuthor(tx, place, caller) });
      const isNew = before.secret_set_at === null && url !== null;
      const secret = isNew ? newWebhookSecret() : null;
      if (secret)
        await tx.write(insert, [[place.id, place.mode, url, this.sealed(place, secret), this.clock.now()]]);
      else await tx.write(update, [url, place.id, place.mode]);
      if (before.url !== url) {
        const named = { name, mode: place.mode, id: place.id, part: place.mode };
        const [action, values] =
          url === null
            ? (['partner.webhook_ended', named] as const)
            : (['partner.webhook_set', { ...named, host: new URL(url).host }] as const);
        await this.audit.record(tx, { action, type: 'warning', ...changeLine(caller, action, values) });
      }
      return { webhook: await this.read(tx, place), secret };
    });
  }

  /**
   * Replaces the secret; each one of before signs beside it until a day after it was replaced. Also of an address whose first
   * answer, with the secret, was lost.
   * @throws ApiException NOT_FOUND, WEBHOOK_WITHOUT_ADDRESS, IDEMPOTENCY_KEY_REUSED, SECRET_SHOWN_ONCE; TOO_MANY_REQUESTS when
   * too many secrets sign already, until the first of them ends.
   */
  renewSecret(place: WebhookPlace, caller: WebhookCaller): Promise<WebhookWithSecret> {
    return this.idempotency.once(caller.idempotency, async (tx) => {
      const { name } = await tx.found(nameRow, lockPartner, [place.id]);
      if ((await this.read(tx, place)).secret_set_at === null)
        throw new ApiException('WEBHOOK_WITHOUT_ADDRESS');
      const secret = newWebhookSecret();
      const now = this.clock.now();
      await this.keepOlder(tx, place, now);
      const oldUntil = new Date(now.getTime() + oldSecretHours * hourMs);
      await tx.write(replaceSecret, [oldUntil, this.sealed(place, secret), now, place.id, place.mode]);
      const action = 'partner.webhook_secret';
      const line = changeLine(caller, action, { name, mode: place.mode });
      await this.audit.record(tx, { action, type: 'warning', ...line });
      return { webhook: await this.read(tx, place), secret };
    });
  }

  /** The receiver may know only the secret that the next one would push out of the row. */
  private async keepOlder(tx: Transaction, { id, mode }: WebhookPlace, now: Date): Promise<void> {
    const { count, firstEnd } = await tx.one(olderRow, olderSecrets, [now, id, mode]);
    if (count >= mostOlder && firstEnd) {
      const retryAfterSeconds = Math.ceil((firstEnd.getTime() - now.getTime()) / 1_000);
      throw new ApiException('TOO_MANY_REQUESTS', { retryAfterSeconds });
    }
    await tx.write(keepOlder, [id, mode, now]);
  }

  /** For staff only: a partner's server learns no names of the bank's. */
  private async lastAuthor(
    tx: Transaction,
    { id, mode }: WebhookPlace,
    caller: WebhookCaller,
  ): Promise<string | undefined> {
    if ('key' in caller) return undefined;
    const actions = ['partner.webhook_set', 'partner.webhook_ended'];
    return this.changes.authorOf(tx, { subject: `partner:${id}`, actions, part: mode }, caller.actor.userId);
  }

  /** The webhook of one mode. */
  one(place: WebhookPlace): Promise<Webhook> {
    return this.read(this.database, place);
  }

  private async read(connection: Connection, { id, mode }: WebhookPlace): Promise<Webhook> {
    const now = this.clock.now();
    const rows = await connection.rows(row, select, [now, id]);
    const none = { mode, url: null, secret_set_at: null, old_secret_until: null };
    const older = await connection.rows(endRow, olderEnds, [now, id, mode]);
    return {
      ...(rows.find((found) => found.mode === mode) ?? none),
      older_secrets_until: older.map(({ expires_at: end }) => end),
    };
  }

  private sealed({ id: partnerId, mode }: WebhookPlace, secret: string): Buffer {
    return sealedSecret(this.config, { partnerId, mode }, secret);
  }
}
