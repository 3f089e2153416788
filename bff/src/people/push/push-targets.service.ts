import { Injectable } from '@nestjs/common';
import { flag, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { type PushMessage, WebPush } from '../../ports/web-push/web-push';

/** Those that have not received the notification yet; a push service that failed is left alone for a while. */
const pending = `
  SELECT s.id, s.endpoint, s.p256dh, s.auth, s.failures, COALESCE(s.silent_until > ?, 0) AS silent
  FROM push_subscriptions s
    LEFT JOIN push_deliveries d ON d.notification_id = ? AND d.subscription_id = s.id
  WHERE s.user_id = ? AND d.subscription_id IS NULL ORDER BY s.id`;
const pendingRow = rowOf({
  id: whole,
  endpoint: text,
  p256dh: text,
  auth: text,
  failures: whole,
  silent: flag,
});
type Target = ReturnType<typeof pendingRow.parse>;

const forget = 'DELETE FROM push_subscriptions WHERE id = ?';
const worked = 'UPDATE push_subscriptions SET failures = 0, silent_until = NULL WHERE id = ?';
const failed =
  'UPDATE push_subscriptions SET failures = LEAST(failures + 1, 20), silent_until = ? WHERE id = ?';
const delivered =
  'INSERT IGNORE INTO push_deliveries (notification_id, subscription_id, delivered_at) VALUES (?)';

const wasDelivered = 'SELECT 1 FROM push_deliveries WHERE notification_id = ? LIMIT 1';

const firstPauseMs = 2_000;
const longestPauseMs = 15 * 60_000;

/** Sends to the browsers of a user. */
@Injectable()
export class PushTargetsService {
  constructor(
    private readonly database: Database,
    private readonly webPush: WebPush,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a notification to each browser of its user that has not received it, and removes unsubscribed browsers.
   * @returns whether the user has any browser
   * @throws Error when one of them has to be tried again; the others are then remembered.
   */
  async send(userId: number, notificationId: number, message: PushMessage): Promise<boolean> {
    const values = [this.clock.now(), notificationId, userId];
    const targets = await this.database.rows(pendingRow, pending, values);
    const results = await Promise.all(targets.map((target) => this.sendTo(target, message)));
    const faults = results.filter((result) => result instanceof Error);
    const [fault] = faults;
    if (!fault) return targets.length > 0 || this.database.exists(wasDelivered, [notificationId]);
    for (const [index, { id }] of targets.entries()) {
      if (results[index] !== 'accepted') continue;
      await this.database.write(delivered, [[notificationId, id, this.clock.now()]]);
    }
    throw new Error(`${faults.length} of ${targets.length} browsers: ${fault.message}`, { cause: fault });
  }

  private async sendTo(target: Target, message: PushMessage): Promise<'accepted' | 'gone' | Error> {
    if (target.silent) return new Error('its push service failed a moment ago');
    try {
      const outcome = await this.webPush.send(target, message);
      if (outcome === 'gone') await this.database.write(forget, [target.id]);
      else if (target.failures > 0) await this.database.write(worked, [target.id]);
      return outcome;
    } catch (error) {
      const pause = Math.min(firstPauseMs * 2 ** target.failures, longestPauseMs);
      await this.database.write(failed, [new Date(this.clock.now().getTime() + pause), target.id]);
      return error as Error;
    }
  }
}
