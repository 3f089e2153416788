import { Injectable } from '@nestjs/common';
import { defaultPreferences, type Preferences, type SavePreferencesRequest } from '@bank/contracts/settings';
import { AuditService } from '../../platform/audit/audit.service';
import { flag, rowOf } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { Actor } from '../../platform/http/actor';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { NotificationsService } from '../notifications/notifications.service';

const storedPreferences = rowOf({
  emailNotifications: flag,
  smsNotifications: flag,
  pushNotifications: flag,
  transactionAlerts: flag,
  securityAlerts: flag,
  marketingEmails: flag,
  foundByEmail: flag,
  foundByPhone: flag,
});
const names = storedPreferences.keyof().options;

const channels = ['emailNotifications', 'smsNotifications', 'pushNotifications'] as const;
const alerts = ['transactionAlerts', 'securityAlerts'] as const;

/** `emailNotifications` is the column `email_notifications`. */
const columns = names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

const readPreferences = `
  SELECT ${columns.map((column, index) => `${column} AS ${names[index]}`).join(', ')} FROM preferences WHERE user_id = ?`;
const savePreferences = `
  INSERT INTO preferences (user_id, ${columns.join(', ')}) VALUES (?)
  ON DUPLICATE KEY UPDATE ${columns.map((column) => `${column} = VALUES(${column})`).join(', ')}`;

/** A user's preferences; `NotificationsService` respects switched-off alerts. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
  ) {}

  /** The stored preferences of a user, or the defaults. */
  async read({ userId }: Actor): Promise<Preferences> {
    const stored = await this.database.row(storedPreferences, readPreferences, [userId]);
    return stored ? { ...stored, securityAlerts: true } : defaultPreferences;
  }

  /**
   * Replaces all preferences and returns them; security alerts stay on. Changes that could hide an alert need an
   * approval (see `AlertsApproval`) and notify the user.
   * @throws ApiException APPROVAL_REQUIRED.
   */
  async save(context: RequestContext, request: SavePreferencesRequest): Promise<Preferences> {
    const { userId } = context.actor;
    const before = await this.read(context.actor);
    const { foundByEmail = before.foundByEmail, foundByPhone = before.foundByPhone } = request;
    const stored = { ...request, foundByEmail, foundByPhone, securityAlerts: true };
    const isSensitive = changesAlerts(before, request);
    const { idempotency } = context;
    // Another call may have changed them since the rule compared.
    if (isSensitive && !idempotency.settlement) throw new ApiException('APPROVAL_REQUIRED');
    return this.idempotency.once(idempotency, async (tx) => {
      await tx.write(savePreferences, [[userId, ...names.map((name) => Number(stored[name]))]]);
      if (!isSensitive) return stored;
      await this.audit.record(tx, { action: 'preferences.alerts', type: 'warning', ...authorOf(context) });
      this.notifications.notify(tx, userId, { type: 'security', key: 'alerts_changed', values: {} });
      return stored;
    });
  }
}

type Alerts = Pick<Preferences, (typeof alerts)[number] | (typeof channels)[number]>;

export const changesAlerts = (before: Alerts, chosen: Alerts) =>
  alerts.some((name) => chosen[name] !== before[name]) ||
  channels.some((name) => before[name] && !chosen[name]);
