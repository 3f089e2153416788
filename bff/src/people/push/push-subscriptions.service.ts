import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import {
  maxPushSubscriptions,
  type PushSubscription,
  type PushSubscriptionRequest,
  type PushSubscriptions,
} from '@bank/contracts/push';
import { defaultPreferences } from '@bank/contracts/settings';
import { AuditService } from '../../platform/audit/audit.service';
import { isoMoment, rowOf, text, whole } from '../../platform/database/columns';
import { isDuplicateOf } from '../../platform/database/database-error';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { Actor } from '../../platform/http/actor';
import { Idempotency } from '../../platform/http/idempotency.service';
import { notFoundFor } from '../../platform/http/not-found';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { digest } from '../../platform/security/secrets';
import { Clock } from '../../platform/time/clock.service';
import { type PushAddress, WebPush } from '../../ports/web-push/web-push';
import { deviceName } from '../auth/device';
import { NotificationsService } from '../notifications/notifications.service';
import { lockUser } from '../users/lock-user';

const columns = 'id, device, created_at, session_id AS sessionId';
const ownRow = rowOf({ id: whole, device: text, created_at: isoMoment, sessionId: whole.nullable() });
const listOwn = `SELECT ${columns} FROM push_subscriptions WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT ?`;
const findOwn = `SELECT ${columns} FROM push_subscriptions WHERE id = ? AND user_id = ? FOR UPDATE`;
const findOwnByEndpoint = `
  SELECT ${columns} FROM push_subscriptions WHERE endpoint_digest = ? AND user_id = ? FOR UPDATE`;
const knownRow = rowOf({ id: whole, userId: whole, p256dh: text, auth: text });
const findKnown = `
  SELECT id, user_id AS userId, p256dh, auth FROM push_subscriptions WHERE endpoint_digest = ? FOR UPDATE`;
const countOwn = 'SELECT COUNT(*) FROM push_subscriptions WHERE user_id = ?';
const insert = `
  INSERT INTO push_subscriptions (user_id, session_id, device, endpoint, endpoint_digest, p256dh, auth, created_at)
  VALUES (?)`;
const bindOwn = 'UPDATE push_subscriptions SET session_id = ? WHERE endpoint_digest = ? AND user_id = ?';
const forget = 'DELETE FROM push_subscriptions WHERE id = ?';

const { emailNotifications, smsNotifications, transactionAlerts, securityAlerts, marketingEmails } =
  defaultPreferences;
/** Subscribing a browser also turns the person's push notifications on. */
const choosePush = `
  INSERT INTO preferences (user_id, email_notifications, sms_notifications, push_notifications, transaction_alerts,
    security_alerts, marketing_emails) VALUES (?)
  ON DUPLICATE KEY UPDATE push_notifications = 1`;

/** The browsers in which users receive push notifications. `SessionsService` removes those of a session that it ends. */
@Injectable()
export class PushSubscriptionsService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly webPush: WebPush,
    private readonly notifications: NotificationsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  async list({ userId, sessionId }: Actor): Promise<PushSubscriptions> {
    const rows = await this.database.rows(ownRow, listOwn, [userId, maxPushSubscriptions]);
    const subscriptions = rows.map(({ sessionId: owner, ...row }) => ({
      ...row,
      current: owner === sessionId,
    }));
    return { public_key: this.webPush.publicKey, subscriptions };
  }

  /**
   * Adds the caller's browser, and notifies them unless it was theirs. A browser is known by its endpoint, and proves by its keys
   * that it is the same: a stolen endpoint alone takes nothing over.
   * @throws ApiException PUSH_ENDPOINT_REFUSED, LIST_FULL, IDEMPOTENCY_KEY_REUSED.
   */
  async add(context: RequestContext, { endpoint, keys }: PushSubscriptionRequest): Promise<PushSubscription> {
    const { p256dh, auth } = keys;
    const address: PushAddress = { endpoint, p256dh, auth };
    if (!this.webPush.isUsable(address)) throw new ApiException('PUSH_ENDPOINT_REFUSED');
    return this.idempotency.once(context.idempotency, async (tx) => {
      const { userId, sessionId } = context.actor;
      // Two calls at once must not both add the last one.
      await lockUser(tx, userId);
      const known = await tx.row(knownRow, findKnown, [digest(endpoint)]);
      if (known && (known.p256dh !== p256dh || known.auth !== auth)) {
        throw new ApiException('PUSH_ENDPOINT_REFUSED');
      }
      await tx.write(choosePush, [[userId, ...chosen.map(Number)]]);
      if (known?.userId === userId) {
        await tx.write(bindOwn, [sessionId, digest(endpoint), userId]);
        return this.read(tx, context.actor, known.id);
      }
      if (known) await tx.write(forget, [known.id]);
      return this.insert(tx, context, address);
    });
  }

  /** Binds the browser to the session of now, so that it ends with it; false when it receives nothing of the caller's. */
  async bind({ userId, sessionId }: Actor, endpoint: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM push_subscriptions WHERE endpoint_digest = ? AND user_id = ?';
    const hash = digest(endpoint);
    await this.database.write(bindOwn, [sessionId, hash, userId]);
    return this.database.exists(sql, [hash, userId]);
  }

  /** @throws ApiException NOT_FOUND, also for another person's. */
  async remove(context: RequestContext, id: number): Promise<void> {
    const { userId } = context.actor;
    await this.database.transaction(async (tx) => {
      const own = await tx.row(ownRow, findOwn, [id, userId]);
      if (!own) throw await notFoundFor(tx, 'push_subscriptions', id, userId);
      await this.forget(tx, context, own);
    });
  }

  /** As `remove`, by what the browser itself knows of its subscription. @throws ApiException NOT_FOUND. */
  async removeByEndpoint(context: RequestContext, endpoint: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const values = [digest(endpoint), context.actor.userId];
      await this.forget(tx, context, await tx.found(ownRow, findOwnByEndpoint, values));
    });
  }

  private async forget(
    tx: Transaction,
    context: RequestContext,
    { id, device }: z.output<typeof ownRow>,
  ): Promise<void> {
    await tx.write(forget, [id]);
    await this.audit.record(tx, {
      action: 'push.removed',
      type: 'info',
      values: { device },
      ...authorOf(context),
    });
  }

  private async insert(
    tx: Transaction,
    context: RequestContext,
    address: PushAddress,
  ): Promise<PushSubscription> {
    const { userId, sessionId } = context.actor;
    if ((await tx.count(countOwn, [userId])) >= maxPushSubscriptions) throw new ApiException('LIST_FULL');
    const device = deviceName(context.userAgent);
    const { endpoint, p256dh, auth } = address;
    const row = [userId, sessionId, device, endpoint, digest(endpoint), p256dh, auth, this.clock.now()];
    const { insertId } = await tx.write(insert, [row]).catch((error: unknown) => {
      const isTaken = isDuplicateOf(error, 'push_subscriptions_endpoint');
      throw isTaken ? new ApiException('PUSH_ENDPOINT_REFUSED') : error;
    });
    this.notifications.notify(tx, userId, { type: 'security', key: 'push_added', values: { device } });
    const values = { device };
    await this.audit.record(tx, { action: 'push.added', type: 'info', values, ...authorOf(context) });
    return this.read(tx, context.actor, insertId);
  }

  private async read(tx: Transaction, { userId }: Actor, id: number): Promise<PushSubscription> {
    const { device, created_at } = await tx.one(ownRow, findOwn, [id, userId]);
    return { id, device, created_at, current: true };
  }
}

/** In the order of `choosePush`. */
const chosen = [
  emailNotifications,
  smsNotifications,
  true,
  transactionAlerts,
  securityAlerts,
  marketingEmails,
];
