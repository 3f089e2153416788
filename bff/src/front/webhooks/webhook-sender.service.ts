import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { z } from 'zod';
import { Config } from '../../platform/config/config';
import { bytes, flag, idRow, moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { RepeatedTask } from '../../platform/tasks/repeated-task';
import { Clock } from '../../platform/time/clock.service';
import { dueBy, isDue } from '../../platform/time/due';
import { type WebhookAnswer, Webhooks } from '../../ports/webhooks/webhooks';
import { WebhookMetrics } from './webhook-metrics.service';
import { longestPause, pauseAfter } from './webhook-pauses';
import { openedSecret } from './webhook-secrets';

const pollMs = 1_000;
/** Events to one address at once. */
const batch = 5;
/** Events that are examined at once where some expired untried: many do together, while their address is off. */
const examinedWithExpired = 1_000;
/** Longer than a try takes; what a server that died had leased is then due again. */
const leaseMs = 60_000;
/** The answer of a receiver that wants nothing more of an event (RFC 9110, 15.5.11). */
const gone = 410;

const due = isDue('m.next_try_at');
const dueAt = (now: Date) => dueBy(now, longestPause * 1_000);
const webhooksInUse = `
  SELECT w.id, w.mode FROM partner_webhooks w JOIN partners p ON p.id = w.partner_id
  WHERE w.url IS NOT NULL AND p.status = 'active'`;
const webhookRow = rowOf({ id: whole, mode: text });
/** Of one webhook: over several, the database reads every stored event. */
const oneDue = `(SELECT m.webhook_id AS id FROM webhook_messages m WHERE m.webhook_id = ? AND ${due} LIMIT 1)`;
/** With the expired, which are given up, so that no later call reads them again. */
const dueMessages = `
  SELECT m.id, m.retry_until < ? AS isExpired FROM webhook_messages m WHERE m.webhook_id = ? AND ${due}
  ORDER BY m.next_try_at, m.id LIMIT ? FOR UPDATE SKIP LOCKED`;
const dueRow = rowOf({ id: whole, isExpired: flag });
const giveUp = 'UPDATE webhook_messages SET next_try_at = NULL WHERE id IN (?)';
const lease =
  'UPDATE webhook_messages SET next_try_at = ?, last_try_at = ?, tries = tries + 1 WHERE id IN (?)';
const leased = `
  SELECT m.id, m.message_id AS messageId, m.body, m.tries, m.retry_until AS retryUntil, w.partner_id AS partnerId, w.mode,
    w.url, w.secret, w.old_secret AS oldSecret, w.old_secret_until AS oldUntil
  FROM webhook_messages m JOIN partner_webhooks w ON w.id = m.webhook_id WHERE m.id IN (?) ORDER BY m.id`;
const leasedRow = rowOf({
  id: whole,
  messageId: text,
  body: text,
  /** This one included. */
  tries: whole,
  retryUntil: moment,
  partnerId: whole,
  mode: text,
  url: text.nullable(),
  secret: bytes,
  oldSecret: bytes.nullable(),
  oldUntil: moment.nullable(),
});
const older = `
  SELECT secret FROM older_webhook_secrets WHERE webhook_id = ? AND expires_at > ? ORDER BY expires_at DESC`;
const olderRow = rowOf({ secret: bytes });
type Leased = z.infer<typeof leasedRow> & { older: Buffer[]; leasedUntil: Date };
/** Only at the end of its own lease, which is moved by a request to send again: that try is still to come. */
const settle = `
  UPDATE webhook_messages SET next_try_at = ?, delivered_at = ?, answer_status = ?, failure = ?
  WHERE id = ? AND next_try_at = ?`;

/**
 * Sends stored events at least once: a second time only when a server dies between sending and recording, or an answer is
 * lost. Servers share the work. Each address has a lane of its own, so that one that does not answer delays no other.
 */
@Injectable()
export class WebhookSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Webhooks');
  private readonly lanes = new Map<number, Promise<void>>();
  private readonly task = new RepeatedTask({
    work: () => this.startDue(),
    everyMs: pollMs,
    onFailure: (error) => this.logger.error('events wait', error.stack),
  });

  constructor(
    private readonly database: Database,
    private readonly webhooks: Webhooks,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: WebhookMetrics,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.task.stop();
    await Promise.all(this.lanes.values());
  }

  private async startDue(): Promise<undefined> {
    for (const { id, mode } of await this.dueWebhooks()) {
      const lane = this.work(id, mode)
        .catch((error: unknown) => this.logger.error(`events of ${id} wait`, (error as Error).stack))
        .finally(() => this.lanes.delete(id));
      this.lanes.set(id, lane);
    }
    return undefined;
  }

  /** Those with due events that are not being sent yet. */
  private async dueWebhooks(): Promise<z.infer<typeof webhookRow>[]> {
    const inUse = await this.database.rows(webhookRow, webhooksInUse, []);
    const idle = inUse.filter(({ id }) => !this.lanes.has(id));
    if (idle.length === 0) return [];
    const bounds = dueAt(this.clock.now());
    const statement = idle.map(() => oneDue).join(' UNION ALL ');
    const values = idle.flatMap(({ id }) => [id, ...bounds]);
    const rows = await this.database.rows(idRow, statement, values);
    const waiting = new Set(rows.map(({ id }) => id));
    return idle.filter(({ id }) => waiting.has(id));
  }

  private async work(webhookId: number, mode: string): Promise<void> {
    let examined = batch;
    while (!this.task.isStopping) {
      const { ids, expired, leasedUntil } = await this.take(webhookId, examined);
      if (ids.length + expired === 0) return;
      if (expired > 0) {
        this.logger.warn(`${expired} events of ${webhookId} are given up: their time ended`);
        this.metrics.expired(mode, expired);
      }
      const messages = await this.read(webhookId, ids, leasedUntil);
      await Promise.all(messages.map((message) => this.send(message)));
      examined = expired > 0 ? examinedWithExpired : batch;
    }
  }

  /** Leases the first of the due events, and gives up the expired among those examined. */
  private take(webhookId: number, examined: number) {
    const now = this.clock.now();
    const leasedUntil = new Date(now.getTime() + leaseMs);
    return this.database.transaction(async (tx) => {
      const found = await tx.rows(dueRow, dueMessages, [now, webhookId, ...dueAt(now), examined]);
      const expired = found.filter(({ isExpired }) => isExpired).map(({ id }) => id);
      const live = found.filter(({ isExpired }) => !isExpired).slice(0, batch);
      const ids = live.map(({ id }) => id);
      if (expired.length > 0) await tx.write(giveUp, [expired]);
      if (ids.length > 0) await tx.write(lease, [leasedUntil, now, ids]);
      return { ids, expired: expired.length, leasedUntil };
    });
  }

  private async read(webhookId: number, ids: number[], leasedUntil: Date): Promise<Leased[]> {
    if (ids.length === 0) return [];
    const now = this.clock.now();
    const [messages, secrets] = await this.database.together([
      [leased, [ids], leasedRow.array()],
      [older, [webhookId, now], olderRow.array()],
    ]);
    return messages.map((message) => ({
      ...message,
      older: secrets.map(({ secret }) => secret),
      leasedUntil,
    }));
  }

  private async send(message: Leased): Promise<void> {
    const { id, messageId, body, url, leasedUntil } = message;
    const answer: WebhookAnswer =
      url === null
        ? { failure: 'address', status: null }
        : await this.webhooks.send(url, { id: messageId, body, secrets: this.secretsOf(message) });
    const next = this.nextTry(message, answer);
    const deliveredAt = answer.failure ? null : this.clock.now();
    const settled = [next, deliveredAt, answer.status, answer.failure, id, leasedUntil];
    const { affectedRows } = await this.database.write(settle, settled);
    const isLast = next === null && affectedRows === 1;
    this.metrics.tried(message.mode, answer, isLast);
    if (answer.failure && isLast)
      this.logger.warn(`${messageId} is given up: ${answer.status ?? answer.failure}`);
  }

  private nextTry({ tries, retryUntil }: Leased, { failure, status }: WebhookAnswer): Date | null {
    if (failure === null || status === gone) return null;
    const next = new Date(this.clock.now().getTime() + pauseAfter(tries) * 1_000);
    return next > retryUntil ? null : next;
  }

  /** The secret in use, then those of before that have not expired, the last one first. */
  private secretsOf(message: Leased): string[] {
    const { secret, oldSecret, oldUntil, older } = message;
    const isOldValid = oldSecret !== null && oldUntil !== null && oldUntil > this.clock.now();
    return [secret, ...(isOldValid ? [oldSecret] : []), ...older].map((sealed) =>
      openedSecret(this.config, message, sealed),
    );
  }
}
